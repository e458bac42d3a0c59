import { useSession } from '../../api/session.ts';
import type { Delivery } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { SelectField } from '../../parts/fields.tsx';
import { Filters } from '../../parts/filters.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { useAnnounceCount } from '../../parts/use-announce-count.ts';
import { useLinks } from '../../shell/links.ts';
import { formatTime } from '../../text/dates.ts';
import { eventNames } from '../../text/en/events.ts';
import { webhooksText } from '../../text/en/webhooks.ts';
import { formatNumber } from '../../text/plural.ts';
import { DeliveryState } from './delivery-state.tsx';
import type { WebhookTabProps } from './settings-tab.tsx';

const t = webhooksText.deliveries;
const PAGE_SIZE = 50;
const noFilters = { state: '', type: '' };

/** The deliveries to an endpoint, newest first. */
export function DeliveriesTab({ webhook: { id } }: WebhookTabProps) {
  const { calls } = useSession();
  const { query } = useLinks();
  const { state = '', type = '', cursor } = query;
  const filters = { state, type };
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const deliveries = useLoad(
    (signal) => calls.listDeliveries(id, { ...filters, limit: PAGE_SIZE, cursor }, signal),
    JSON.stringify([filters, cursor]),
  );
  useAnnounceCount(deliveries.data, t.count);
  return (
    <>
      <Filters current={filters} defaults={noFilters}>
        {(bind) => (
          <>
            <SelectField
              {...bind('state')}
              label={t.fields.state}
              options={toOptions(t.states, t.fields.allStates)}
            />
            <SelectField
              {...bind('type')}
              label={t.fields.type}
              options={toOptions(eventNames, t.fields.allTypes)}
            />
          </>
        )}
      </Filters>
      <p class="soft">{t.text}</p>
      <Loading loaded={deliveries}>
        {({ items, nextCursor }) => (
          <>
            <DeliveryTable
              webhookId={id}
              items={items}
              empty={nextCursor !== null ? t.emptyPage : isFiltered ? t.noMatch : t.empty}
            />
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
    </>
  );
}

interface DeliveryTableProps {
  webhookId: string;
  items: readonly Delivery[];
  empty: string;
}

function DeliveryTable({ webhookId, items, empty }: DeliveryTableProps) {
  const { href } = useLinks();
  return (
    <Table<Delivery>
      caption={t.caption}
      rows={items}
      getKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          key: 'type',
          label: t.columns.type,
          cell: ({ id, type, createdAt }) => {
            const name = eventNames[type] ?? type;
            return (
              <>
                <a
                  href={href(`/settings/webhooks/${webhookId}/deliveries/${id}`)}
                  aria-label={t.nameOf(name, formatTime(createdAt))}
                >
                  {name}
                </a>
                <code class="soft">{type}</code>
              </>
            );
          },
        },
        { key: 'created', label: t.columns.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          key: 'state',
          label: t.columns.state,
          cell: ({ state, nextAttemptAt }) => (
            <>
              <DeliveryState state={state} />
              {nextAttemptAt !== null && (
                <span class="soft">
                  {t.next} <Time at={nextAttemptAt} />
                </span>
              )}
            </>
          ),
        },
        {
          key: 'attempts',
          label: t.columns.attempts,
          isNumber: true,
          cell: ({ attemptCount }) => formatNumber(attemptCount),
        },
        {
          key: 'last',
          label: t.columns.last,
          cell: ({ lastAttempt }) => (
            <>
              <Time at={lastAttempt?.at ?? null} />
              {lastAttempt !== null && (
                <span class="soft">
                  {lastAttempt.status === null ? t.noAnswer : t.status(lastAttempt.status)}
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
