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
const noFilters = { kind: '', impact: '', state: '', suppressed: '', rule: '', branch: '' };
type Group = SiteGroups['items'][number];
/** The tab of a scan that has the groups of a kind. */
const tabOf = { violation: 'violations', review: 'needs-review' } as const;

/** The issue groups of the newest completed scan of a site. */
export function GroupsTab({ site }: SiteTabProps) {
  const { calls } = useSession();
  const { query } = useLinks();
  const { kind = '', impact = '', state = '', suppressed = '', rule = '', branch = '', cursor } = query;
  const filters = { kind, impact, state, suppressed, rule, branch };
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const groups = useLoad(
    (signal) => calls.listSiteGroups(site.id, { ...filters, limit: PAGE_SIZE, cursor }, signal),
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
      {(values, change) => (
        <>
          <SelectField
            name="kind"
            label={fields.kind}
            value={values.kind}
            options={toOptions(findingTerms.kinds, fields.allKinds)}
            onChange={(kind) => change({ kind })}
          />
          <SelectField
            name="impact"
            label={fields.impact}
            value={values.impact}
            options={toOptions(findingTerms.impacts, fields.allImpacts)}
            onChange={(impact) => change({ impact })}
          />
          <SelectField
            name="state"
            label={fields.state}
            value={values.state}
            options={toOptions(findingTerms.states, fields.allStates)}
            onChange={(state) => change({ state })}
          />
          <SelectField
            name="suppressed"
            label={fields.suppressed}
            value={values.suppressed}
            options={toOptions(t.suppressedNames, fields.bothSuppressed)}
            onChange={(suppressed) => change({ suppressed })}
          />
          <TextField
            name="rule"
            label={fields.rule}
            value={values.rule}
            onChange={(rule) => change({ rule })}
          />
          <TextField
            name="branch"
            label={fields.branch}
            value={values.branch}
            onChange={(branch) => change({ branch })}
          />
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
  const { elements, suppressed, unlisted, byState, pageCount } = group;
  const added = byState.new + byState.regressed;
  return (
    <>
      {formatCount(elements + unlisted, t.elements)}, {formatCount(pageCount, t.pages)}
      {added > 0 && <span class="soft">{t.newElements(formatNumber(added))}</span>}
      {suppressed > 0 && (
        <span class="soft">
          {suppressed === elements ? t.suppressed : t.suppressedSome(formatNumber(suppressed))}
        </span>
      )}
    </>
  );
}
