import type { DifferenceState } from '../../../core/comparison/states.ts';
import type { FindingKind } from '../../../core/findings/finding-kind.ts';
import { useSession } from '../../api/session.ts';
import type { ComparedFinding, ScanComparison } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { Life } from '../../parts/life.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { Table } from '../../parts/table.tsx';
import { useAnnounceCount } from '../../parts/use-announce-count.ts';
import { useLinks } from '../../shell/links.ts';
import { compareText as t } from '../../text/en/compare.ts';
import { findingTerms } from '../../text/en/finding-terms.ts';
import { formatCount, formatList, formatNumber } from '../../text/plural.ts';

const PAGE_SIZE = 50;

interface ComparisonProps {
  siteId: string;
  scanId: string;
  /** With the other scan. */
  filters: Readonly<Record<'with' | 'state' | 'kind' | 'impact', string>>;
}

/** What changed between two scans: whether they can be compared, numbers, and findings. */
export function Comparison({ siteId, scanId, filters }: ComparisonProps) {
  const { calls } = useSession();
  const { cursor } = useLinks().query;
  const comparison = useLoad(
    (signal) => calls.compareScans(scanId, { ...filters, limit: PAGE_SIZE, cursor }, signal),
    JSON.stringify([scanId, filters, cursor]),
  );
  useAnnounceCount(comparison.data, t.findings);
  return (
    <Loading loaded={comparison}>
      {(found) => (
        <>
          <Conditions comparison={found} />
          <h2>{t.counts}</h2>
          <Counts counts={found.counts} />
          <h2>{t.caption}</h2>
          <Findings items={found.items} siteId={siteId} scanId={scanId} />
          <Pagination nextCursor={found.nextCursor} />
        </>
      )}
    </Loading>
  );
}

function Conditions({ comparison }: { comparison: ScanComparison }) {
  const { isComparable, settingsChanged, enginesChanged, scan, with: other } = comparison;
  const unlisted = scan.unlisted + other.unlisted;
  if (isComparable && !enginesChanged && unlisted === 0) return null;
  return (
    <Notice kind="warning">
      {!isComparable && <p>{t.settings(formatList(settingsChanged))}</p>}
      {enginesChanged && <p>{t.engines}</p>}
      {unlisted > 0 && <p>{t.unlisted(formatCount(unlisted, t.findings))}</p>}
    </Notice>
  );
}

function Counts({ counts }: Pick<ScanComparison, 'counts'>) {
  const { hrefWith } = useLinks();
  const countColumn = (kind: FindingKind, name: 'violations' | 'needsReview') => ({
    key: name,
    label: t[name],
    isNumber: true,
    cell: (state: DifferenceState) => {
      const text = formatNumber(counts[state][name]);
      if (counts[state][name] === 0) return text;
      return (
        <a href={hrefWith({ state, kind, cursor: undefined })} aria-label={t.show(text, t.states[state])}>
          {text}
        </a>
      );
    },
  });
  const states = Object.keys(t.states) as DifferenceState[];
  return (
    <Table<DifferenceState>
      caption={t.counts}
      rows={states}
      getKey={(state) => state}
      empty={t.empty}
      columns={[
        { key: 'change', label: t.change, cell: (state) => t.states[state] },
        countColumn('violation', 'violations'),
        countColumn('review', 'needsReview'),
        {
          key: 'suppressed',
          label: t.suppressed,
          isNumber: true,
          cell: (state) => formatNumber(counts[state].suppressed),
        },
        { key: 'meaning', label: t.meaning, cell: (state) => t.meanings[state] },
      ]}
    />
  );
}

interface FindingsProps {
  items: readonly ComparedFinding[];
  siteId: string;
  scanId: string;
}

function Findings({ items, siteId, scanId }: FindingsProps) {
  const { calls } = useSession();
  const { columns } = t;
  return (
    <Table<ComparedFinding>
      caption={t.caption}
      rows={items}
      getKey={({ state, fingerprint, kind, selector }) => `${state} ${fingerprint} ${kind} ${selector}`}
      empty={t.empty}
      columns={[
        { key: 'rule', label: columns.rule, cell: ({ help }) => help },
        {
          key: 'state',
          label: columns.state,
          cell: ({ state, suppressed }) => (
            <>
              <span class={`badge ${badges[state] ?? ''}`}>{t.states[state]}</span>
              {suppressed === true && <span class="soft">{t.suppressed}</span>}
            </>
          ),
        },
        { key: 'kind', label: columns.kind, cell: ({ kind }) => t.kinds[kind] },
        { key: 'impact', label: columns.impact, cell: ({ impact }) => findingTerms.impacts[impact] },
        { key: 'page', label: columns.page, cell: ({ url }) => url },
        {
          key: 'element',
          label: columns.element,
          cell: ({ selector, fingerprint }) => (
            <>
              <code>{selector}</code>
              <Life load={(signal) => calls.readFindingHistory(siteId, fingerprint, scanId, signal)} />
            </>
          ),
        },
      ]}
    />
  );
}

const badges: Partial<Record<DifferenceState, string>> = { new: 'bad', regressed: 'bad', fixed: 'good' };
