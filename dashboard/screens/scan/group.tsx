import { countListed } from '../../../core/reports/count-listed.ts';
import type { ReportGroup, ScanResults } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { Commit } from '../../parts/commit.tsx';
import { ImpactBadge } from '../../parts/impact-badge.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { Time } from '../../parts/time.tsx';
import { useLinks } from '../../shell/links.ts';
import { reportDecisionsText } from '../../text/en/report-decisions.ts';
import { resultsText } from '../../text/en/results.ts';
import { formatCount, formatList, formatNumber } from '../../text/plural.ts';
import { FindingDetail } from './finding.tsx';
import type { ResultActions } from './section-props.ts';
import type { ResultsSource } from './source.ts';
import { StateBadges } from './state-badges.tsx';

const t = resultsText.groups;
const FINDINGS_SHOWN = 10;

interface GroupProps {
  group: ReportGroup;
  source: ResultsSource;
  actions: ResultActions;
  /** Whether there is a baseline; else states mean nothing. */
  isCompared: boolean;
  /** The page whose findings are shown; empty for all. */
  page: string;
  /** The decisions of the report. */
  decisions: ScanResults['decisions'];
  /** The suppressions of the report; undefined if it does not show them, as in a shared report. */
  suppressions: ScanResults['suppressions'] | undefined;
}

/** An issue group. The URL names the group whose findings are shown. */
export function Group(props: GroupProps) {
  const { group, actions, isCompared } = props;
  const { query, change } = useLinks();
  const isOpen = query.group === group.id;
  const name = `${group.id}-name`;
  const toggle = () => change({ group: isOpen ? undefined : group.id, findings: undefined });
  const counted = countListed(group) + group.unlisted;
  const { decidedFine = 0, decidedProblems = false, decisionsOutdated = 0 } = group;
  return (
    <article class="panel" aria-labelledby={name}>
      <h3 id={name}>
        {group.help} <code>{group.element.selector}</code>
      </h3>
      <div class="badges">
        <ImpactBadge impact={group.impact} />
        {isCompared && <StateBadges byState={group.byState} />}
        <span>{t.onPages(formatCount(counted, t.elements), formatCount(group.pageCount, t.pages))}</span>
        {group.oneFix !== null && <span class="soft">{t.oneFix[group.oneFix]}</span>}
        {group.suppressed > 0 && <span class="soft">{t.someSuppressed(group.suppressed)}</span>}
        {decidedProblems && <span class="soft">{reportDecisionsText.groupProblems}</span>}
        {decidedFine > 0 && (
          <span class="soft">{reportDecisionsText.groupFine(formatNumber(decidedFine))}</span>
        )}
        {decisionsOutdated > 0 && (
          <span class="badge warning">
            {reportDecisionsText.groupOutdated(formatNumber(decisionsOutdated))}
          </span>
        )}
      </div>
      <p>{group.element.howToFix}</p>
      <pre>{group.element.html}</pre>
      <dl class="facts">
        {group.remedy !== null && (
          <>
            <dt>{t.facts.remedy}</dt>
            <dd>{group.remedy}</dd>
          </>
        )}
        <dt>{t.facts.rule}</dt>
        <dd>
          <code>{group.ruleId}</code>
          {group.successCriteria.length > 0 && ` · ${t.criteria(formatList(group.successCriteria))}`}
        </dd>
        {'firstSeen' in group && group.firstSeen !== null && (
          <>
            <dt>{t.facts.firstSeen}</dt>
            <dd>
              <Time at={group.firstSeen.at} />{' '}
              {group.firstSeen.commit !== null && <Commit commit={group.firstSeen.commit} isSoft />}
            </dd>
          </>
        )}
      </dl>
      <div class="actions">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t.findingsOf(isOpen ? t.hide : t.show, group.help, group.element.selector)}
          onClick={toggle}
        >
          {isOpen ? t.hide : t.show}
        </button>
        {actions.ofGroup?.(group)}
      </div>
      {isOpen && <Findings {...props} />}
    </article>
  );
}

function Findings({ group, source, actions, isCompared, page, decisions, suppressions }: GroupProps) {
  const { query } = useLinks();
  const { state, suppressed = 'false', decision = 'open', findings: cursor } = query;
  const { aroundFindings = (_, list) => list } = actions;
  const findings = useLoad(
    (signal) =>
      source.listFindings(
        {
          issueGroup: group.id,
          kind: group.kind,
          page,
          state,
          ...(suppressed === 'all' ? {} : { suppressed }),
          ...(decision === 'all' ? {} : { decision }),
          limit: FINDINGS_SHOWN,
          cursor,
        },
        signal,
      ),
    JSON.stringify([page, state, suppressed, decision, cursor]),
  );
  return (
    <Loading loaded={findings}>
      {({ items, total, nextCursor }) => (
        <div class="findings">
          <p>{formatCount(total, t.findings)}</p>
          {aroundFindings(
            items,
            items.map((finding, index) => (
              <FindingDetail
                key={`${finding.pageId} ${finding.fingerprint} ${index}`}
                id={`${group.id}-${index}`}
                finding={finding}
                source={source}
                isCompared={isCompared}
                actions={actions}
                decisions={decisions}
                suppressions={suppressions}
              />
            )),
          )}
          <Pagination nextCursor={nextCursor} parameter="findings" />
        </div>
      )}
    </Loading>
  );
}
