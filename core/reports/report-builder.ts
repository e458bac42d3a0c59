import type { KnownFindings } from '../comparison/known-findings.ts';
import type { ScannedPage } from '../comparison/page-findings.ts';
import type { SiteState } from '../comparison/site-state.ts';
import { toDecisionView } from '../decisions/decision.ts';
import { SiteDecisions } from '../decisions/site-decisions.ts';
import { buildPageIdentity, getHomeOrigins, hashIdentity } from '../findings/page-identity.ts';
import { computeCoverage } from '../gate/coverage.ts';
import { findRulesNotRun } from '../gate/not-judged.ts';
import { type EarlierPage, isLost, listShrinkageReasons } from '../gate/shrinkage.ts';
import { GateTally } from '../gate/tally.ts';
import type { SiteHistory } from '../history/site-history.ts';
import { redactQueries } from '../redaction/redact-queries.ts';
import { resolveRuleSets } from '../rule-sets/rule-sets.ts';
import { isScanned } from '../scans/page-outcome.ts';
import type { PageResult } from '../scans/page-result.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { lacksOtherPages, SiteChecks } from '../site-checks/site-checks.ts';
import { ActiveSuppressions, isExpired } from '../suppressions/active-suppressions.ts';
import { toSuppressionView } from '../suppressions/suppression.ts';
import { buildReportCrawl } from './crawl.ts';
import { FindingRecorder } from './finding-recorder.ts';
import type { FindingStore } from './finding-store.ts';
import { FindingTally } from './finding-tally.ts';
import { addExamples } from './issue-groups.ts';
import { buildReportLimits } from './limits.ts';
import { NodeBudget } from './node-budget.ts';
import { PageComparer } from './page-comparer.ts';
import { buildPageGroups, type PageGroup } from './page-groups.ts';
import { comparePagePositions, type JudgedPage, resolvePageOutcome } from './pages.ts';
import {
  REPORT_SCHEMA_VERSION,
  type Report,
  type ReportDecision,
  type ReportEngine,
  type ReportPage,
  type ReportSuppression,
} from './report.ts';
import { buildReportConfiguration, buildReportScan, collectRulesThatRan, countPages } from './report-head.ts';
import { getScanEndTime, hasHashRoutes, type ReportSubject } from './report-subject.ts';
import { buildRuleFindings } from './rule-findings.ts';

/** Said of a scan without a gate, which cannot be undecided. */
const DOUBTED_NOTE =
  'The scan may not have seen the same site: pages changed too much to be compared, or half of them are gone. Later scans should not be compared with it before somebody has looked; the service waits until it is accepted.';

/** Said of a page behind a login, which is no reason for a gate that is not decided. */
const BEHIND_LOGIN =
  'The site has no credentials, so the page does not count for the coverage. Store credentials to test it.';

/** The result of a page. */
export type ResultOfPage = ScannedPage<PageResult>;

/**
 * Builds the report of a scan page by page. It holds no finding in memory: findings go to a store. The same pages in
 * the same order give the same report, byte by byte. It does not read the clock.
 */
export class ReportBuilder {
  readonly #subject: ReportSubject;
  readonly #store: FindingStore;
  readonly #ruleIds: readonly string[];
  readonly #home: readonly string[];
  readonly #comparer: PageComparer;
  readonly #tally = new FindingTally();
  readonly #gate = new GateTally();
  /** The conditions that pages were scanned under, by their JSON. */
  readonly #conditions = new Map<string, ReportEngine>();
  readonly #findings: FindingRecorder;
  readonly #siteChecks: SiteChecks;
  readonly #pages: { known: FrontierPage; page: ReportPage }[] = [];
  /** How each page ended, by identity: at the first address that was scanned, else at the first one. */
  readonly #ends = new Map<string, EarlierPage>();
  /** Broken links to pages that the baseline scanned. */
  #lostPages = 0;
  /** Pages that ask for a login that the scan was not given. */
  #pagesBehindLogin = 0;
  /** The selectors that matched nothing on any scanned page so far. */
  #selectorsUnmatched: readonly string[] | undefined;

  /** @throws Error if the scan is not final */
  constructor(subject: ReportSubject, store: FindingStore, budget: NodeBudget = new NodeBudget()) {
    buildReportScan(subject.scan);
    this.#subject = subject;
    this.#store = store;
    this.#ruleIds = resolveRuleSets(subject.scan.config.rules, subject.scan.config.checks).ruleIds;
    this.#home = getHomeOrigins(subject.startUrls, subject.crawl.adoptedOrigin);
    this.#siteChecks = new SiteChecks(this.#ruleIds);
    this.#comparer = new PageComparer(subject, this.#home, this.#ruleIds);
    const counts = { tally: this.#tally, gate: this.#gate };
    const suppressions = new ActiveSuppressions(subject.suppressions, getScanEndTime(subject));
    const decisions = new SiteDecisions(subject.decisions);
    const exceptions = { suppressions, decisions, conditions: subject.settings.page };
    this.#findings = new FindingRecorder(counts, exceptions, store, budget);
  }

  /** Returns the pages of the scan in the order in which to add them. @param pages the whole frontier, in any order */
  listPageGroups(pages: readonly FrontierPage[]): PageGroup[] {
    return buildPageGroups(pages, this.#home, hasHashRoutes(this.#subject));
  }

  /** True if the pages of the scan are compared with each other: then observe all groups before the first is added. */
  get comparesPages(): boolean {
    return this.#siteChecks.isNeeded || this.#comparer.comparesPages;
  }

  /**
   * Reads what is needed of one page to compare it with the others. Holds no result.
   * @param group each group once, in the order of `listPageGroups`
   * @param resultOf returns the result that counts, for an address that has one
   */
  observe({ pages, identity }: PageGroup, resultOf: (pageId: string) => ResultOfPage | undefined): void {
    const results: PageResult[] = [];
    for (const known of pages) {
      const { page, result } = this.#resolve(known, resultOf(known.pageId));
      if (result !== null) results.push(result);
      const proposing = { pageId: page.id, identity, url: page.requestedUrl };
      this.#siteChecks.observe(proposing, page, result, this.#comparer.wasScanned(identity));
    }
    this.#comparer.observe(identity, results);
  }

  /**
   * Adds the addresses of one page, in the order of `listPageGroups`, each group once.
   * @param resultOf returns the result that counts, for an address that has one
   */
  async add(group: PageGroup, resultOf: (pageId: string) => ResultOfPage | undefined): Promise<void> {
    const addresses = group.pages.map((known) => {
      const found = this.#keepRequestedRules(resultOf(known.pageId));
      const { page, result } = this.#resolve(known, found);
      return { known, found, page: this.#withIdentity(page, known.url), result };
    });
    const history = await this.#comparer.compare(group, addresses);
    for (const gone of history.compared?.fixed ?? []) this.#tally.comparison.addFixed(gone);
    for (const { url } of history.compared?.notSeenAgain ?? []) this.#tally.comparison.addNotSeenAgain(url);
    for (const { known, page: found, result } of addresses) {
      const wasScanned = this.#comparer.wasScanned(group.identity);
      if (found.outcome === 'broken-link' && wasScanned) this.#lostPages += 1;
      const isBehindLogin =
        found.outcome === 'login-required' &&
        !wasScanned &&
        !this.#subject.settings.signedIn &&
        !this.#isGiven(known);
      if (isBehindLogin) this.#pagesBehindLogin += 1;
      const described = isBehindLogin ? { ...found, detail: `${found.detail} ${BEHIND_LOGIN}` } : found;
      const page =
        history.changed === null
          ? described
          : { ...described, changed: history.changed + describeFailed(described) };
      if (result) {
        const key = JSON.stringify(result.engine);
        const pageCount = (this.#conditions.get(key)?.pageCount ?? 0) + 1;
        this.#conditions.set(key, { ...result.engine, pageCount });
        if (isScanned(result.outcome))
          this.#selectorsUnmatched = intersect(this.#selectorsUnmatched, result.selectorsUnmatched);
        await this.#findings.add(page, result.findings, history);
      }
      this.#pages.push({ known, page });
      const { outcome, requestedUrl } = page;
      const other = group.identity === null ? undefined : this.#ends.get(group.identity);
      const isBetter = other === undefined || (isScanned(outcome) && !isScanned(other.outcome));
      if (group.identity !== null && isBetter)
        this.#ends.set(group.identity, { url: requestedUrl, outcome, revisited: known.revisited === true });
    }
  }

  /** Returns the report with `nodes` empty everywhere. Call it after all pages were added. */
  async head(): Promise<Report> {
    const { scan, site, crawl, comparison, givenPages } = this.#subject;
    for (const url of this.#comparer.urlsNotSeenAgain()) this.#tally.comparison.addNotSeenAgain(url);
    const pages = this.#pagesInOrder();
    const earlierPages = this.#earlierPages();
    const gate = this.#gate.decide(scan.config.failOn, {
      status: scan.status,
      coverage: computeCoverage(pages, givenPages, {
        lost: this.#lostPages,
        behindLogin: this.#pagesBehindLogin,
      }),
      pages: pages.map((page) => ({ ...page, rules: page.rules.filter((rule) => !lacksOtherPages(rule)) })),
      selectorsUnmatched: this.#selectorsUnmatched ?? [],
      ruleIds: this.#ruleIds,
      hasBaseline: comparison.baseline !== null,
      earlierPages,
    });
    const isOther = pages.some(({ outcome, changed }) => isScanned(outcome) && changed !== undefined);
    const mustBeAccepted = isOther || listShrinkageReasons(earlierPages).length > 0;
    const notes = [
      ...crawl.notes,
      ...this.#describeUnneeded(),
      ...(mustBeAccepted && gate.result === null ? [DOUBTED_NOTE] : []),
    ];
    return {
      schemaVersion: REPORT_SCHEMA_VERSION,
      scan: buildReportScan(scan),
      site: { id: site.siteId, name: site.name, url: redactQueries(site.url) },
      configuration: buildReportConfiguration(this.#subject),
      // Sorted by content, so that the order does not depend on the order of the pages.
      engines: [...this.#conditions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, engine]) => engine),
      crawl: buildReportCrawl({ ...crawl, notes }),
      limits: buildReportLimits(scan.config.rules, this.#ruleIds, collectRulesThatRan(pages)),
      summary: { pages: countPages(pages), rulesNotRun: findRulesNotRun(pages), ...this.#tally.summary() },
      pages,
      gate,
      comparison: this.#tally.comparison.view(comparison, mustBeAccepted),
      suppressions: this.#suppressionsShown(),
      decisions: this.#decisionsShown(),
      issueGroups: await addExamples(this.#tally.groups.listed(), this.#store),
      violations: this.#tally.rules('violation').inOrder().map(buildRuleFindings),
      needsReview: this.#tally.rules('review').inOrder().map(buildRuleFindings),
    };
  }

  /** Returns the state for later scans. Call it once, after all pages were added. */
  state(): SiteState {
    return this.#comparer.state();
  }

  /** Returns the history as of this scan. @param state the result of `state` */
  history(state: SiteState): Promise<SiteHistory> {
    return this.#comparer.history(state);
  }

  /** Returns the findings of a state that need no new pictures. @param state the result of `state` */
  known(state: SiteState): KnownFindings {
    return this.#comparer.known(state);
  }

  /** Returns the pages that the baseline judged, as this scan found them, without lost ones that were declared. */
  #earlierPages(): EarlierPage[] {
    const { scan, settings } = this.#subject;
    // Which pages nothing leads to is only known if the scan found all pages.
    const isFull = this.#pages.length >= settings.crawl.maxPages;
    if (scan.status !== 'completed') return [];
    return this.#comparer
      .judgedBefore()
      .filter(({ wasRevisited }) => !wasRevisited)
      .flatMap(({ identity }) => this.#ends.get(identity) ?? [])
      .map((page) => ({ ...page, revisited: page.revisited && !isFull }))
      .filter((page) => !(isLost(page) && this.#comparer.expected.recordChange(page.url)));
  }

  /** Returns sentences on declarations that no change needs. Call it after the gate was decided. */
  #describeUnneeded(): string[] {
    const { scan } = this.#subject;
    // Which pages are gone is known only if both scans found their pages in the same way.
    const isKnown = scan.status === 'completed' && this.#comparer.judgedBefore().length > 0;
    return isKnown ? this.#comparer.describeUnneededDeclarations() : [];
  }

  #pagesInOrder(): ReportPage[] {
    const pages = this.#pages
      .toSorted((a, b) => comparePagePositions(a.known, b.known))
      .map(({ page }) => page);
    const urls = new Map(pages.map(({ id, requestedUrl }) => [id, requestedUrl]));
    const { foundOn } = this.#subject.crawl;
    return pages.map((page) => ({ ...page, foundOn: urls.get(foundOn.get(page.id) ?? '') ?? null }));
  }

  /**
   * The result was written by the browser process, which may be compromised. Keeps only findings of rules that the scan
   * requested; of those that compare pages, only what was chosen.
   */
  #keepRequestedRules(found: ResultOfPage | undefined): ResultOfPage | undefined {
    if (found === undefined) return undefined;
    const findings = found.result.findings.filter(({ ruleId }) => this.#ruleIds.includes(ruleId));
    return { ...found, result: this.#siteChecks.apply({ ...found.result, findings }) };
  }

  #resolve(known: FrontierPage, found: ResultOfPage | undefined): JudgedPage {
    return resolvePageOutcome(known, found?.result, this.#ruleIds, this.#isGiven(known));
  }

  /** True for the start URL and the listed pages. */
  #isGiven({ depth, position }: FrontierPage): boolean {
    return depth === 0 && position < this.#subject.givenPages;
  }

  /** Returns a page with a digest of its identity, if the address that the report shows lacks a part of it. */
  #withIdentity(page: ReportPage, url: string): ReportPage {
    const buildIdentity = (address: string) =>
      buildPageIdentity(address, this.#home, hasHashRoutes(this.#subject));
    const identity = buildIdentity(url);
    return buildIdentity(page.requestedUrl) === identity
      ? page
      : { ...page, identity: hashIdentity(identity) };
  }

  #suppressionsShown(): ReportSuppression[] {
    return this.#subject.suppressions
      .map((suppression) => ({
        ...toSuppressionView(suppression),
        findings: this.#tally.suppressedBy(suppression.suppressionId),
        expired: isExpired(suppression, getScanEndTime(this.#subject)),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #decisionsShown(): ReportDecision[] {
    return this.#subject.decisions
      .flatMap((decision) => {
        const counts = this.#tally.decided(decision.fingerprint);
        return counts === undefined ? [] : { ...toDecisionView(decision), ...counts };
      })
      .sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
  }
}

/** Returns the entries that both lists have; all of the second list if there is no first. */
function intersect(one: readonly string[] | undefined, other: readonly string[]): readonly string[] {
  return one === undefined ? other : one.filter((each) => other.includes(each));
}

/** Returns a sentence about a script that failed, which may be why a page changed; empty if none did. */
function describeFailed({ failedScripts: [first] = [] }: ReportPage): string {
  return first === undefined ? '' : ` A script of the page failed: ${first}.`;
}
