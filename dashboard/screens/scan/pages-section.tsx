import { useLoad } from '../../api/use-load.ts';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Filters } from '../../parts/filters.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { useAnnounceCount } from '../../parts/use-announce-count.ts';
import { useLinks } from '../../shell/links.ts';
import { pageOutcomesText } from '../../text/en/page-outcomes.ts';
import { resultsText } from '../../text/en/results.ts';
import { formatCount, formatNumber } from '../../text/plural.ts';
import { PageTable } from './page-table.tsx';
import type { SectionProps } from './section-props.ts';

const t = resultsText.pages;
const PAGE_SIZE = 50;
const noFilters = { outcome: '', text: '' };

/** The pages of a scan by outcome. */
export function PagesSection({ source, results }: SectionProps) {
  const { query } = useLinks();
  const { outcome = '', text = '', cursor } = query;
  const filters = { outcome, text };
  const pages = useLoad(
    (signal) => source.listPages({ ...filters, limit: PAGE_SIZE, cursor }, signal),
    JSON.stringify([filters, cursor]),
  );
  useAnnounceCount(pages.data, t.count);
  const counts = Object.entries(results.summary.pages.byOutcome) as [keyof typeof pageOutcomesText, number][];
  return (
    <>
      <h2>{resultsText.sections.pages}</h2>
      <p>
        {t.intro(
          formatNumber(results.summary.pages.scanned),
          formatCount(results.summary.pages.known, t.count),
        )}
      </p>
      <Filters current={filters} defaults={noFilters}>
        {(bind) => (
          <>
            <SelectField
              {...bind('outcome')}
              label={t.columns.outcome}
              options={[
                { value: '', label: t.allOutcomes },
                ...counts.map(([code, count]) => ({
                  value: code,
                  label: t.outcomeCount(pageOutcomesText[code], formatNumber(count)),
                })),
              ]}
            />
            <TextField {...bind('text')} label={t.text} />
          </>
        )}
      </Filters>
      <Loading loaded={pages}>
        {({ items, nextCursor }) => (
          <>
            <PageTable pages={items} empty={t.empty} />
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
    </>
  );
}
