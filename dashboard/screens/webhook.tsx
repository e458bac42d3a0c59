import { setFlash } from '../api/flash.ts';
import { useSession } from '../api/session.ts';
import type { Webhook } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { describeSites } from '../parts/describe-sites.ts';
import { EventList } from '../parts/event-list.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { loadPart } from '../parts/load-part.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Time } from '../parts/time.tsx';
import { useNotice } from '../parts/use-notice.tsx';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { webhooksText } from '../text/en/webhooks.ts';
import type { WebhookTabProps } from './webhook/settings-tab.tsx';
import { WebhookState } from './webhook/webhook-state.tsx';

const t = webhooksText.detail;
const deliveriesTab = {
  name: 'deliveries',
  label: t.deliveries,
  Content: loadPart<WebhookTabProps>(
    async () => (await import('./webhook/deliveries-tab.tsx')).DeliveriesTab,
  ),
};
const tabs = [
  deliveriesTab,
  {
    name: 'settings',
    label: t.settings,
    Content: loadPart<WebhookTabProps>(
      async () => (await import('./webhook/settings-tab.tsx')).WebhookSettingsTab,
    ),
  },
];

/** One endpoint of webhooks: its state, its deliveries and its settings. */
export function WebhookScreen({ params }: ScreenProps) {
  const { calls } = useSession();
  const { go, query } = useLinks();
  const webhookId = params.webhookId ?? '';
  const webhook = useLoad((signal) => calls.readWebhook(webhookId, signal));
  const { notice, run } = useNotice();
  const current = tabs.find(({ name }) => name === query.tab) ?? deliveriesTab;
  const sendTest = () =>
    run(async () => {
      const { id } = await calls.testWebhook(webhookId);
      setFlash({ kind: 'good', text: t.tested });
      go(`/settings/webhooks/${webhookId}/deliveries/${id}`);
      return t.tested;
    });
  const enable = () =>
    run(async () => {
      webhook.replace(await calls.changeWebhook(webhookId, { state: 'active' }));
      document.querySelector('h1')?.focus();
      return webhooksText.enabled;
    });
  return (
    <>
      <PageHeading
        title={webhook.data?.url ?? t.title}
        section={webhooksText.title}
        sectionPath="/settings/webhooks"
        tab={current.label}
        action={
          webhook.data?.disabled === null && (
            <button type="button" onClick={() => void sendTest()}>
              {t.test}
            </button>
          )
        }
      />
      {notice}
      <Loading loaded={webhook}>
        {(found) => (
          <>
            <StateNotice webhook={found} onEnable={() => void enable()} />
            <Facts webhook={found} />
            <Tabs label={t.tabs} tabs={tabs} current={current} />
            <current.Content key={current.name} webhook={found} onChange={webhook.replace} />
          </>
        )}
      </Loading>
    </>
  );
}

interface StateNoticeProps {
  webhook: Webhook;
  onEnable: () => void;
}

/** Why no events arrive at an endpoint, and what to do. */
function StateNotice({ webhook: { disabled, failingSince }, onEnable }: StateNoticeProps) {
  if (disabled !== null) {
    return (
      <Notice kind="error" title={webhooksText.states.disabled}>
        <p>
          {webhooksText.disableReasons[disabled.reason]} {webhooksText.disabledSince}{' '}
          <Time at={disabled.at} />. {webhooksText.disabledText}
        </p>
        <div class="actions">
          <button type="button" onClick={onEnable}>
            {webhooksText.enable}
          </button>
        </div>
      </Notice>
    );
  }
  if (failingSince === null) return null;
  return (
    <Notice kind="warning" title={webhooksText.states.failing}>
      <p>
        {webhooksText.failingSince} <Time at={failingSince} />. {webhooksText.failingText}
      </p>
    </Notice>
  );
}

/** What an endpoint is about. The notice says why it is not active. */
function Facts({ webhook }: { webhook: Webhook }) {
  const { facts } = t;
  const { disabled, failingSince, description, events, sites, createdBy, createdAt, updatedAt } = webhook;
  return (
    <section class="panel">
      <dl class="facts">
        {disabled === null && failingSince === null && (
          <>
            <dt>{facts.state}</dt>
            <dd>
              <WebhookState webhook={webhook} />
            </dd>
          </>
        )}
        {description !== '' && (
          <>
            <dt>{facts.description}</dt>
            <dd>{description}</dd>
          </>
        )}
        <dt>{facts.events}</dt>
        <dd>
          <EventList events={events} />
        </dd>
        <dt>{facts.sites}</dt>
        <dd>{describeSites(sites)}</dd>
        <dt>{facts.createdBy}</dt>
        <dd>{createdBy.name}</dd>
        <dt>{facts.created}</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
        <dt>{facts.changed}</dt>
        <dd>
          <Time at={updatedAt} />
        </dd>
      </dl>
    </section>
  );
}
