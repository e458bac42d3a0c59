import { useSession } from '../api/session.ts';
import type { KeyUsage, PersonUsage, UsageDay } from '../api/types.ts';
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
const PAGES_MAX = 5;
const DAYS_DEFAULT = 30;
const counters = ['requests', 'scans', 'pages'] as const;
type Counter = (typeof counters)[number];
const COUNTER_DEFAULT: Counter = 'requests';
/** What the filters of the screen show. */
type Values = { from: string; to: string; counter: string };

/** The usage of the account by key, person and day, with the limits. */
export function UsageScreen() {
  const { query } = useLinks();
  const last = getLastDays(DAYS_DEFAULT, new Date());
  const range = { from: query.from ?? last.from, to: query.to ?? last.to };
  const counter = counters.find((each) => each === query.counter) ?? COUNTER_DEFAULT;
  return (
    <>
      <PageHeading title={t.title} section={shellText.settings} intro={t.intro} />
      <Limits />
      <Filters<Values> current={{ ...range, counter }} defaults={{ ...last, counter: COUNTER_DEFAULT }}>
        {(values, change) => (
          <>
            <TextField
              name="from"
              type="date"
              label={t.from}
              value={values.from}
              onChange={(from) => change({ from })}
            />
            <TextField
              name="to"
              type="date"
              label={t.to}
              value={values.to}
              onChange={(to) => change({ to })}
            />
            <SelectField
              name="counter"
              label={t.counter}
              value={values.counter}
              options={counters.map((each) => ({ value: each, label: t.counters[each] }))}
              onChange={(each) => change({ counter: each })}
            />
          </>
        )}
      </Filters>
      <KeysUsage range={range} counter={counter} />
      <PeopleUsage range={range} />
    </>
  );
}

function KeysUsage({ range, counter }: { range: DayRange; counter: Counter }) {
  const { calls } = useSession();
  const { href } = useLinks();
  const usage = useLoad(
    (signal) =>
      listAll((cursor) => calls.listUsage({ ...range, limit: PAGE_SIZE, cursor }, signal), PAGES_MAX),
    `${range.from} ${range.to}`,
  );
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{t.keys}</h2>
      <Loading loaded={usage}>
        {({ items, hasMore }) => (
          <>
            {items.length > 0 && <UsageChart name="usage" usage={items} range={range} counter={counter} />}
            {hasMore && (
              <Notice kind="warning">
                <p>{t.more}</p>
              </Notice>
            )}
            <Table<KeyUsage>
              name="keys-"
              caption={t.keysCaption}
              rows={sumByOwner(items, ({ keyId }) => keyId)}
              getKey={({ keyId }) => keyId}
              empty={t.noKeys}
              columns={[
                {
                  key: 'key',
                  label: t.columns.key,
                  sortBy: ({ keyName }) => keyName,
                  cell: ({ keyId, keyName }) => <a href={href(`/settings/api-keys/${keyId}`)}>{keyName}</a>,
                },
                ...counterColumns<KeyUsage>(),
              ]}
            />
          </>
        )}
      </Loading>
    </section>
  );
}

function PeopleUsage({ range }: { range: DayRange }) {
  const { calls } = useSession();
  const usage = useLoad(
    (signal) =>
      listAll((cursor) => calls.listPeopleUsage({ ...range, limit: PAGE_SIZE, cursor }, signal), PAGES_MAX),
    `${range.from} ${range.to}`,
  );
  return (
    <section aria-labelledby="people">
      <h2 id="people">{t.people}</h2>
      <Loading loaded={usage}>
        {({ items, hasMore }) => (
          <>
            {hasMore && (
              <Notice kind="warning">
                <p>{t.more}</p>
              </Notice>
            )}
            <Table<PersonUsage>
              name="people-"
              caption={t.peopleCaption}
              rows={sumByOwner(items, ({ personId }) => personId)}
              getKey={({ personId }) => personId}
              empty={t.noPeople}
              columns={[
                {
                  key: 'person',
                  label: t.columns.person,
                  sortBy: ({ name }) => name,
                  cell: ({ name }) => name,
                },
                ...counterColumns<PersonUsage>(),
              ]}
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
