import { useSession } from '../../api/session.ts';
import { useLoad } from '../../api/use-load.ts';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Filters } from '../../parts/filters.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { ScanTable } from '../../parts/scan-table.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { useAnnounceCount } from '../../parts/use-announce-count.ts';
import { useLinks } from '../../shell/links.ts';
import { scanListText as t } from '../../text/en/scan-list.ts';
import type { SiteTabProps } from './tab-props.ts';

const PAGE_SIZE = 50;
const noFilters = { status: '', branch: '', commit: '' };

/** The scans of a site, newest first. */
export function ScansTab({ site }: SiteTabProps) {
  const { calls } = useSession();
  const { query } = useLinks();
  const { status = '', branch = '', commit = '', cursor } = query;
  const filters = { status, branch, commit };
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const scans = useLoad(
    (signal) => calls.listSiteScans(site.id, { ...filters, limit: PAGE_SIZE, cursor }, signal),
    JSON.stringify([filters, cursor]),
  );
  useAnnounceCount(scans.data, t.count);
  return (
    <>
      <Filters current={filters} defaults={noFilters}>
        {(bind) => (
          <>
            <SelectField
              {...bind('status')}
              label={t.fields.status}
              options={toOptions(t.statuses, t.fields.allStatuses)}
            />
            <TextField {...bind('branch')} label={t.fields.branch} />
            <TextField {...bind('commit')} label={t.fields.commit} />
          </>
        )}
      </Filters>
      <Loading loaded={scans}>
        {({ items, nextCursor }) => (
          <>
            <ScanTable
              scans={items}
              empty={nextCursor !== null ? t.emptyPage : isFiltered ? t.empty : t.none}
            />
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
    </>
  );
}
