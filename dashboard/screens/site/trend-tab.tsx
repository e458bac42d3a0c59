import { useSession } from '../../api/session.ts';
import type { TrendPoint } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { Commit } from '../../parts/commit.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Filters } from '../../parts/filters.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useAnnounceCount } from '../../parts/use-announce-count.ts';
import { useLinks } from '../../shell/links.ts';
import { trendText as t } from '../../text/en/trend.ts';
import { formatNumber } from '../../text/plural.ts';
import { GateCountsSection, RepeatedReason } from './gate-counts.tsx';
import type { SiteTabProps } from './tab-props.ts';
import { findBreak, listVersions, type TrendBreak } from './trend-breaks.ts';
import { TrendChart } from './trend-chart.tsx';

const PAGE_SIZE = 50;
const noFilters = { branch: '' };

type Row = TrendPoint & { change: TrendBreak | null };

/** How the numbers of a site developed from scan to scan. */
export function TrendTab({ site }: SiteTabProps) {
  const { calls } = useSession();
  const { query } = useLinks();
  const { branch = '', cursor } = query;
  const trend = useLoad(
    (signal) => calls.readTrend(site.id, { branch, limit: PAGE_SIZE, cursor }, signal),
    JSON.stringify([branch, cursor]),
  );
  useAnnounceCount(trend.data, t.count);
  return (
    <>
      <Filters current={{ branch }} defaults={noFilters}>
        {(bind) => <TextField {...bind('branch')} label={t.branch} />}
      </Filters>
      <Loading loaded={trend}>
        {({ items, nextCursor, gateCounts }) => {
          const [first, ...others] = items.toReversed();
          const rows = items.map((point, index) => ({
            ...point,
            change: findBreak(items[index + 1] ?? null, point),
          }));
          return (
            <>
              <RepeatedReason gateCounts={gateCounts} />
              {first !== undefined && <TrendChart points={[first, ...others]} />}
              <TrendTable rows={rows} empty={branch === '' ? t.none : t.empty} />
              <Pagination nextCursor={nextCursor} />
              <GateCountsSection gateCounts={gateCounts} />
            </>
          );
        }}
      </Loading>
    </>
  );
}

function TrendTable({ rows, empty }: { rows: readonly Row[]; empty: string }) {
  const { href } = useLinks();
  const { columns } = t;
  return (
    <Table<Row>
      caption={t.caption}
      rows={rows}
      getKey={({ scanId }) => scanId}
      empty={empty}
      columns={[
        {
          key: 'scan',
          label: columns.scan,
          cell: ({ scanId, createdAt }) => (
            <a href={href(`/scans/${scanId}`)}>
              <Time at={createdAt} />
            </a>
          ),
        },
        {
          key: 'branch',
          label: columns.branch,
          cell: ({ branch, commit }) => (
            <>
              {branch ?? t.unknown}
              {commit !== null && <Commit commit={commit} isSoft />}
            </>
          ),
        },
        numberColumn('issueGroups'),
        numberColumn('new'),
        numberColumn('fixed'),
        {
          key: 'pages',
          label: columns.pages,
          isNumber: true,
          cell: ({ pages: { scanned, attempted } }) => (
            <span class="nowrap">{t.pages(formatNumber(scanned), formatNumber(attempted))}</span>
          ),
        },
        { key: 'change', label: columns.change, cell: (row) => <Change row={row} /> },
      ]}
    />
  );
}

function numberColumn(name: 'issueGroups' | 'new' | 'fixed'): Column<Row> {
  return {
    key: name,
    label: t.columns[name],
    isNumber: true,
    cell: (row) => {
      const value = row[name];
      return value === null ? t.unknown : formatNumber(value);
    },
  };
}

function Change({ row }: { row: Row }) {
  if (row.change === null) return <span class="soft">{t.sameConditions}</span>;
  return (
    <>
      {row.change.settings && <span>{t.settings}</span>}
      {row.change.engines && <span>{t.engine(listVersions(row))}</span>}
    </>
  );
}
