import { type ComparedPage, Comparison } from '../comparison/compare-page.ts';
import { ContentChanges } from '../comparison/content-change.ts';
import { ExpectedChanges } from '../comparison/expected-changes.ts';
import { computeDiscoveryKey, listJudgedPages, type PageJudgedBefore } from '../comparison/judged-pages.ts';
import { collectKnownFindings, type KnownFindings } from '../comparison/known-findings.ts';
import { NextState } from '../comparison/next-state.ts';
import type { ComparedNode, ScannedPage } from '../comparison/page-findings.ts';
import type { SiteState } from '../comparison/site-state.ts';
import type { PictureAge } from '../findings/earlier-pictures.ts';
import { buildIssueGroupId } from '../findings/issue-group-id.ts';
import { hashMasking } from '../findings/masking.ts';
import { buildPageIdentity } from '../findings/page-identity.ts';
import type { FailOn } from '../gate/fail-on.ts';
import { getNewFindingThresholds } from '../gate/new-finding-thresholds.ts';
import { buildHistory } from '../history/next-history.ts';
import { type SiteHistory, toHistoryScan } from '../history/site-history.ts';
import { redactQueries } from '../redaction/redact-queries.ts';
import { getRuleDefinition } from '../rule-sets/rules.ts';
import { isScanned } from '../scans/page-outcome.ts';
import type { PageResult } from '../scans/page-result.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { type FindingPicture, FindingPictures } from './finding-pictures.ts';
import type { PageGroup } from './page-groups.ts';
import type { JudgedPage } from './pages.ts';
import { getScanEndTime, hasHashRoutes, type ReportSubject } from './report-subject.ts';

/**
 * Maximum number of findings whose issue group is recorded for the history; a state lists fewer. The history of further
 * findings is that of findings on pages that were not scanned.
 */
const GROUPED_MAX = 400_000;

/** One address of a page, with its result if it has one. */
export interface PageAddress extends JudgedPage {
  known: FrontierPage;
  found: ScannedPage<PageResult> | undefined;
}

/** The data of one page's findings that its results do not have. */
export interface PageHistory {
  /** Undefined for addresses that are not compared. */
  compared: ComparedPage | undefined;
  pictures: ReadonlyMap<ComparedNode, FindingPicture>;
  /** A sentence if the page changed too much to be compared. */
  changed: string | null;
}

/** Compares the pages of a scan with its baseline, and builds the state for later scans. */
export class PageComparer {
  /** The pages that the configuration declares to change. */
  readonly expected: ExpectedChanges;
  readonly #subject: ReportSubject;
  readonly #home: readonly string[];
  readonly #changes: ContentChanges;
  readonly #comparison: Comparison;
  readonly #nextState: NextState;
  readonly #pictureAge: PictureAge;
  readonly #pictures: FindingPictures;
  /** The pages that were scanned and so could be compared, by identity. */
  readonly #compared = new Set<string>();
  /** The issue groups of the findings, by fingerprint. */
  readonly #groups = new Map<string, string>();

  /** @param home see `getHomeOrigins` */
  constructor(subject: ReportSubject, home: readonly string[], ruleIds: readonly string[]) {
    const { scan, comparison, settings } = subject;
    const { readMarkups, carried, comparableKey, earlierPictures } = comparison;
    this.#subject = subject;
    this.#home = home;
    this.expected = new ExpectedChanges(scan.config);
    this.#changes = new ContentChanges(comparison.state, this.expected);
    this.#comparison = new Comparison(comparison.state, { getRuleDefinition, readMarkups });
    this.#nextState = new NextState({
      scanId: scan.scanId,
      branch: scan.config.metadata?.branch ?? null,
      comparableKey,
      discoveryKey: computeDiscoveryKey(subject),
      ruleIds,
      carried,
      unreachedStaysNew: isUnreachedNew(scan.config.failOn, carried),
      getRuleDefinition,
    });
    this.#pictureAge = {
      masking: hashMasking(settings.page),
      endedAt: getScanEndTime(subject),
      retentionDays: earlierPictures?.retentionDays ?? 0,
    };
    this.#pictures = new FindingPictures(
      { scanId: scan.scanId, mode: settings.page.screenshots },
      this.#pictureAge,
      earlierPictures?.copyPicture ?? (async () => false),
    );
  }

  /** True if pages are compared with each other: then observe all of them before the first is compared. */
  get comparesPages(): boolean {
    return this.#subject.comparison.state !== null;
  }

  /** Observes what a page of the scan shows. @param results those of its addresses */
  observe(identity: string | null, results: readonly PageResult[]): void {
    const [first] = results;
    if (identity === null || !first?.content) return;
    const { requestedUrl: url, content, failedScripts } = first;
    this.#changes.observe(identity, { url, content, hasFailed: failedScripts.length > 0 });
  }

  /** Compares the addresses of one page. @param addresses in the order of the report */
  async compare(
    { identity, compared, cut }: PageGroup,
    addresses: readonly PageAddress[],
  ): Promise<PageHistory> {
    const [first] = addresses;
    const results = addresses.flatMap(({ result }) => result ?? []);
    if (identity === null || first === undefined)
      return { compared: undefined, pictures: await this.#pictures.of(results, new Map()), changed: null };
    const scans = addresses
      .filter(({ known }) => compared.includes(known))
      .map(({ found, result }) => (found && result ? found : null));
    // The addresses beyond the limit are unknown.
    if (cut) scans.push(null);
    if (scans.every((each) => each !== null && isScanned(each.result.outcome))) this.#compared.add(identity);
    const change = this.#changes.find(identity);
    const isOther = change !== null && !change.isDeclared;
    const page = await this.#comparison.comparePage(identity, scans, isOther);
    const pictures = await this.#pictures.of(results, page.known);
    const pictureOf = (node: ComparedNode) => pictures.get(node)?.known;
    this.#nextState.add({ identity, url: first.page.requestedUrl }, scans, {
      isOther,
      isReplaced: change !== null,
      isRevisited: first.known.revisited === true,
      pictureOf,
    });
    this.#recordGroups(results);
    return { compared: page, pictures, changed: isOther ? change.sentence : null };
  }

  /** Yields the URLs of the baseline's findings on pages that were not compared. */
  *urlsNotSeenAgain(): Generator<string> {
    for (const { url } of this.#comparison.listOnOtherPages()) yield url;
  }

  /** True if the baseline scanned a page. An address that is not compared counts as scanned, as the safe assumption. */
  wasScanned(identity: string | null): boolean {
    return identity === null || this.#comparison.wasScanned(identity);
  }

  /** Returns sentences on declarations that no change needs. Call it after all changes were recorded. */
  describeUnneededDeclarations(): string[] {
    // Whether a page has changed that was not scanned is not known.
    for (const [identity, { url }] of Object.entries(this.#subject.comparison.state?.pages ?? {}))
      if (!this.#compared.has(identity)) this.expected.recordChange(url);
    return this.expected.describeUnneeded();
  }

  /** Returns the pages that the baseline judged and that this scan could have found; none without equal settings. */
  judgedBefore(): readonly PageJudgedBefore[] {
    const { state } = this.#subject.comparison;
    const key = computeDiscoveryKey(this.#subject);
    return state === null || key === null || state.discoveryKey !== key ? [] : listJudgedPages(state);
  }

  /** Returns the state for later scans. Call it once, after all pages were compared. */
  state(): SiteState {
    for (const { url } of this.#subject.crawl.notAttempted) {
      const identity = buildPageIdentity(url, this.#home, hasHashRoutes(this.#subject));
      this.#nextState.addNotAttempted({ identity, url: redactQueries(url) });
    }
    return this.#nextState.finish();
  }

  /** Returns the history as of this scan. @param state the result of `state` */
  async history(state: SiteState): Promise<SiteHistory> {
    const { scan, comparison } = this.#subject;
    const { carried, history } = comparison;
    const carriedScan = history?.carriedScan ?? null;
    return buildHistory({
      scan: toHistoryScan(scan),
      state,
      groups: this.#groups,
      previous: (await history?.readPrevious()) ?? null,
      carried: carried && carriedScan && { state: carried, scan: carriedScan },
    });
  }

  #recordGroups(results: readonly PageResult[]): void {
    for (const { nodes } of results.flatMap(({ findings }) => findings)) {
      for (const node of nodes) {
        if (this.#groups.size >= GROUPED_MAX) return;
        this.#groups.set(node.identity.fingerprint, buildIssueGroupId(node.identity));
      }
    }
  }

  /** Returns the findings of a state that need no new pictures. @param state the result of `state` */
  known(state: SiteState): KnownFindings {
    return collectKnownFindings(state, this.#pictureAge);
  }
}

/**
 * True if a gate treats findings on pages that no earlier scan reached as new. False for a first scan, except with
 * `onNoBaseline: "fail"`: pages that it does not reach are recorded as unknown, not as new, for later scans.
 */
function isUnreachedNew(failOn: FailOn | undefined, carried: SiteState | null): boolean {
  return getNewFindingThresholds(failOn) !== null && (carried !== null || failOn?.onNoBaseline === 'fail');
}
