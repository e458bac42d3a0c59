import { eventNames } from '../text/en/events.ts';

/** The names of events. */
export function EventList({ events }: { events: readonly string[] }) {
  return (
    <ul class="plain">
      {events.map((type) => (
        <li key={type}>{eventNames[type] ?? type}</li>
      ))}
    </ul>
  );
}
