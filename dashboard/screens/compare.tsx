import { useSession } from '../api/session.ts';
import type { Scan } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { SelectField } from '../parts/fields.tsx';
import { Filters } from '../parts/filters.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { formatTime } from '../text/dates.ts';
import { compareText as t } from '../text/en/compare.ts';
import { Comparison } from './compare/comparison.tsx';

/** The number of scans to choose from. */
const SCANS_OFFERED = 50;
const noFilters = { with: '', state: '', kind: '', impact: '' };

/** Compares a scan with another one of its site. */
export function CompareScreen({ params }: ScreenProps) {
  const { calls } = useSession();
  const scanId = params.scanId ?? '';
  const loaded = useLoad(async (signal) => {
    const scan = await calls.readScan(scanId, signal);
    const query = { status: 'completed', limit: SCANS_OFFERED };
    const { items } = await calls.listSiteScans(scan.siteId, query, signal);
    return { scan, others: items.filter(({ id }) => id !== scanId) };
  }, scanId);
  return (
    <>
      <PageHeading title={t.title} section={t.scan} sectionPath={`/scans/${scanId}`} intro={t.intro} />
      <Loading loaded={loaded}>
        {({ scan, others }) => (
          <>
            <p>{describe(scan)}</p>
            {others.length === 0 ? <p class="empty">{t.noOther}</p> : <Choice scan={scan} others={others} />}
          </>
        )}
      </Loading>
    </>
  );
}

function Choice({ scan, others }: { scan: Scan; others: readonly Scan[] }) {
  const { query } = useLinks();
  const { with: other = '', state = '', kind = '', impact = '' } = query;
  const current = { with: other, state, kind, impact };
  const isListed = other === '' || others.some(({ id }) => id === other);
  const offered = [
    { value: '', label: t.fields.choose },
    ...(isListed ? [] : [{ value: other, label: other }]),
    ...others.map((each) => ({ value: each.id, label: describe(each) })),
  ];
  return (
    <>
      <Filters current={current} defaults={noFilters}>
        {(values, change) => (
          <>
            <SelectField
              name="with"
              label={t.fields.with}
              hint={t.fields.withHint}
              value={values.with}
              options={offered}
              onChange={(value) => change({ with: value })}
            />
            <SelectField
              name="state"
              label={t.fields.state}
              value={values.state}
              options={toOptions(t.fields.allStates, t.states)}
              onChange={(value) => change({ state: value })}
            />
            <SelectField
              name="kind"
              label={t.fields.kind}
              value={values.kind}
              options={toOptions(t.fields.allKinds, t.kinds)}
              onChange={(value) => change({ kind: value })}
            />
            <SelectField
              name="impact"
              label={t.fields.impact}
              value={values.impact}
              options={toOptions(t.fields.allImpacts, t.impacts)}
              onChange={(value) => change({ impact: value })}
            />
          </>
        )}
      </Filters>
      {other === '' ? (
        <p class="empty">{t.chooseOne}</p>
      ) : (
        <Comparison siteId={scan.siteId} scanId={scan.id} filters={current} />
      )}
    </>
  );
}

function describe({ createdAt, config }: Scan): string {
  return t.of(formatTime(createdAt), config.metadata?.branch);
}

/** Returns the options of a filter from their labels. */
function toOptions(all: string, labels: Readonly<Record<string, string>>) {
  return [{ value: '', label: all }, ...Object.entries(labels).map(([value, label]) => ({ value, label }))];
}
