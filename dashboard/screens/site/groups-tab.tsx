import { useSession } from '../../api/session.ts';
import type { SiteGroups } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Filters } from '../../parts/filters.tsx';
import { ImpactBadge } from '../../parts/impact-badge.tsx';
import { Life } from '../../parts/life.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { toOptions } from '../../parts/to-options.ts';
import { useAnnounceCount } from '../../parts/use-announce-count.ts';
import { useLinks } from '../../shell/links.ts';
import { findingTerms } from '../../text/en/finding-terms.ts';
import { siteGroupsText as t } from '../../text/en/site-groups.ts';
import { formatCount, formatNumber } from '../../text/plural.ts';
import { ScanOfTab } from './scan-of-tab.tsx';
import type { SiteTabProps } from './tab-props.ts';

const PAGE_SIZE = 50;
/** Only open issue groups, as the overview counts them. */
const noFilters = { kind: 'violation', impact: '', state: '', suppressed: 'false', rule: '', branch: '' };
const ALL = 'all';
type Group = SiteGroups['items'][number];
/** The tab of a scan that has the groups of a kind. */
const tabOf = { violation: 'violations', review: 'needs-review' } as const;

/** The open issue groups of the newest completed scan of a site, or all of them. */
export function GroupsTab({ site }: SiteTabProps) {
  const { calls } = useSession();
  const { query } = useLinks();
  const { impact = '', state = '', rule = '', branch = '', cursor } = query;
  const { kind = noFilters.kind, suppressed = noFilters.suppressed } = query;
  const filters = { kind, impact, state, suppressed, rule, branch };
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(noFilters);
  const groups = useLoad(
    (signal) =>
      calls.listSiteGroups(
        site.id,
        {
          ...filters,
          kind: kind === ALL ? '' : kind,
          suppressed: suppressed === ALL ? '' : suppressed,
          decision: 'open',
          limit: PAGE_SIZE,
          cursor,
        },
        signal,
      ),
    JSON.stringify([filters, cursor]),
  );
  useAnnounceCount(groups.data, t.count);
  return (
    <>
      <p>{t.intro}</p>
      <GroupFilters current={filters} />
      <Loading loaded={groups}>
        {({ items, nextCursor, total, scan }) => (
          <>
            {scan !== null && <ScanOfTab scan={scan} text={t.of} count={formatCount(total, t.count)} />}
            <GroupTable
              siteId={site.id}
              items={items}
              scanId={scan?.id}
              empty={scan === null ? t.noScan : isFiltered ? t.empty : t.none}
            />
            <Pagination nextCursor={nextCursor} />
          </>
        )}
      </Loading>
    </>
  );
}

function GroupFilters({ current }: { current: typeof noFilters }) {
  const { fields } = t;
  return (
    <Filters current={current} defaults={noFilters}>
      {(bind) => (
        <>
          <SelectField
            {...bind('kind')}
            label={fields.kind}
            options={toOptions({ ...findingTerms.kinds, [ALL]: fields.allKinds })}
          />
          <SelectField
            {...bind('impact')}
            label={fields.impact}
            options={toOptions(findingTerms.impacts, fields.allImpacts)}
          />
          <SelectField
            {...bind('state')}
            label={fields.state}
            options={toOptions(findingTerms.states, fields.allStates)}
          />
          <SelectField
            {...bind('suppressed')}
            label={fields.suppressed}
            options={toOptions({ ...t.suppressedNames, [ALL]: fields.bothSuppressed })}
          />
          <TextField {...bind('rule')} label={fields.rule} />
          <TextField {...bind('branch')} label={fields.branch} />
        </>
      )}
    </Filters>
  );
}

interface GroupTableProps {
  siteId: string;
  items: readonly Group[];
  /** The scan that has the groups; undefined without groups. */
  scanId: string | undefined;
  empty: string;
}

function GroupTable({ siteId, items, scanId, empty }: GroupTableProps) {
  const { calls } = useSession();
  const { href } = useLinks();
  const { columns } = t;
  return (
    <Table<Group>
      caption={t.caption}
      rows={items}
      getKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          key: 'group',
          label: columns.group,
          cell: ({ id, kind, help, ruleId, suppressed, elements }) => (
            <>
              <a
                href={href(`/scans/${scanId}`, {
                  tab: tabOf[kind],
                  rule: ruleId,
                  suppressed: suppressed === elements ? 'true' : undefined,
                  group: id,
                })}
              >
                {help}
              </a>
              <span class="soft">
                <code>{ruleId}</code> {kind === 'review' && findingTerms.kinds.review}
              </span>
            </>
          ),
        },
        {
          key: 'element',
          label: columns.element,
          cell: ({ element }) => <code>{element.selector}</code>,
        },
        { key: 'impact', label: columns.impact, cell: ({ impact }) => <ImpactBadge impact={impact} /> },
        { key: 'occurs', label: columns.occurs, cell: (group) => <Occurrence group={group} /> },
        {
          key: 'since',
          label: columns.since,
          cell: ({ id, firstSeen }) => (
            <>
              {firstSeen === null ? t.unknownSince : <Time at={firstSeen.at} isDate />}
              {scanId !== undefined && (
                <Life load={(signal) => calls.readGroupHistory(siteId, id, scanId, signal)} />
              )}
            </>
          ),
        },
      ]}
    />
  );
}

/** On how many elements and pages a group occurs, and how many of them are new or suppressed. */
function Occurrence({ group }: { group: Group }) {
  const { elements, suppressed, decidedFine = 0, unlisted, byState, pageCount } = group;
  const added = byState.new + byState.regressed;
  return (
    <>
      {formatCount(elements - decidedFine + unlisted, t.elements)}, {formatCount(pageCount, t.pages)}
      {added > 0 && <span class="soft">{t.newElements(formatNumber(added))}</span>}
      {suppressed > 0 && (
        <span class="soft">
          {suppressed === elements - decidedFine ? t.suppressed : t.suppressedSome(formatNumber(suppressed))}
        </span>
      )}
    </>
  );
}
