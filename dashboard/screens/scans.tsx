import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { SelectField, TextField } from '../parts/fields.tsx';
import { Filters } from '../parts/filters.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { ScanTable } from '../parts/scan-table.tsx';
import { toOptions } from '../parts/to-options.ts';
import { useAnnounceCount } from '../parts/use-announce-count.ts';
import { useLinks } from '../shell/links.ts';
import { scanListText } from '../text/en/scan-list.ts';
import { scansText as t } from '../text/en/scans.ts';

const PAGE_SIZE = 50;
const DAY_MS = 86_400_000;
const noFilters = { status: '', gate: '', branch: '', commit: '', from: '', to: '' };

/** The scans of all sites of the account, newest first. */
export function ScansScreen() {
  const { calls } = useSession();
  const { query, hrefWith } = useLinks();
  const { status = '', gate = '', branch = '', commit = '', from = '', to = '', site, key, cursor } = query;
  const filters = { status, gate, branch, commit, from, to };
  const scans = useLoad(
    (signal) => {
      const times = { from: toTime(from), to: toTime(to, DAY_MS) };
      return calls.listScans({ ...filters, ...times, site, key, limit: PAGE_SIZE, cursor }, signal);
    },
    JSON.stringify([filters, site, key, cursor]),
  );
  useAnnounceCount(scans.data, scanListText.count);
  const isFiltered = [...Object.values(filters), site ?? '', key ?? ''].some((value) => value !== '');
  const { fields } = t;
  return (
    <>
      <PageHeading title={t.title} intro={t.intro} />
      {[site, key].some((value) => value !== undefined) && (
        <p>
          {t.limited(site ?? '', key ?? '')}{' '}
          <a href={hrefWith({ site: undefined, key: undefined, cursor: undefined })}>{t.showAll}</a>
        </p>
      )}
      <Filters current={filters} defaults={noFilters}>
        {(bind) => (
          <>
            <SelectField
              {...bind('status')}
              label={scanListText.fields.status}
              options={toOptions(scanListText.statuses, scanListText.fields.allStatuses)}
            />
            <SelectField
              {...bind('gate')}
              label={fields.gate}
              options={toOptions(scanListText.gates, fields.allGates)}
            />
            <TextField {...bind('branch')} label={scanListText.fields.branch} />
            <TextField {...bind('commit')} label={scanListText.fields.commit} />
            <TextField {...bind('from')} type="date" label={fields.from} />
            <TextField {...bind('to')} type="date" label={fields.to} />
          </>
        )}
      </Filters>
      <Loading loaded={scans}>
        {({ items, nextCursor }) => (
          <>
            <ScanTable
              scans={items}
              empty={nextCursor !== null ? scanListText.emptyPage : isFiltered ? scanListText.empty : t.none}
              hasSites
            />
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
    </>
  );
}

/**
 * Returns the time at which a day begins in UTC. A text that is no day is returned as it is, so that the service
 * explains what is wrong.
 * @param addMs milliseconds after that
 */
function toTime(day: string, addMs = 0): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? day : new Date(time + addMs).toISOString();
}
