import type { Scan } from '../api/types.ts';
import { useLinks } from '../shell/links.ts';
import { scanListText as t } from '../text/en/scan-list.ts';
import { formatNumber } from '../text/plural.ts';
import { Commit } from './commit.tsx';
import { GateBadge, ScanStatus } from './scan-badges.tsx';
import { type Column, Table } from './table.tsx';
import { Time } from './time.tsx';

interface ScanTableProps {
  scans: readonly Scan[];
  empty: string;
  /** Whether each scan has a link to its site. */
  hasSites?: boolean;
}

/** A list of scans, in the order in which the service returned them. */
export function ScanTable({ scans, empty, hasSites = false }: ScanTableProps) {
  const { href } = useLinks();
  const { columns } = t;
  return (
    <Table<Scan>
      caption={t.caption}
      rows={scans}
      getKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          key: 'created',
          label: columns.created,
          cell: ({ id, createdAt, siteId, siteName }) => (
            <>
              <a href={href(`/scans/${id}`)}>
                <Time at={createdAt} />
              </a>
              {hasSites && (
                <div>
                  <a href={href(`/sites/${siteId}`)}>{siteName}</a>
                </div>
              )}
            </>
          ),
        },
        { key: 'status', label: columns.status, cell: (scan) => <ScanStatus scan={scan} /> },
        { key: 'branch', label: columns.branch, cell: (scan) => <Build scan={scan} /> },
        {
          key: 'gate',
          label: columns.gate,
          cell: ({ summary }) => (summary === null ? t.unknown : <GateBadge gate={summary.gate} />),
        },
        countColumn('new'),
        countColumn('fixed'),
        countColumn('issueGroups'),
      ]}
    />
  );
}

function Build({ scan }: { scan: Scan }) {
  const { branch, commit } = scan.config.metadata ?? {};
  return (
    <>
      {branch}
      {commit !== undefined && <Commit commit={commit} isSoft />}
    </>
  );
}

function countColumn(name: 'new' | 'fixed' | 'issueGroups'): Column<Scan> {
  return {
    key: name,
    label: t.columns[name],
    isNumber: true,
    cell: ({ summary }) => {
      // Without a baseline, the service counts none as new and none as fixed.
      const isKnown = summary !== null && (name === 'issueGroups' || summary.hasBaseline);
      return isKnown ? formatNumber(summary[name]) : t.unknown;
    },
  };
}
