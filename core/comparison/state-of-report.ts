import { noChecks } from '../findings/check.ts';
import { type FindingKind, findingKinds } from '../findings/finding-kind.ts';
import { homeOf, pageIdentity } from '../findings/page-identity.ts';
import { groupsByIdentity } from '../reports/page-groups.ts';
import { isScanned } from '../scans/page-outcome.ts';
import type { FindingNode, PageFinding, PageResult } from '../scans/page-result.ts';
import type { BaselineReport } from './baseline-report.ts';
import { FIXED_PER_RULE_MAX, NextState } from './next-state.ts';
import type { ScannedPage } from './page-findings.ts';
import { memberOf, type RuleState, type SiteState } from './site-state.ts';

type ReportPage = BaselineReport['pages'][number];
type RuleOfReport = BaselineReport['violations'][number];
type NodeOfReport = RuleOfReport['nodes'][number];

/**
 * The state that later scans are held against, made of a report in place of the scan's own state, as near to that as
 * the report allows. It differs in this:
 * - What was known before the scan is not in it: pages and rules that did not complete are unknown, and of what was
 *   fixed there are the fixes of this scan alone, at most the 1,000 that the report names.
 * - Of pages that were found and left out it has the 500 that the report names, and none of those whose address holds
 *   what may be secret; findings on others are new when they come to be scanned.
 * - It has no markup of any element. So a new finding is never put down to the `engine`; where that changed, its cause
 *   is `unknown`. And of several findings that are equal but for their markup and stand in different frames, another
 *   one may be taken for the one that is gone.
 * - Of reports whose pages were not all scanned by the same engine, every engine counts as changed.
 * - Elements for which the report had no room are counted, not listed: what is new among as many is `unknown`.
 *
 * Of reports before schema 1.3 it also has no places, so that a finding that was edited where it stands is new; it
 * takes no frame for unknown, and no page whose address holds what may be secret for known; and elements that are not
 * listed may be on any page of their rule that counts more than it lists.
 * @param definitionOf hash of the definition of a rule as it is run now: what ran then is told by axe-core's version
 */
export function stateOfReport(report: BaselineReport, definitionOf: (ruleId: string) => string): SiteState {
  const { scan, configuration, crawl, comparison } = report;
  const home = homeOf(configuration.startUrls, crawl.adoptedOrigin);
  const identityOf = (url: string, of = home) =>
    pageIdentity(url, of, configuration.settings.crawl.hashRoutes);
  const next = new NextState({
    scanId: scan.id,
    branch: scan.config.metadata?.branch ?? null,
    comparableKey: comparison.comparableKey,
    ruleIds: configuration.ruleIds,
    carried: null,
    unreachedStaysNew: false,
    definitionOf,
  });
  const resultOf = resultsOf(report);
  const groups = groupsByIdentity(report.pages, (page) => page.identity ?? identityOf(page.requestedUrl));
  for (const { identity, pages, compared, cut } of groups) {
    const [first] = pages;
    if (identity === null || first === undefined) continue;
    const scans = compared.map(resultOf);
    next.add({ identity, url: first.requestedUrl }, cut ? [...scans, null] : scans);
  }
  for (const { url } of crawl.notAttempted.pages) next.addLeftOut({ identity: identityOf(url), url });
  const state = next.finish();
  // The results are this report's own; there is no object of them to read.
  for (const page of Object.values(state.pages)) page.result = null;
  rememberFixed(state, comparison.fixed.findings, (url) => {
    const origin = URL.parse(url)?.origin;
    return [identityOf(url), ...(origin === undefined ? [] : [identityOf(url, [origin])])];
  });
  return state;
}

/**
 * Adds the fixes of the scan to the rules of their pages.
 * @param identitiesOf what the page of an address may be called: the baseline of the scan may have had another home
 */
function rememberFixed(
  { pages }: SiteState,
  fixed: BaselineReport['comparison']['fixed']['findings'],
  identitiesOf: (url: string) => string[],
): void {
  for (const { fingerprint, ruleId, url } of fixed) {
    const rule = identitiesOf(url)
      .map((identity): RuleState | undefined => memberOf(memberOf(pages, identity)?.rules, ruleId))
      .find((each) => each !== undefined);
    if (rule !== undefined && rule.fixed.length < FIXED_PER_RULE_MAX) rule.fixed.push(fingerprint);
  }
}

/** Makes the result of a page again, as far as states are made of it; null for a page that was not scanned. */
function resultsOf(report: BaselineReport): (page: ReportPage) => ScannedPage | null {
  const { scan, engines } = report;
  const [engine] = engines;
  const isCommon = engines.every(({ axe, browser }) => axe === engine?.axe && browser === engine.browser);
  const { axe, browser } = engine !== undefined && isCommon ? engine : severalEngines;
  const findingsOn = findingsByPage(report);
  return (page) => {
    const { id, requestedUrl, outcome, rules, framesNotScanned = [] } = page;
    if (!isScanned(outcome)) return null;
    const result: PageResult = {
      ...unsaid,
      scanId: scan.id,
      pageId: id,
      requestedUrl,
      outcome,
      engine: { axe, browser, userAgent: '', viewport: { width: 0, height: 0 } },
      rules: rules.map(({ ruleId, result }) => ({ ruleId, result })),
      framesNotScanned,
      incomplete: false,
      selectorsUnmatched: [],
      framesNotJudged: 0,
      findings: findingsOn(page),
    };
    return { result, resultKey: '' };
  };
}

/** Equal to no version, so that no later scan takes the engine for unchanged. */
const severalEngines = { axe: 'several', browser: 'several' };

/** Members of a result that no state is made of. */
const unsaid = {
  schemaVersion: 1,
  attempt: 1,
  finalUrl: null,
  title: null,
  httpStatus: null,
  contentType: null,
  detail: '',
  settled: null,
  startedAt: '',
  durationMs: 0,
  markups: null,
} as const;

function findingsByPage(report: BaselineReport): (page: ReportPage) => PageFinding[] {
  const ofKind = { violation: report.violations, review: report.needsReview };
  const rules = findingKinds.flatMap((kind) =>
    ofKind[kind].map((rule) => ({
      kind,
      rule,
      nodes: Map.groupBy(rule.nodes, ({ pageId }) => pageId),
    })),
  );
  const unlisted = isBefore13(report) ? unlistedBefore13(report) : unlistedOf;
  return (page) =>
    rules.flatMap(({ kind, rule, nodes }) => {
      const listed = nodes.get(page.id) ?? [];
      const nodeCount = listed.length + unlisted(page, kind, rule);
      if (nodeCount === 0) return [];
      return { ruleId: rule.ruleId, kind, impact: null, nodes: listed.map(findingNode), nodeCount };
    });
}

function findingNode({ target, impact, fingerprint, formerly = [], place }: NodeOfReport): FindingNode {
  const identity =
    fingerprint === null
      ? null
      : { fingerprint, formerly, place: place ?? NOWHERE, markup: NO_MARKUP, component: '', evidence: null };
  return { target, html: '', impact, fix: noFix, checks: noChecks, identity, marks: [], picture: null };
}

const noFix = { any: [], all: [], none: [] };
/** Equal to no place and no markup of an element. */
const NOWHERE = '';
const NO_MARKUP = '';

/** How many elements of a page a report counts and does not list, of one rule and kind. */
type Unlisted = (page: ReportPage, kind: FindingKind, rule: RuleOfReport) => number;

const countOf = { violation: 'violations', review: 'needsReview' } as const;

const unlistedOf: Unlisted = ({ rules }, kind, { ruleId }) =>
  rules.find((rule) => rule.ruleId === ruleId)?.unlisted?.[countOf[kind]] ?? 0;

function isBefore13({ schemaVersion }: BaselineReport): boolean {
  return Number(schemaVersion.split('.')[1]) < 3;
}

/** As many as there may be: those of the rule that are listed nowhere, as far as the page counts so many. */
function unlistedBefore13(report: BaselineReport): Unlisted {
  const listed = new Map<string, number>();
  for (const kind of findingKinds) {
    for (const { pageId, suppressedBy } of report[countOf[kind]].flatMap(({ nodes }) => nodes)) {
      const key = `${kind} ${pageId}`;
      if (suppressedBy === null) listed.set(key, (listed.get(key) ?? 0) + 1);
    }
  }
  return (page, kind, { ruleId, nodeCount, nodes }) => {
    const found = page.rules.find((rule) => rule.ruleId === ruleId)?.result;
    if (found !== 'failed' && found !== 'review') return 0;
    const ofRule = Math.max(0, nodeCount - nodes.length);
    // What is suppressed and not listed, the page does not count.
    if (report.suppressions.length > 0) return ofRule;
    const ofPage = Math.max(0, page[countOf[kind]] - (listed.get(`${kind} ${page.id}`) ?? 0));
    return Math.min(ofRule, ofPage);
  };
}
