import type { Impact } from '../../../core/scans/page-result.ts';
import type { OverviewSite } from '../../api/types.ts';
import { GateBadge, ScanStatus } from '../../parts/scan-badges.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useLinks } from '../../shell/links.ts';
import { overviewText as t } from '../../text/en/overview.ts';
import { formatNumber } from '../../text/plural.ts';

type Result = NonNullable<OverviewSite['result']>;

interface SiteTableProps {
  sites: readonly OverviewSite[];
  empty: string;
}

/** The sites of the account, in the order in which the service returned them. */
export function SiteTable({ sites, empty }: SiteTableProps) {
  const { columns } = t;
  return (
    <Table<OverviewSite>
      caption={t.caption}
      rows={sites}
      getKey={({ siteId }) => siteId}
      empty={empty}
      columns={[
        { key: 'name', label: columns.name, cell: (site) => <SiteName site={site} /> },
        {
          key: 'new',
          label: columns.new,
          isNumber: true,
          cell: ({ name, result }) => (result === null ? t.noResult : <New site={name} result={result} />),
        },
        {
          key: 'issueGroups',
          label: columns.issueGroups,
          isNumber: true,
          cell: ({ result }) => (result === null ? t.noResult : <IssueGroups result={result} />),
        },
        {
          key: 'gate',
          label: columns.gate,
          cell: ({ result }) => (result === null ? t.noResult : <GateBadge gate={result.gate} />),
        },
        {
          key: 'notJudged',
          label: columns.notJudged,
          isNumber: true,
          cell: ({ result }) => (result === null ? t.noResult : formatNumber(result.pagesNotJudged)),
        },
        { key: 'last', label: columns.last, cell: (site) => <LastScan site={site} /> },
      ]}
    />
  );
}

function SiteName({ site: { siteId, name, host, labels } }: { site: OverviewSite }) {
  const { href } = useLinks();
  return (
    <>
      <a href={href(`/sites/${siteId}`)}>{name}</a>
      <span class="soft">{host}</span>
      {labels.map((label) => (
        <span class="soft" key={label}>
          {label}
        </span>
      ))}
    </>
  );
}

function New({ site, result: { scanId, new: count } }: { site: string; result: Result }) {
  const { href } = useLinks();
  if (count === null) return <span class="soft">{t.noBaseline}</span>;
  const text = formatNumber(count);
  if (count === 0) return <>{text}</>;
  return (
    <a href={href(`/scans/${scanId}`, { tab: 'changes' })} aria-label={t.showNew(text, site)}>
      <span class="badge bad">{text}</span>
    </a>
  );
}

const impacts = Object.keys(t.impacts) as Impact[];

function IssueGroups({ result }: { result: Result }) {
  const { issueGroups, issueGroupsByImpact: byImpact } = result;
  const parts = impacts.flatMap((impact) => {
    const number = byImpact[impact];
    return number === 0 ? [] : [t.impacts[impact](formatNumber(number))];
  });
  return (
    <>
      {formatNumber(issueGroups)}
      {parts.map((part) => (
        <span class="soft" key={part}>
          {part}
        </span>
      ))}
    </>
  );
}

/** The newest scan that has ended. It is not the one of the numbers, if it was not completed. */
function LastScan({ site: { last, result } }: { site: OverviewSite }) {
  const { href } = useLinks();
  if (last === null) return <>{t.neverScanned}</>;
  const { scanId, status, finishedAt } = last;
  const at = finishedAt ?? (result?.scanId === scanId ? result.createdAt : null);
  return (
    <>
      <a href={href(`/scans/${scanId}`)}>{at === null ? t.noResult : <Time at={at} />}</a>
      {status !== 'completed' && <ScanStatus scan={{ status, progress: { pagesDone: 0, pagesKnown: 0 } }} />}
    </>
  );
}
