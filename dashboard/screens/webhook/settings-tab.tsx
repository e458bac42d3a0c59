import { useDraft } from '../../api/drafts.ts';
import { setFlash } from '../../api/flash.ts';
import { keepFreshValue } from '../../api/fresh-value.ts';
import { useSession } from '../../api/session.ts';
import type { Webhook } from '../../api/types.ts';
import { ConfirmedAction } from '../../parts/confirm.tsx';
import { Entry } from '../../parts/entry.tsx';
import { Time } from '../../parts/time.tsx';
import { useLinks } from '../../shell/links.ts';
import { webhooksText } from '../../text/en/webhooks.ts';
import { toWebhookBody, toWebhookValues, WebhookEntry } from './webhook-entry.tsx';

const t = webhooksText.detail;

export interface WebhookTabProps {
  webhook: Webhook;
  onChange: (webhook: Webhook) => void;
}

/** What an endpoint gets, its secret, and what ends it. */
export function WebhookSettingsTab({ webhook, onChange }: WebhookTabProps) {
  return (
    <>
      <Details webhook={webhook} onChange={onChange} />
      <Rotation webhook={webhook} />
      {webhook.disabled === null && <Disabling webhook={webhook} onChange={onChange} />}
      <Deletion webhook={webhook} />
    </>
  );
}

function Details({ webhook, onChange }: WebhookTabProps) {
  const { calls, me } = useSession();
  const { values, change } = useDraft(
    `webhook ${me.person.personId} ${webhook.id}`,
    toWebhookValues(webhook),
  );
  const save = async () => onChange(await calls.changeWebhook(webhook.id, toWebhookBody(values)));
  return (
    <section class="panel">
      <h2>{t.edit}</h2>
      <WebhookEntry
        values={values}
        onChange={change}
        onSubmit={save}
        submitLabel={t.save}
        savedText={t.saved}
      />
    </section>
  );
}

function Rotation({ webhook: { id, previousSecretUntil } }: { webhook: Webhook }) {
  const { calls } = useSession();
  const { go } = useLinks();
  const rotate = async () => {
    keepFreshValue(id, await calls.rotateWebhookSecret(id));
    go(`/settings/webhooks/${id}/secret`);
  };
  return (
    <section class="panel">
      <h2>{t.rotation.title}</h2>
      <Entry onSubmit={rotate} labels={{}} submitLabel={t.rotation.submit} name="rotation">
        {() => (
          <>
            <p>{t.rotation.text}</p>
            {previousSecretUntil !== null && (
              <p>
                {t.rotation.overlap} <Time at={previousSecretUntil} />. {t.rotation.again}
              </p>
            )}
          </>
        )}
      </Entry>
    </section>
  );
}

function Disabling({ webhook, onChange }: WebhookTabProps) {
  const { calls } = useSession();
  const { go } = useLinks();
  const d = t.disabling;
  const disable = async () => {
    onChange(await calls.changeWebhook(webhook.id, { state: 'disabled' }));
    setFlash({ kind: 'good', text: d.done });
    go('/settings/webhooks');
  };
  return (
    <ConfirmedAction
      heading={d.title}
      text={d.text}
      buttonLabel={d.action}
      question={d.ask}
      confirmLabel={d.confirm}
      onConfirm={disable}
    />
  );
}

function Deletion({ webhook: { id, url } }: { webhook: Webhook }) {
  const { calls } = useSession();
  const { go } = useLinks();
  const d = t.deletion;
  const remove = async () => {
    await calls.deleteWebhook(id);
    setFlash({ kind: 'good', text: d.done(url) });
    go('/settings/webhooks');
  };
  return (
    <ConfirmedAction
      heading={d.title}
      text={d.text}
      buttonLabel={d.action}
      question={d.ask}
      confirmLabel={d.confirm}
      onConfirm={remove}
    />
  );
}
