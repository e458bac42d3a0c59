import type { Webhook } from '../../api/types.ts';
import { Time } from '../../parts/time.tsx';
import { webhooksText as t } from '../../text/en/webhooks.ts';

/** Whether events are sent to an endpoint, and why not. */
export function WebhookState({ webhook: { disabled, failingSince } }: { webhook: Webhook }) {
  if (disabled !== null) {
    return (
      <>
        <span class="badge bad">{t.states.disabled}</span>
        <span class="soft">
          {t.disableReasons[disabled.reason]} {t.disabledSince} <Time at={disabled.at} />
        </span>
      </>
    );
  }
  if (failingSince === null) return <span class="badge good">{t.states.active}</span>;
  return (
    <>
      <span class="badge warning">{t.states.failing}</span>
      <span class="soft">
        {t.failingSince} <Time at={failingSince} />
      </span>
    </>
  );
}
