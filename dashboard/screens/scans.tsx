import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { SelectField, TextField } from '../parts/fields.tsx';
import { Filters } from '../parts/filters.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { ScanTable } from '../parts/scan-table.tsx';
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
        {(values, change) => (
          <>
            <SelectField
              name="status"
              label={scanListText.fields.status}
              value={values.status}
              options={toOptions(scanListText.fields.allStatuses, scanListText.statuses)}
              onChange={(value) => change({ status: value })}
            />
            <SelectField
              name="gate"
              label={fields.gate}
              value={values.gate}
              options={toOptions(fields.allGates, scanListText.gates)}
              onChange={(value) => change({ gate: value })}
            />
            <TextField
              name="branch"
              label={scanListText.fields.branch}
              value={values.branch}
              onChange={(value) => change({ branch: value })}
            />
            <TextField
              name="commit"
              label={scanListText.fields.commit}
              value={values.commit}
              onChange={(value) => change({ commit: value })}
            />
            <TextField
              name="from"
              type="date"
              label={fields.from}
              value={values.from}
              onChange={(value) => change({ from: value })}
            />
            <TextField
              name="to"
              type="date"
              label={fields.to}
              value={values.to}
              onChange={(value) => change({ to: value })}
            />
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

/** Returns the options of a filter. @param all the label of no filter */
function toOptions(all: string, names: Readonly<Record<string, string>>) {
  return [{ value: '', label: all }, ...Object.entries(names).map(([value, label]) => ({ value, label }))];
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
