import type { ReportResults } from '../../api/types.ts';
import { ImpactBadge } from '../../parts/impact-badge.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useLinks } from '../../shell/links.ts';
import { findingTerms } from '../../text/en/finding-terms.ts';
import { resultsText } from '../../text/en/results.ts';
import { formatNumber } from '../../text/plural.ts';
import type { SectionProps } from './section-props.ts';

const t = resultsText.changes;
/** Number of fixed findings that are shown; the report has more. */
const FIXED_SHOWN = 100;

type Comparison = ReportResults['comparison'];
type Baseline = Extract<NonNullable<Comparison['baseline']>, { chosenBy: unknown }>;
type State = keyof Comparison['violations'];
const states = Object.keys(findingTerms.states) as State[];

/** What changed since the baseline. */
export function ChangesSection({ results: { comparison } }: SectionProps) {
  const { baseline, whyNone, byEngine } = comparison;
  return (
    <>
      <h2>{resultsText.sections.changes}</h2>
      {baseline === null ? (
        <p class="empty">{whyNone ?? t.none}</p>
      ) : (
        <>
          <p>
            {t.since} <Time at={baseline.createdAt} />
            {baseline.branch !== null && (
              <>
                {' '}
                (<code>{baseline.branch}</code>)
              </>
            )}
            . {'chosenBy' in baseline && describeChoice(baseline)}
          </p>
          <StateTable comparison={comparison} />
          {byEngine > 0 && <p>{t.byEngine(formatNumber(byEngine))}</p>}
          <Fixed fixed={comparison.fixed} />
          {comparison.notSeenAgain.count > 0 && (
            <p>{t.notSeenAgain(formatNumber(comparison.notSeenAgain.count))}</p>
          )}
        </>
      )}
    </>
  );
}

/** Says why the baseline was chosen. Scans without a branch count as one branch, which has no name. */
function describeChoice({ chosenBy, branch }: Pick<Baseline, 'chosenBy' | 'branch'>): string {
  return chosenBy === 'branch' && branch === null ? t.noBranch : t.chosenBy[chosenBy];
}

function StateTable({ comparison }: { comparison: Comparison }) {
  const { path, href } = useLinks();
  const countColumn = (kind: 'violations' | 'needsReview', tab: string) => ({
    key: kind,
    label: resultsText.sections[kind === 'violations' ? 'violations' : 'needs-review'],
    isNumber: true,
    cell: (state: State) => {
      const count = comparison[kind][state];
      const text = formatNumber(count);
      if (count === 0) return text;
      return (
        <a href={href(path, { tab, state })} aria-label={t.show(text, findingTerms.states[state])}>
          {text}
        </a>
      );
    },
  });
  return (
    <Table<State>
      caption={t.caption}
      rows={states}
      getKey={(state) => state}
      empty=""
      columns={[
        {
          key: 'state',
          label: t.state,
          cell: (state) => (
            <>
              {findingTerms.states[state]}
              <span class="soft">{t.meanings[state]}</span>
            </>
          ),
        },
        countColumn('violations', 'violations'),
        countColumn('needsReview', 'needs-review'),
      ]}
    />
  );
}

function Fixed({ fixed: { count, findings } }: { fixed: Comparison['fixed'] }) {
  const shown = findings.slice(0, FIXED_SHOWN);
  return (
    <section aria-labelledby="fixed">
      <h3 id="fixed">{t.fixed(formatNumber(count))}</h3>
      <Table<(typeof findings)[number]>
        caption={t.fixed(formatNumber(count))}
        rows={shown}
        getKey={({ fingerprint, url, selector }) => `${fingerprint} ${url} ${selector}`}
        empty={t.nothingFixed}
        columns={[
          { key: 'rule', label: t.columns.problem, cell: ({ help }) => help },
          { key: 'impact', label: t.columns.impact, cell: ImpactBadge },
          { key: 'page', label: t.columns.page, cell: ({ url }) => url },
          { key: 'element', label: t.columns.element, cell: ({ selector }) => <code>{selector}</code> },
        ]}
      />
      {count > shown.length && shown.length > 0 && <p>{t.moreFixed(formatNumber(count - shown.length))}</p>}
    </section>
  );
}
