import { useDraft } from '../api/drafts.ts';
import { keepFreshValue } from '../api/fresh-value.ts';
import { useSession } from '../api/session.ts';
import { PageHeading } from '../parts/heading.tsx';
import { useLinks } from '../shell/links.ts';
import { shellText } from '../text/en/shell.ts';
import { webhooksText } from '../text/en/webhooks.ts';
import { newWebhookValues, toWebhookBody, WebhookEntry } from './webhook/webhook-entry.tsx';

const t = webhooksText.new;

/** Creates an endpoint of webhooks. Its secret is shown on a screen of its own. */
export function NewWebhookScreen() {
  const { calls, me } = useSession();
  const { href, go } = useLinks();
  const { values, change } = useDraft(
    `new-webhook ${me.person.personId} ${calls.accountId}`,
    newWebhookValues,
  );
  const create = async () => {
    const created = await calls.createWebhook(toWebhookBody(values));
    keepFreshValue(created.id, created);
    go(`/settings/webhooks/${created.id}/secret`);
  };
  return (
    <>
      <PageHeading
        title={t.title}
        section={webhooksText.title}
        sectionPath="/settings/webhooks"
        intro={t.intro}
      />
      <WebhookEntry
        values={values}
        onChange={change}
        onSubmit={create}
        submitLabel={t.submit}
        actions={<a href={href('/settings/webhooks')}>{shellText.cancel}</a>}
      />
    </>
  );
}
