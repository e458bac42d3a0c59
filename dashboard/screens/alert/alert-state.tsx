import type { Alert } from '../../api/types.ts';
import { Time } from '../../parts/time.tsx';
import { alertsText as t } from '../../text/en/alerts.ts';

/** Whether an alert reports anything, and why not. */
export function AlertState({ alert: { state, failingSince } }: { alert: Alert }) {
  if (state === 'active' && failingSince !== null) {
    return (
      <>
        <span class="badge warning">{t.failing}</span>
        <span class="soft">
          {t.failingSince} <Time at={failingSince} />
        </span>
      </>
    );
  }
  return (
    <>
      <span class={`badge ${state === 'active' ? 'good' : 'bad'}`}>{t.states[state]}</span>
      {state !== 'active' && <span class="soft">{t.stateReasons[state]}</span>}
    </>
  );
}
