import { type FindingKind, findingKinds, reportMemberOf } from '../findings/finding-kind.ts';
import { buildPageIdentity, getHomeOrigins } from '../findings/page-identity.ts';
import { groupByIdentity } from '../reports/page-groups.ts';
import { getCommonEngine } from '../scans/engine.ts';
import { canHaveFindings, isScanned } from '../scans/page-outcome.ts';
import type { BaselineReport } from './baseline-report.ts';
import { computeDiscoveryKey } from './judged-pages.ts';
import { FIXED_PER_RULE_MAX, NextState } from './next-state.ts';
import type { ComparedFinding, ComparedNode, ScannedPage } from './page-findings.ts';
import { getOwnMember, type RuleState, type SiteState } from './site-state.ts';

type ReportPage = BaselineReport['pages'][number];
type NodeOfReport = BaselineReport['violations'][number]['nodes'][number];

/**
 * Builds the state for comparisons from a report, for use instead of the stored state of the scan. It differs from the
 * stored state as follows:
 * - It has nothing from before the scan: pages and rules that did not complete are unknown. Its fixed findings are
 *   those that this scan fixed, at most the 1,000 that the report lists.
 * - Of the pages that were found but not attempted, it has the 500 that the report lists, except those whose address
 *   may contain a secret. Findings on the other pages are new when these are scanned.
 * - It has no markup of elements. So the cause of a new finding is never `engine`; if the engine changed, it is
 *   `unknown`. If several findings in different frames are equal except for their markup, the wrong one may count as
 *   fixed.
 * - If the pages of the report were not all scanned by the same engine, every engine counts as changed.
 * - Elements that did not fit into the report are counted, not listed. As many possibly new findings are `unknown`.
 * @param getRuleDefinition returns the hash of the current definition of a rule. The version of axe-core stands for the
 * definition at the time of the report
 */
export function buildStateFromReport(
  report: BaselineReport,
  getRuleDefinition: (ruleId: string) => string,
): SiteState {
  const { scan, configuration, crawl, comparison } = report;
  const home = getHomeOrigins(configuration.startUrls, crawl.adoptedOrigin);
  const buildIdentity = (url: string, of = home) =>
    buildPageIdentity(url, of, configuration.settings.crawl.hashRoutes);
  const next = new NextState({
    scanId: scan.id,
    branch: scan.config.metadata?.branch ?? null,
    comparableKey: comparison.comparableKey,
    discoveryKey: computeDiscoveryKey(configuration),
    ruleIds: configuration.ruleIds,
    carried: null,
    unreachedStaysNew: false,
    getRuleDefinition,
  });
  const resultOf = createResultReader(report);
  const groups = groupByIdentity(report.pages, (page) => page.identity ?? buildIdentity(page.requestedUrl));
  for (const { identity, pages, compared, cut } of groups) {
    const [first] = pages;
    if (identity === null || first === undefined) continue;
    const scans = compared.map(resultOf);
    const isRevisited = first.revisited === true;
    next.add({ identity, url: first.requestedUrl }, cut ? [...scans, null] : scans, { isRevisited });
  }
  for (const { url } of crawl.notAttempted.pages) next.addNotAttempted({ identity: buildIdentity(url), url });
  const state = next.finish();
  // The results come from the report; no stored page result exists.
  for (const page of Object.values(state.pages)) page.result = null;
  addFixed(state, comparison.fixed.findings, (url) => {
    const origin = URL.parse(url)?.origin;
    return [buildIdentity(url), ...(origin === undefined ? [] : [buildIdentity(url, [origin])])];
  });
  return state;
}

/**
 * Adds the findings that the scan fixed to the rules of their pages.
 * @param identitiesOf returns the possible identities of the page at an address: the baseline of the scan may have had
 * another origin
 */
function addFixed(
  { pages }: SiteState,
  fixed: BaselineReport['comparison']['fixed']['findings'],
  identitiesOf: (url: string) => string[],
): void {
  for (const { fingerprint, ruleId, url } of fixed) {
    const rule = identitiesOf(url)
      .map((identity): RuleState | undefined => getOwnMember(getOwnMember(pages, identity)?.rules, ruleId))
      .find((each) => each !== undefined);
    if (rule !== undefined && rule.fixed.length < FIXED_PER_RULE_MAX) rule.fixed.push(fingerprint);
  }
}

/** Returns a function that reads the comparable result of a page; null for a page without results. */
function createResultReader(report: BaselineReport): (page: ReportPage) => ScannedPage | null {
  const engine = getCommonEngine(report.engines);
  const findingsOn = createFindingsReader(report);
  return (page) => {
    const { outcome, rules, framesNotScanned, content = null } = page;
    const findings = canHaveFindings(outcome) ? findingsOn(page) : [];
    if (!isScanned(outcome) && findings.length === 0) return null;
    return {
      result: { outcome, engine, rules, framesNotScanned, incomplete: false, content, findings },
      resultKey: '',
    };
  };
}

function createFindingsReader(report: BaselineReport): (page: ReportPage) => ComparedFinding[] {
  const listed = findingKinds.flatMap((kind) =>
    report[reportMemberOf[kind]].flatMap(({ ruleId, nodes }) =>
      nodes.map((node) => ({ ruleId, kind: getReportedKind(kind, node), node })),
    ),
  );
  const getKey = (pageId: string, kind: FindingKind, ruleId: string) => `${pageId} ${kind} ${ruleId}`;
  const byKey = Map.groupBy(listed, ({ ruleId, kind, node }) => getKey(node.pageId, kind, ruleId));
  const ruleIds = new Set([...report.violations, ...report.needsReview].map(({ ruleId }) => ruleId));
  return (page) =>
    findingKinds.flatMap((kind) =>
      [...ruleIds].flatMap((ruleId) => {
        const nodes = byKey.get(getKey(page.id, kind, ruleId)) ?? [];
        const nodeCount = nodes.length + countUnlisted(page, kind, ruleId);
        if (nodeCount === 0) return [];
        return {
          ruleId,
          kind,
          impact: null,
          nodes: nodes.map(({ node }) => toComparedNode(node)),
          nodeCount,
        };
      }),
    );
}

/** Returns the kind that the rule reported. A report lists findings under the kind under which they count. */
function getReportedKind(listedUnder: FindingKind, { decision }: NodeOfReport): FindingKind {
  return decision === 'problem' ? 'review' : listedUnder;
}

function toComparedNode({ target, impact, fingerprint, formerly = [], place }: NodeOfReport): ComparedNode {
  return { target, impact, identity: { fingerprint, formerly, place, markup: NO_MARKUP } };
}

/** Not equal to the markup of any element. */
const NO_MARKUP = '';

/** Returns how many elements of a page a report counts but does not list. */
function countUnlisted({ rules }: ReportPage, kind: FindingKind, ruleId: string): number {
  return rules.find((rule) => rule.ruleId === ruleId)?.unlisted?.[reportMemberOf[kind]] ?? 0;
}
