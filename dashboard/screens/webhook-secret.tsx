import type { WebhookWithSecret } from '../api/types.ts';
import { PageHeading } from '../parts/heading.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { Time } from '../parts/time.tsx';
import { useFreshValue } from '../parts/use-fresh-value.ts';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { webhooksText } from '../text/en/webhooks.ts';

const t = webhooksText.secret;
const section = { section: webhooksText.title, sectionPath: '/settings/webhooks' };

/** Shows the secret of an endpoint once, right after the endpoint was created or its secret rotated. */
export function WebhookSecretScreen({ params }: ScreenProps) {
  const { href } = useLinks();
  const webhookId = params.webhookId ?? '';
  const fresh = useFreshValue<WebhookWithSecret>(webhookId);
  const path = `/settings/webhooks/${webhookId}`;
  if (fresh === null) {
    return (
      <>
        <PageHeading title={t.title} {...section} intro={t.gone} />
        <a class="button primary" href={href(path, { tab: 'settings' })}>
          {t.toWebhook}
        </a>
      </>
    );
  }
  const { secret, url, previousSecretUntil } = fresh;
  return (
    <ShownOnce
      value={secret}
      texts={t}
      heading={<PageHeading title={t.title} {...section} intro={<code>{url}</code>} />}
    >
      {() => (
        <>
          <section class="panel">
            <h2>{t.verify}</h2>
            <p>{t.verifyText}</p>
            {previousSecretUntil !== null && (
              <p>
                {t.overlap} <Time at={previousSecretUntil} />.
              </p>
            )}
          </section>
          <a class="button" href={href(path)}>
            {t.done}
          </a>
        </>
      )}
    </ShownOnce>
  );
}
