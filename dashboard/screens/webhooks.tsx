import { useSession } from '../api/session.ts';
import type { Webhook } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { describeSites } from '../parts/describe-sites.ts';
import { EventList } from '../parts/event-list.tsx';
import { SettingsList } from '../parts/settings-list.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useLinks } from '../shell/links.ts';
import { webhooksText as t } from '../text/en/webhooks.ts';
import { WebhookState } from './webhook/webhook-state.tsx';

const PAGE_SIZE = 100;

/** The endpoints of webhooks of the account. */
export function WebhooksScreen() {
  const { calls } = useSession();
  const { query } = useLinks();
  const { cursor } = query;
  const webhooks = useLoad(
    (signal) => calls.listWebhooks({ limit: PAGE_SIZE, cursor }, signal),
    cursor ?? '',
  );
  return (
    <SettingsList
      title={t.title}
      intro={t.intro}
      count={t.list.count}
      add={{ path: '/settings/webhooks/new', label: t.create }}
      loaded={webhooks}
    >
      {(items) => <WebhookTable items={items} />}
    </SettingsList>
  );
}

function WebhookTable({ items }: { items: readonly Webhook[] }) {
  const { href } = useLinks();
  const { columns } = t.list;
  return (
    <Table<Webhook>
      caption={t.list.caption}
      rows={items}
      getKey={({ id }) => id}
      empty={t.list.empty}
      columns={[
        {
          key: 'url',
          label: columns.url,
          sortBy: ({ url }) => url,
          cell: ({ id, url, description }) => (
            <>
              <a href={href(`/settings/webhooks/${id}`)}>{url}</a>
              {description !== '' && <span class="soft">{description}</span>}
            </>
          ),
        },
        {
          key: 'state',
          label: columns.state,
          sortBy: ({ state, failingSince }) => `${state} ${failingSince ?? ''}`,
          cell: (webhook) => <WebhookState webhook={webhook} />,
        },
        {
          key: 'events',
          label: columns.events,
          cell: ({ events }) => <EventList events={events} />,
        },
        { key: 'sites', label: columns.sites, cell: ({ sites }) => describeSites(sites) },
        {
          key: 'created',
          label: columns.created,
          sortBy: ({ createdAt }) => createdAt,
          cell: ({ createdAt, createdBy }) => (
            <>
              <Time at={createdAt} isDate />
              <span class="soft">{createdBy.name}</span>
            </>
          ),
        },
      ]}
    />
  );
}
