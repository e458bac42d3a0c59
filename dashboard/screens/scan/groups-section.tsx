import type { ScanGroup } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Filters } from '../../parts/filters.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { useAnnounceCount } from '../../parts/use-announce-count.ts';
import { useLinks } from '../../shell/links.ts';
import { findingTerms } from '../../text/en/finding-terms.ts';
import { resultsText } from '../../text/en/results.ts';
import { formatCount } from '../../text/plural.ts';
import { Group } from './group.tsx';
import type { SectionProps } from './section-props.ts';

const t = resultsText.groups;
const PAGE_SIZE = 25;
/** Suppressed groups are not shown unless they are asked for. */
const noFilters = { state: '', impact: '', rule: '', criterion: '', page: '', suppressed: 'false' };

/** The issue groups with violations. */
export const ViolationsSection = (props: SectionProps) => <Groups kind="violation" {...props} />;

/** The issue groups that a person must review. */
export const ReviewSection = (props: SectionProps) => <Groups kind="review" {...props} />;

function Groups({ kind, source, results, actions }: SectionProps & { kind: ScanGroup['kind'] }) {
  const { query } = useLinks();
  const { state = '', impact = '', rule = '', criterion = '', page = '', cursor } = query;
  const filters = { state, impact, rule, criterion, page, suppressed: query.suppressed ?? 'false' };
  const { suppressed, ...others } = filters;
  const groups = useLoad(
    (signal) =>
      source.listGroups(
        { ...others, ...(suppressed === 'all' ? {} : { suppressed }), kind, limit: PAGE_SIZE, cursor },
        signal,
      ),
    JSON.stringify([kind, filters, cursor]),
  );
  useAnnounceCount(groups.data, t.count);
  const isFiltered = Object.values(others).some((value) => value !== '');
  return (
    <>
      <h2>{resultsText.sections[kind === 'violation' ? 'violations' : 'needs-review']}</h2>
      <p>{t.intro[kind]}</p>
      <GroupFilters filters={filters} />
      <Loading loaded={groups}>
        {({ items, total, nextCursor }) => (
          <>
            {total === 0 ? (
              <p class="empty">{isFiltered || suppressed === 'true' ? t.empty : t.none[kind]}</p>
            ) : (
              <p>{formatCount(total, t.count)}</p>
            )}
            {items.map((group) => (
              <Group
                key={group.id}
                group={group}
                source={source}
                actions={actions}
                isCompared={results.comparison.baseline !== null}
                page={page}
              />
            ))}
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
    </>
  );
}

function GroupFilters({ filters }: { filters: typeof noFilters }) {
  return (
    <Filters current={filters} defaults={noFilters}>
      {(values, change) => (
        <>
          <SelectField
            name="state"
            label={t.fields.state}
            value={values.state}
            options={toOptions(findingTerms.states, t.fields.allStates)}
            onChange={(state) => change({ state })}
          />
          <SelectField
            name="impact"
            label={t.fields.impact}
            value={values.impact}
            options={toOptions(findingTerms.impacts, t.fields.allImpacts)}
            onChange={(impact) => change({ impact })}
          />
          <TextField
            name="rule"
            label={t.fields.rule}
            value={values.rule}
            onChange={(rule) => change({ rule })}
          />
          <TextField
            name="criterion"
            label={t.fields.criterion}
            value={values.criterion}
            onChange={(criterion) => change({ criterion })}
          />
          <TextField
            name="page"
            label={t.fields.page}
            value={values.page}
            onChange={(page) => change({ page })}
          />
          <SelectField
            name="suppressed"
            label={t.fields.suppressed}
            value={values.suppressed}
            options={toOptions(t.suppressed)}
            onChange={(suppressed) => change({ suppressed })}
          />
        </>
      )}
    </Filters>
  );
}
