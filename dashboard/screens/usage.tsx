import type { ListQuery } from '../api/calls.ts';
import { can, useSession } from '../api/session.ts';
import type { KeyUsage, PageOf, PersonUsage, UsageDay } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { timeColumn } from '../parts/columns.tsx';
import { SelectField, TextField } from '../parts/fields.tsx';
import { Filters } from '../parts/filters.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { listAll } from '../parts/list-all.ts';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { UsageChart } from '../parts/usage-chart.tsx';
import { type DayRange, getLastDays, sumByOwner } from '../parts/usage-days.ts';
import { useLinks } from '../shell/links.ts';
import { shellText } from '../text/en/shell.ts';
import { usageText as t } from '../text/en/usage.ts';
import { formatNumber } from '../text/plural.ts';

const PAGE_SIZE = 100;
const PAGES_MAX = 10;
const DAYS_DEFAULT = 30;
const counters = ['requests', 'scans', 'pages'] as const;
type Counter = (typeof counters)[number];
const COUNTER_DEFAULT: Counter = 'requests';
/** What the filters of the screen show. */
type Values = { from: string; to: string; counter: string };

/** The usage of the account by key, person and day, with the limits. */
export function UsageScreen() {
  const { calls, account } = useSession();
  const { href, query } = useLinks();
  const last = getLastDays(DAYS_DEFAULT, new Date());
  const range = { from: query.from ?? last.from, to: query.to ?? last.to };
  const counter = counters.find((each) => each === query.counter) ?? COUNTER_DEFAULT;
  return (
    <>
      <PageHeading title={t.title} section={shellText.settings} intro={t.intro} />
      <Limits />
      <Filters<Values> current={{ ...range, counter }} defaults={{ ...last, counter: COUNTER_DEFAULT }}>
        {(bind) => (
          <>
            <TextField {...bind('from')} type="date" label={t.from} />
            <TextField {...bind('to')} type="date" label={t.to} />
            <SelectField
              {...bind('counter')}
              label={t.counter}
              options={counters.map((each) => ({ value: each, label: t.counters[each] }))}
            />
          </>
        )}
      </Filters>
      <OwnerUsage<KeyUsage>
        id="keys"
        title={t.keys}
        caption={t.keysCaption}
        empty={t.noKeys}
        range={range}
        counter={counter}
        list={calls.listUsage}
        getOwner={({ keyId }) => keyId}
        ownerColumn={{
          key: 'key',
          label: t.columns.key,
          sortBy: ({ keyName }) => keyName,
          cell: ({ keyId, keyName }) =>
            can(account, 'keys:manage') ? (
              <a href={href(`/settings/api-keys/${keyId}`)}>{keyName}</a>
            ) : (
              keyName
            ),
        }}
      />
      <OwnerUsage<PersonUsage>
        id="people"
        title={t.people}
        caption={t.peopleCaption}
        empty={t.noPeople}
        range={range}
        list={calls.listPeopleUsage}
        getOwner={({ personId }) => personId}
        ownerColumn={{
          key: 'person',
          label: t.columns.person,
          sortBy: ({ name }) => name,
          cell: ({ name }) => name,
        }}
      />
    </>
  );
}

interface OwnerUsageProps<Entry> {
  id: string;
  title: string;
  caption: string;
  empty: string;
  range: DayRange;
  list: (query: ListQuery, signal: AbortSignal) => Promise<PageOf<Entry>>;
  getOwner: (entry: Entry) => string;
  ownerColumn: Column<Entry>;
  /** What the chart shows; undefined for no chart. */
  counter?: Counter;
}

/** The usage of each key, or of each person. */
function OwnerUsage<Entry extends UsageDay>(props: OwnerUsageProps<Entry>) {
  const { id, title, caption, empty, range, list, getOwner, ownerColumn, counter } = props;
  const usage = useLoad(
    (signal) => listAll((cursor) => list({ ...range, limit: PAGE_SIZE, cursor }, signal), PAGES_MAX),
    `${range.from} ${range.to}`,
  );
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Loading loaded={usage}>
        {({ items, hasMore }) => (
          <>
            {hasMore && (
              <Notice kind="warning">
                <p>{t.more}</p>
              </Notice>
            )}
            {counter !== undefined && items.length > 0 && (
              <UsageChart name="usage" usage={items} range={range} counter={counter} />
            )}
            <Table<Entry>
              name={`${id}-`}
              caption={caption}
              rows={sumByOwner(items, getOwner)}
              getKey={getOwner}
              empty={empty}
              columns={[ownerColumn, ...counterColumns<Entry>()]}
            />
          </>
        )}
      </Loading>
    </section>
  );
}

function counterColumns<Row extends UsageDay>(): Column<Row>[] {
  return [
    ...counters.map(
      (counter): Column<Row> => ({
        key: counter,
        label: t.columns[counter],
        isNumber: true,
        sortBy: (row) => row[counter],
        cell: (row) => formatNumber(row[counter]),
      }),
    ),
    timeColumn('used', t.columns.lastUsed, ({ lastUsedAt }) => lastUsedAt),
  ];
}

function Limits() {
  const { calls } = useSession();
  const limits = useLoad((signal) => calls.readLimits(signal));
  return (
    <section class="panel" aria-labelledby="limits">
      <h2 id="limits">{t.limits}</h2>
      <p>{t.limitsText}</p>
      <Loading loaded={limits}>
        {({ requestsPerMinute, scansPerMonth, pagesPerMonth, scansUsed, pagesUsed, monthEndsAt }) => (
          <dl class="facts">
            <dt>{t.limitNames.requestsPerMinute}</dt>
            <dd>{formatNumber(requestsPerMinute)}</dd>
            <dt>{t.limitNames.scansPerMonth}</dt>
            <dd>{describeUse(scansUsed, scansPerMonth)}</dd>
            <dt>{t.limitNames.pagesPerMonth}</dt>
            <dd>{describeUse(pagesUsed, pagesPerMonth)}</dd>
            <dt>{t.limitNames.monthEndsAt}</dt>
            <dd>
              <Time at={monthEndsAt} />
            </dd>
          </dl>
        )}
      </Loading>
    </section>
  );
}

/** @param used null if the person may not see it */
function describeUse(used: number | null, limit: number): string {
  return used === null ? formatNumber(limit) : t.used(formatNumber(used), formatNumber(limit));
}
