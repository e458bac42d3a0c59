import { useSession } from '../api/session.ts';
import type { Scan } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { SelectField } from '../parts/fields.tsx';
import { Filters } from '../parts/filters.tsx';
import { PageHeading } from '../parts/heading.tsx';
import { Loading } from '../parts/loading.tsx';
import { toOptions } from '../parts/to-options.ts';
import { useLinks } from '../shell/links.ts';
import type { ScreenProps } from '../shell/load-screen.tsx';
import { formatTime } from '../text/dates.ts';
import { compareText as t } from '../text/en/compare.ts';
import { findingTerms } from '../text/en/finding-terms.ts';
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
      <PageHeading
        title={t.title}
        section={t.scan}
        sectionPath={`/scans/${scanId}`}
        intro={loaded.data && t.intro(describe(loaded.data.scan))}
      />
      <Loading loaded={loaded}>
        {({ scan, others }) =>
          others.length === 0 ? <p class="empty">{t.noOther}</p> : <Choice scan={scan} others={others} />
        }
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
        {(bind) => (
          <>
            <SelectField {...bind('with')} label={t.fields.with} hint={t.fields.withHint} options={offered} />
            <SelectField
              {...bind('state')}
              label={t.fields.state}
              options={toOptions(t.states, t.fields.allStates)}
            />
            <SelectField
              {...bind('kind')}
              label={t.fields.kind}
              options={toOptions(t.kinds, t.fields.allKinds)}
            />
            <SelectField
              {...bind('impact')}
              label={t.fields.impact}
              options={toOptions(findingTerms.impacts, t.fields.allImpacts)}
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
