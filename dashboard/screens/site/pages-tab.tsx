import { useSession } from '../../api/session.ts';
import type { ScanPage, ScanPages, SiteGroups } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Filters } from '../../parts/filters.tsx';
import { Loading } from '../../parts/loading.tsx';
import { PageEnd } from '../../parts/page-end.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { useAnnounceCount } from '../../parts/use-announce-count.ts';
import { useLinks } from '../../shell/links.ts';
import { pageOutcomesText } from '../../text/en/page-outcomes.ts';
import { sitePagesText as t } from '../../text/en/site-pages.ts';
import { formatCount, formatNumber } from '../../text/plural.ts';
import { ScanOfTab } from './scan-of-tab.tsx';
import type { SiteTabProps } from './tab-props.ts';

const PAGE_SIZE = 50;
const noFilters = { text: '', outcome: '', branch: '' };

type ScanOfSite = NonNullable<SiteGroups['scan']>;

/** The pages of a site, as its newest completed scan saw them. */
export function PagesTab({ site }: SiteTabProps) {
  const { calls } = useSession();
  const { query } = useLinks();
  const { text = '', outcome = '', branch = '', cursor } = query;
  const pages = useLoad(
    async (signal): Promise<{ scan: ScanOfSite; page: ScanPages } | null> => {
      // Both tabs show the same scan.
      const { scan } = await calls.listSiteGroups(site.id, { branch, limit: 1 }, signal);
      if (scan === null) return null;
      return {
        scan,
        page: await calls.listScanPages(scan.id, { text, outcome, limit: PAGE_SIZE, cursor }, signal),
      };
    },
    JSON.stringify([text, outcome, branch, cursor]),
  );
  useAnnounceCount(pages.data?.page, t.count);
  return (
    <>
      <p>{t.intro}</p>
      <Filters current={{ text, outcome, branch }} defaults={noFilters}>
        {(bind) => (
          <>
            <TextField {...bind('text')} label={t.fields.text} />
            <SelectField
              {...bind('outcome')}
              label={t.fields.outcome}
              options={toOptions(pageOutcomesText, t.fields.allOutcomes)}
            />
            <TextField {...bind('branch')} label={t.fields.branch} />
          </>
        )}
      </Filters>
      <Loading loaded={pages}>
        {(found) =>
          found === null ? (
            <p class="empty">{branch === '' ? t.noScan : t.noScanOfBranch}</p>
          ) : (
            <>
              <ScanOfTab scan={found.scan} text={t.of} count={formatCount(found.page.total, t.count)} />
              <PageTable items={found.page.items} />
              <Pagination nextCursor={found.page.nextCursor} />
            </>
          )
        }
      </Loading>
    </>
  );
}

function PageTable({ items }: { items: readonly ScanPage[] }) {
  return (
    <Table<ScanPage>
      caption={t.caption}
      rows={items}
      getKey={({ id }) => id}
      empty={t.empty}
      columns={[
        {
          key: 'page',
          label: t.columns.page,
          cell: ({ url, title }) => (
            <>
              {title}
              <span class="soft">{url}</span>
            </>
          ),
        },
        { key: 'outcome', label: t.columns.outcome, cell: (page) => <PageEnd page={page} /> },
        countColumn('violations'),
        countColumn('new'),
        countColumn('needsReview'),
      ]}
    />
  );
}

function countColumn(name: 'violations' | 'new' | 'needsReview'): Column<ScanPage> {
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
