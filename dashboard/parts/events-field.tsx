import type { EventText } from '../text/en/events.ts';
import { CheckListField, type CheckListFieldProps } from './check-list-field.tsx';

interface EventsFieldProps extends Omit<CheckListFieldProps, 'name' | 'options'> {
  /** Texts of the events to choose from, by type. */
  texts: Readonly<Record<string, EventText>>;
}

/** Chooses types of events. */
export function EventsField({ texts, ...props }: EventsFieldProps) {
  const options = Object.entries(texts).map(([value, { name, meaning }]) => ({
    value,
    label: name,
    hint: meaning,
  }));
  return <CheckListField {...props} name="events" options={options} />;
}
