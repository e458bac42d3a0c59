import type { ReportGroup, ReportResults } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Filters } from '../../parts/filters.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { useAnnounceCount } from '../../parts/use-announce-count.ts';
import { useLinks } from '../../shell/links.ts';
import { findingTerms } from '../../text/en/finding-terms.ts';
import { reportDecisionsText } from '../../text/en/report-decisions.ts';
import { resultsText } from '../../text/en/results.ts';
import { formatCount } from '../../text/plural.ts';
import { Group } from './group.tsx';
import type { SectionProps } from './section-props.ts';

const t = resultsText.groups;
const PAGE_SIZE = 25;
/** Groups that are suppressed or decided to be fine are not shown unless they are asked for. */
const noFilters = {
  state: '',
  impact: '',
  rule: '',
  criterion: '',
  page: '',
  suppressed: 'false',
  decision: 'open',
};

/** The issue groups with violations. */
export const ViolationsSection = (props: SectionProps) => <Groups kind="violation" {...props} />;

/** The issue groups that a person must review. */
export const ReviewSection = (props: SectionProps) => <Groups kind="review" {...props} />;

function Groups({ kind, source, results, actions }: SectionProps & { kind: ReportGroup['kind'] }) {
  const { query } = useLinks();
  const { state = '', impact = '', rule = '', criterion = '', page = '', cursor } = query;
  const { suppressed = noFilters.suppressed, decision = noFilters.decision } = query;
  const others = { state, impact, rule, criterion, page };
  const filters = { ...others, suppressed, decision };
  const groups = useLoad(
    (signal) =>
      source.listGroups(
        {
          ...others,
          ...(suppressed === 'all' ? {} : { suppressed }),
          ...(decision === 'all' ? {} : { decision }),
          kind,
          limit: PAGE_SIZE,
          cursor,
        },
        signal,
      ),
    JSON.stringify([kind, filters, cursor]),
  );
  useAnnounceCount(groups.data, t.count);
  const isFiltered =
    Object.values(others).some((value) => value !== '') ||
    suppressed === 'true' ||
    !['open', 'all'].includes(decision);
  const empty = isFiltered ? t.empty : (hasHidden(kind, results.summary) ? t.hidden : t.none)[kind];
  return (
    <>
      <h2>{resultsText.sections[kind === 'violation' ? 'violations' : 'needs-review']}</h2>
      <p>{t.intro[kind]}</p>
      {kind === 'review' && <Decided summary={results.summary} />}
      <GroupFilters kind={kind} filters={filters} />
      <Loading loaded={groups}>
        {({ items, total, nextCursor }) => (
          <>
            {total === 0 ? <p class="empty">{empty}</p> : <p>{formatCount(total, t.count)}</p>}
            {items.map((group) => (
              <Group
                key={group.id}
                group={group}
                source={source}
                actions={actions}
                isCompared={results.comparison.baseline !== null}
                page={page}
                decisions={'decisions' in results ? results.decisions : undefined}
                suppressions={'suppressions' in results ? results.suppressions : undefined}
              />
            ))}
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
    </>
  );
}

/** Whether the report has findings of a kind that are not shown unless they are asked for. */
function hasHidden(kind: ReportGroup['kind'], { suppressed, decided }: ReportResults['summary']): boolean {
  if (kind === 'violation') return suppressed.violations.elements > 0;
  const { fine, problems } = decided ?? {};
  return [suppressed.needsReview, fine, problems].some((count) => (count?.elements ?? 0) > 0);
}

/** How many findings people decided about. */
function Decided({ summary: { decided } }: Pick<ReportResults, 'summary'>) {
  const numbers = Object.entries(reportDecisionsText.numbers) as [
    keyof typeof reportDecisionsText.numbers,
    CountText,
  ][];
  const texts = numbers.flatMap(([name, text]) => {
    const elements = decided?.[name].elements ?? 0;
    return elements === 0 ? [] : text(formatCount(elements, t.findings));
  });
  return texts.length === 0 ? null : <p>{texts.join(' ')}</p>;
}
type CountText = (count: string) => string;

interface GroupFiltersProps {
  kind: ReportGroup['kind'];
  filters: typeof noFilters;
}

function GroupFilters({ kind, filters }: GroupFiltersProps) {
  return (
    <Filters current={filters} defaults={noFilters}>
      {(bind) => (
        <>
          <SelectField
            {...bind('state')}
            label={t.fields.state}
            options={toOptions(findingTerms.states, t.fields.allStates)}
          />
          <SelectField
            {...bind('impact')}
            label={t.fields.impact}
            options={toOptions(findingTerms.impacts, t.fields.allImpacts)}
          />
          <TextField {...bind('rule')} label={t.fields.rule} />
          <TextField {...bind('criterion')} label={t.fields.criterion} />
          <TextField {...bind('page')} label={t.fields.page} />
          <SelectField
            {...bind('suppressed')}
            label={t.fields.suppressed}
            options={toOptions(t.suppressed)}
          />
          {kind === 'review' && (
            <SelectField
              {...bind('decision')}
              label={reportDecisionsText.filter.label}
              options={toOptions(reportDecisionsText.filter.options)}
            />
          )}
        </>
      )}
    </Filters>
  );
}
