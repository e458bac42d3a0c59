import { type ComparedPage, Comparison, type Judgement } from '../comparison/compare-page.ts';
import { type KnownFindings, knownOf } from '../comparison/known-of.ts';
import { NextState } from '../comparison/next-state.ts';
import type { ScannedPage } from '../comparison/page-findings.ts';
import type { SiteState } from '../comparison/site-state.ts';
import type { PictureAge } from '../findings/earlier-pictures.ts';
import type { FindingKind } from '../findings/finding-kind.ts';
import { maskingOf } from '../findings/masking.ts';
import { homeOf, identityDigest, pageIdentity } from '../findings/page-identity.ts';
import { coverageOf } from '../gate/coverage.ts';
import type { FailOn } from '../gate/fail-on.ts';
import { newFindingThresholdsOf } from '../gate/new-finding-thresholds.ts';
import { rulesNotRunOn } from '../gate/not-judged.ts';
import { GateTally } from '../gate/tally.ts';
import { redactQueries } from '../redaction/redact-queries.ts';
import { definitionOf, isBestPractice } from '../rule-sets/axe-rule.ts';
import { resolveRuleSets } from '../rule-sets/rule-sets.ts';
import { elementsOf, impactOf } from '../scans/page-finding.ts';
import type { FindingNode, PageFinding } from '../scans/page-result.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { ActiveSuppressions, isExpired } from '../suppressions/applies.ts';
import { type Suppression, viewSuppression } from '../suppressions/suppression.ts';
import type { ComparedWith } from './comparison-tally.ts';
import { type CrawlRecord, crawlOf } from './crawl.ts';
import { EngineTally } from './engines.ts';
import type { FindingStore, NodePlace } from './finding-store.ts';
import { type CountedFinding, FindingTally } from './finding-tally.ts';
import { withExamples } from './issue-groups.ts';
import { limitsOf } from './limits.ts';
import { NodeBudget } from './node-budget.ts';
import { type PageGroup, pageGroups } from './page-groups.ts';
import { byPlace, type JudgedPage, judgePage } from './pages.ts';
import { type EarlierPictures, type FindingPicture, PicturesOfFindings } from './pictures-of-findings.ts';
import { REPORT_SCHEMA_VERSION, type Report, type ReportPage, type ReportSuppression } from './report.ts';
import { configurationOf, pageCounts, rulesThatRan, type ScanSubject, scanOf } from './report-head.ts';
import { issueGroupOf, reportNode } from './report-node.ts';
import type { ReportFinding } from './report-source.ts';
import { ruleFindingsOf } from './rule-findings.ts';

/** What a scan is held against, with what is known of it. */
export interface ReportComparisonInput extends ComparedWith {
  /** What the baseline left; null where there is no baseline. */
  state: SiteState | null;
  /** What is carried on of what this scan does not reach; null for nothing. */
  carried: SiteState | null;
  /** `markups` of the page result that an object holds; null when it is gone. */
  readMarkups(resultKey: string): Promise<string | null>;
  /** Absent where no pictures of earlier scans are kept. */
  earlierPictures?: EarlierPictures;
}

/** Of a scan that is compared with none. @param whyNone for people */
export function nothingToCompare(comparableKey: string, whyNone: string): ReportComparisonInput {
  const readMarkups = async () => null;
  return { baseline: null, whyNone, comparableKey, state: null, carried: null, readMarkups };
}

/** Everything a report is made from but its pages. */
export interface ReportSubject extends ScanSubject {
  crawl: CrawlRecord;
  /** How many of the first pages of the report are the start URL and the listed pages. */
  givenPages: number;
  comparison: ReportComparisonInput;
  /** Those of the site, expired ones among them. */
  suppressions: readonly Suppression[];
}

/** The result of a page, with the key of its object. */
export type ResultOfPage = ScannedPage;

/** What findings of one page are held against. */
interface OnPage {
  compared: ComparedPage | undefined;
  pictures: ReadonlyMap<FindingNode, FindingPicture>;
  suppressionFor: ReturnType<ActiveSuppressions['on']>;
}

/** Whether a gate takes for new whatever no earlier scan knows: not in a first scan, which all others are compared with. */
function isUnreachedNew(failOn: FailOn | undefined, carried: SiteState | null): boolean {
  return newFindingThresholdsOf(failOn) !== null && (carried !== null || failOn?.onNoBaseline === 'fail');
}

const notCompared: Judgement = { state: 'unknown', cause: null };

/**
 * Puts the report of a scan together, page by page, and holds none of its findings: these go to a store as they come.
 * The same pages in the same order give the same, to the byte; nothing is read from the clock.
 */
export class ReportBuilder {
  readonly #subject: ReportSubject;
  readonly #store: FindingStore;
  readonly #budget: NodeBudget;
  readonly #ruleIds: readonly string[];
  readonly #comparison: Comparison;
  readonly #nextState: NextState;
  readonly #suppressions: ActiveSuppressions;
  readonly #pictureAge: PictureAge;
  readonly #pictures: PicturesOfFindings;
  readonly #tally = new FindingTally();
  readonly #gate = new GateTally();
  readonly #engines = new EngineTally();
  readonly #pages: { known: FrontierPage; page: ReportPage }[] = [];
  readonly #home: readonly string[];
  /** Broken links to pages that the baseline knows as scanned. */
  #lostPages = 0;
  /** Of each scanned page the selectors that select nothing there, as far as all pages so far have them. */
  #selectorsUnmatched: readonly string[] | undefined;
  /** Elements kept so far, by kind and rule. */
  readonly #kept: Record<FindingKind, Map<string, number>> = { violation: new Map(), review: new Map() };

  /** @throws Error when the scan is not final */
  constructor(subject: ReportSubject, store: FindingStore, budget: NodeBudget = new NodeBudget()) {
    const { scan, comparison, suppressions } = subject;
    this.#subject = subject;
    this.#store = store;
    this.#budget = budget;
    this.#ruleIds = resolveRuleSets(scan.config.rules).ruleIds;
    scanOf(scan);
    this.#home = homeOf(subject.startUrls, subject.crawl.adoptedOrigin);
    this.#comparison = new Comparison(comparison.state, {
      definitionOf,
      readMarkups: comparison.readMarkups,
    });
    this.#nextState = new NextState({
      scanId: scan.scanId,
      branch: scan.config.metadata?.branch ?? null,
      comparableKey: comparison.comparableKey,
      ruleIds: this.#ruleIds,
      carried: comparison.carried,
      unreachedStaysNew: isUnreachedNew(scan.config.failOn, comparison.carried),
      definitionOf,
    });
    this.#suppressions = new ActiveSuppressions(suppressions, this.#endedAt);
    const { page } = subject.settings;
    const earlier = comparison.earlierPictures;
    this.#pictureAge = {
      masking: maskingOf(page),
      endedAt: this.#endedAt,
      retentionDays: earlier?.retentionDays ?? 0,
    };
    this.#pictures = new PicturesOfFindings(
      { scanId: scan.scanId, mode: page.screenshots },
      this.#pictureAge,
      earlier?.copyPicture ?? (async () => false),
    );
  }

  /** The pages of the scan as they are to be added. @param pages the whole frontier, in any order */
  groupsOf(pages: readonly FrontierPage[]): PageGroup[] {
    return pageGroups(pages, this.#home, this.#hashRoutes);
  }

  /**
   * The addresses of one page, in the order of `groupsOf`, each group once.
   * @param resultOf the result that counts, of an address that has one
   */
  async add(group: PageGroup, resultOf: (pageId: string) => ResultOfPage | undefined): Promise<void> {
    const judged = group.pages.map((known) => {
      const found = this.#askedOnly(resultOf(known.pageId));
      const isGiven = known.depth === 0 && known.position < this.#subject.givenPages;
      const { page, result } = judgePage(known, found?.result, this.#ruleIds, isGiven);
      return { known, found, page: this.#told(page, known.url), result };
    });
    const { compared, pictures } = await this.#compare(group, judged);
    for (const { page } of judged)
      if (page.outcome === 'broken-link' && this.#isLost(group.identity)) this.#lostPages += 1;
    for (const { known, page, result } of judged) {
      if (result) {
        this.#engines.add(result.engine);
        this.#selectorsUnmatched = inBoth(this.#selectorsUnmatched, result.selectorsUnmatched);
        const judge = { compared, pictures, suppressionFor: this.#suppressions.on(page.requestedUrl) };
        for (const finding of result.findings) await this.#addFinding(page, finding, judge);
      }
      this.#pages.push({ known, page });
    }
  }

  /** The report with `nodes` empty everywhere, once all pages were added. */
  async head(): Promise<Report> {
    const { scan, site, crawl, comparison, givenPages } = this.#subject;
    for (const { url } of this.#comparison.onOtherPages()) this.#tally.comparison.addNotSeenAgain(url);
    const pages = this.#pagesInOrder();
    const gate = this.#gate.decide(scan.config.failOn, {
      status: scan.status,
      coverage: coverageOf(pages, givenPages, this.#lostPages),
      pages,
      selectorsUnmatched: this.#selectorsUnmatched ?? [],
      ruleIds: this.#ruleIds,
      hasBaseline: comparison.baseline !== null,
    });
    return {
      schemaVersion: REPORT_SCHEMA_VERSION,
      scan: scanOf(scan),
      site: { id: site.siteId, name: site.name, url: site.url },
      configuration: configurationOf(this.#subject),
      engines: this.#engines.inOrder(),
      crawl: crawlOf(crawl),
      limits: limitsOf(scan.config.rules, rulesThatRan(pages)),
      summary: { pages: pageCounts(pages), rulesNotRun: rulesNotRunOn(pages), ...this.#tally.summary() },
      pages,
      gate,
      comparison: this.#tally.comparison.view(comparison),
      suppressions: this.#suppressionsShown(),
      issueGroups: await withExamples(this.#tally.groups.listed(), this.#store),
      violations: this.#tally.rules('violation').inOrder().map(ruleFindingsOf),
      needsReview: this.#tally.rules('review').inOrder().map(ruleFindingsOf),
    };
  }

  /** What the scan leaves to those after it, once all pages were added; call it once. */
  state(): SiteState {
    for (const { url } of this.#subject.crawl.leftOut) {
      const identity = pageIdentity(url, this.#home, this.#hashRoutes);
      this.#nextState.addLeftOut({ identity, url: redactQueries(url) });
    }
    return this.#nextState.finish();
  }

  /** What of a state needs no new pictures. @param state what `state` gave */
  known(state: SiteState): KnownFindings {
    return knownOf(state, this.#pictureAge);
  }

  #pagesInOrder(): ReportPage[] {
    const pages = this.#pages.toSorted((a, b) => byPlace(a.known, b.known)).map(({ page }) => page);
    const urls = new Map(pages.map(({ id, requestedUrl }) => [id, requestedUrl]));
    const { foundOn } = this.#subject.crawl;
    return pages.map((page) => ({ ...page, foundOn: urls.get(foundOn.get(page.id) ?? '') ?? null }));
  }

  /** Whether the baseline knows a page as scanned. An address that is not compared counts as scanned, to be on the safe side. */
  #isLost(identity: string | null): boolean {
    return identity === null || this.#comparison.wasScanned(identity);
  }

  /** The result with the findings of the scan's rules alone: whoever wrote it ran scripts of pages, and may be theirs. */
  #askedOnly(found: ResultOfPage | undefined): ResultOfPage | undefined {
    if (found === undefined) return undefined;
    const findings = found.result.findings.filter(({ ruleId }) => this.#ruleIds.includes(ruleId));
    return { ...found, result: { ...found.result, findings } };
  }

  /** A page with a digest of its identity, where its address as it is shown does not give that. @param url as it is */
  #told(page: ReportPage, url: string): ReportPage {
    const identityOf = (address: string) => pageIdentity(address, this.#home, this.#hashRoutes);
    const identity = identityOf(url);
    return identityOf(page.requestedUrl) === identity
      ? page
      : { ...page, identity: identityDigest(identity) };
  }

  async #compare(
    { identity, compared, cut }: PageGroup,
    judged: readonly (JudgedPage & { known: FrontierPage; found: ResultOfPage | undefined })[],
  ): Promise<Pick<OnPage, 'compared' | 'pictures'>> {
    const [first] = judged;
    const results = judged.flatMap(({ result }) => result ?? []);
    if (identity === null || first === undefined)
      return { compared: undefined, pictures: await this.#pictures.of(results, new Map()) };
    const scans = judged
      .filter(({ known }) => compared.includes(known))
      .map(({ found, result }) => (found && result ? found : null));
    // Of an address that is left out nothing can be said.
    if (cut) scans.push(null);
    const page = await this.#comparison.comparePage(identity, scans);
    const pictures = await this.#pictures.of(results, page.known);
    const pictureOf = (node: FindingNode) => pictures.get(node)?.known;
    this.#nextState.add({ identity, url: first.page.requestedUrl }, scans, pictureOf);
    for (const gone of page.fixed) this.#tally.comparison.addFixed(gone);
    for (const { url } of page.notSeenAgain) this.#tally.comparison.addNotSeenAgain(url);
    return { compared: page, pictures };
  }

  async #addFinding(
    page: ReportPage,
    finding: PageFinding,
    { compared, pictures, suppressionFor }: OnPage,
  ): Promise<void> {
    const { ruleId, kind } = finding;
    const of = { pageId: page.id, kind, ruleId };
    let kept = 0;
    const listed = new Map<string, number>();
    for (const [index, node] of finding.nodes.entries()) {
      const { state, cause, notJudgedBefore } = compared?.judgements.get(node) ?? notCompared;
      const suppressedBy = suppressionFor({ ruleId, ...node })?.suppressionId ?? null;
      let place: NodePlace | undefined;
      if (this.#budget.mayKeep(index)) {
        const picture = pictures.get(node)?.shown ?? null;
        const shown = reportNode(page, finding, node, { state, cause, suppressedBy, picture });
        place = await this.#keep({ kind, ruleId, node: shown }, index);
        if (place !== undefined) kept++;
      }
      const group = issueGroupOf(node);
      if (group !== null) listed.set(group, (listed.get(group) ?? 0) + 1);
      const element = { group, evidence: node.identity?.evidence ?? null, place };
      this.#count(page, {
        ...of,
        impact: impactOf(finding, node),
        state,
        cause,
        notJudgedBefore,
        suppressedBy,
        element,
        times: 1,
      });
    }
    noteUnlisted(page, finding, elementsOf(finding) - kept);
    const suppressedBy = suppressionFor({ ruleId, identity: null, marks: [] })?.suppressionId ?? null;
    const [largest] = [...listed].sort(([, a], [, b]) => b - a);
    for (const { times, ...judgement } of unnamedOf(finding, compared)) {
      this.#count(page, { ...of, ...judgement, impact: impactOf(finding), suppressedBy, times });
      if (largest && suppressedBy === null) this.#tally.groups.addUnlisted(largest[0], times);
    }
  }

  #count(page: ReportPage, finding: CountedFinding): void {
    const { kind, ruleId, impact, state, cause, notJudgedBefore, suppressedBy, times } = finding;
    const suppressed = suppressedBy !== null;
    this.#tally.add(finding);
    const bestPractice = isBestPractice(ruleId);
    this.#gate.add({ kind, impact, bestPractice, state, cause, notJudgedBefore, suppressed }, times);
    if (!suppressed) page[kind === 'violation' ? 'violations' : 'needsReview'] += times;
  }

  /** @returns where the finding is, if there is room for it */
  async #keep(finding: ReportFinding, index: number): Promise<NodePlace | undefined> {
    const json = JSON.stringify(finding);
    if (!this.#budget.keeps(json.length, index)) return undefined;
    const { kind, ruleId } = finding;
    const place = this.#kept[kind].get(ruleId) ?? 0;
    this.#kept[kind].set(ruleId, place + 1);
    await this.#store.add(finding, json);
    return { kind, ruleId, index: place };
  }

  #suppressionsShown(): ReportSuppression[] {
    return this.#subject.suppressions
      .map((suppression) => ({
        ...viewSuppression(suppression),
        findings: this.#tally.suppressedBy(suppression.suppressionId),
        expired: isExpired(suppression, this.#endedAt),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  get #hashRoutes(): boolean {
    return this.#subject.settings.crawl.hashRoutes;
  }

  /** What is suppressed is decided by the time at which the scan ended, however late its report is put together. */
  get #endedAt(): string {
    const { finishedAt, createdAt } = this.#subject.scan;
    return finishedAt ?? createdAt;
  }
}

/** Writes down how many elements of a finding the report does not have. */
function noteUnlisted(page: ReportPage, { ruleId, kind }: PageFinding, elements: number): void {
  const rule = page.rules.find((each) => each.ruleId === ruleId);
  if (rule === undefined || elements === 0) return;
  rule.unlisted ??= { violations: 0, needsReview: 0 };
  rule.unlisted[kind === 'violation' ? 'violations' : 'needsReview'] += elements;
}

/** The elements of a finding that its page counted without naming them. */
function unnamedOf(
  finding: PageFinding,
  compared: ComparedPage | undefined,
): (Judgement & { times: number })[] {
  const told = (compared?.unlisted ?? []).filter((each) => each.finding === finding);
  const unnamed = elementsOf(finding) - finding.nodes.length;
  const rest = unnamed - told.reduce((sum, { count }) => sum + count, 0);
  return [
    ...told.map(({ finding: _finding, pageId: _pageId, count, ...judgement }) => ({
      ...judgement,
      times: count,
    })),
    { ...notCompared, times: rest },
  ].filter(({ times }) => times > 0);
}

/** What is in both lists; all of the second without a first. */
function inBoth(one: readonly string[] | undefined, other: readonly string[]): readonly string[] {
  return one === undefined ? other : one.filter((each) => other.includes(each));
}
