import type { SharedPage } from '../../api/types.ts';
import { PageEnd } from '../../parts/page-end.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useLinks } from '../../shell/links.ts';
import { resultsText } from '../../text/en/results.ts';
import { formatNumber } from '../../text/plural.ts';

const t = resultsText.pages;

interface PageTableProps {
  pages: readonly SharedPage[];
  empty: string;
}

/** Pages of a scan with their outcomes, also while it runs. */
export function PageTable({ pages, empty }: PageTableProps) {
  const { columns } = t;
  const isReported = pages.some(({ violations }) => violations !== null);
  return (
    <Table<SharedPage>
      caption={t.caption}
      rows={pages}
      getKey={({ id }) => id}
      empty={empty}
      columns={[
        { key: 'page', label: columns.page, cell: PageName },
        { key: 'outcome', label: columns.outcome, cell: (page) => <PageEnd page={page} /> },
        ...(isReported ? [violations, countColumn('new'), countColumn('needsReview')] : []),
      ]}
    />
  );
}

function PageName({ title, url, foundOn, outcome }: SharedPage) {
  return (
    <>
      {title ?? url}
      {title !== null && <span class="soft">{url}</span>}
      {outcome === 'broken-link' && foundOn !== null && <span class="soft">{t.foundOn(foundOn)}</span>}
    </>
  );
}

const violations: Column<SharedPage> = {
  key: 'violations',
  label: t.columns.violations,
  isNumber: true,
  cell: Violations,
};

function Violations({ violations: count, url }: SharedPage) {
  const { path, href } = useLinks();
  if (count === null) return <>{t.unknown}</>;
  const text = formatNumber(count);
  if (count === 0) return <>{text}</>;
  return (
    <a href={href(path, { tab: 'violations', page: url })} aria-label={t.showViolations(text, url)}>
      {text}
    </a>
  );
}

function countColumn(name: 'new' | 'needsReview'): Column<SharedPage> {
  return {
    key: name,
    label: t.columns[name],
    isNumber: true,
    cell: (page) => {
      const count = page[name];
      return count === null ? t.unknown : formatNumber(count);
    },
  };
}
