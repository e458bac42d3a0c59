import { can, useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { SelectField, TextField } from '../parts/fields.tsx';
import { Filters } from '../parts/filters.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { toOptions } from '../parts/to-options.ts';
import { useAnnounceCount } from '../parts/use-announce-count.ts';
import { useLinks } from '../shell/links.ts';
import { overviewText as t } from '../text/en/overview.ts';
import { formatCount, formatNumber } from '../text/plural.ts';
import { FirstSteps } from './overview/first-steps.tsx';
import { RunningScans } from './overview/running-scans.tsx';
import { SiteTable } from './overview/site-table.tsx';

const PAGE_SIZE = 50;
const noFilters = { label: '', text: '', sort: 'new' };

/** The sites of the account with the results of their newest scans, those with new problems first. */
export function OverviewScreen() {
  const { account, calls } = useSession();
  const { query, href } = useLinks();
  const { label = '', text = '', sort = noFilters.sort, cursor } = query;
  const filters = { label, text, sort };
  const isFiltered = label !== '' || text !== '';
  const overview = useLoad(
    (signal) => calls.readOverview({ ...filters, limit: PAGE_SIZE, cursor }, signal),
    JSON.stringify([filters, cursor]),
  );
  useAnnounceCount(overview.data, t.count);
  // A member who is limited to sites could not open a new one.
  const canAdd = can(account, 'sites:write') && account.siteIds === null;
  const hasNone = overview.data?.total === 0 && !isFiltered;
  return (
    <>
      <PageHeading
        title={t.title}
        intro={t.intro}
        {...(canAdd && {
          action: (
            <a class="button primary" href={href('/sites/new')}>
              {t.add}
            </a>
          ),
        })}
      />
      {!hasNone && (
        <>
          <RunningScans onEnd={overview.reload} />
          <Filters current={filters} defaults={noFilters}>
            {(bind) => (
              <>
                <SelectField
                  {...bind('label')}
                  label={t.fields.label}
                  options={listLabelOptions(overview.data?.labels ?? [], bind('label').value)}
                />
                <TextField {...bind('text')} label={t.fields.text} />
                <SelectField {...bind('sort')} label={t.fields.sort} options={toOptions(t.orders)} />
              </>
            )}
          </Filters>
        </>
      )}
      <Loading loaded={overview}>
        {({ items, nextCursor, total }) =>
          hasNone ? (
            canAdd ? (
              <FirstSteps />
            ) : (
              <p class="empty">{t.noSites}</p>
            )
          ) : (
            <>
              {items.length < total && (
                <p>{t.shown(formatNumber(items.length), formatCount(total, t.count))}</p>
              )}
              <SiteTable sites={items} empty={t.empty} />
              <Pagination nextCursor={nextCursor} />
              <Words />
            </>
          )
        }
      </Loading>
    </>
  );
}

/** Returns the options of the filter. The label of the URL is among them, even if no site has it. */
function listLabelOptions(labels: readonly string[], current: string) {
  const all = current === '' || labels.includes(current) ? labels : [...labels, current];
  return [{ value: '', label: t.fields.allLabels }, ...all.map((each) => ({ value: each, label: each }))];
}

/** What the columns say, for people who do not know the terms. */
function Words() {
  const { title, ...words } = t.words;
  return (
    <details>
      <summary>{title}</summary>
      <ul>
        {Object.values(words).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}
