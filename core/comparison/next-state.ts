import { getCommonEngine, pickEngine, severalEngines } from '../scans/engine.ts';
import { getImpact } from '../scans/page-finding.ts';
import { formatSelector } from '../scans/selector-text.ts';
import { countUnlistedElements, findUnknownFrames, mergeFindings } from './all-addresses.ts';
import { matchRule } from './match-rule.ts';
import { type ComparedNode, type CurrentFinding, PageFindings, type ScannedPage } from './page-findings.ts';
import {
  getOwnMember,
  type KnownFinding,
  type PageState,
  type RuleState,
  type Run,
  type SiteState,
} from './site-state.ts';
import { StateBudget } from './state-budget.ts';

/**
 * Maximum number of pages in a state. The pages seen longest ago are dropped, and are new when they are found again.
 */
const STATE_PAGES_MAX = 5_000;
/**
 * Approximate maximum length of a state as JSON, in UTF-16 units: 1,000 pages with 100,000 findings take 33 million.
 * Beyond it, findings are counted, not listed. Earlier pages that this scan did not scan are then stored without their
 * rules, so that their findings are unknown rather than new by mistake.
 */
const STATE_LENGTH_MAX = 60_000_000;
/**
 * Maximum number of findings of one rule on one page. A page result lists at most 200. Earlier findings that were not
 * seen again, for example in frames that were not scanned, and findings of other addresses of the page are added.
 */
const FINDINGS_PER_RULE_MAX = 1_000;
/** Maximum number of fixed fingerprints that are stored for one rule on one page. */
export const FIXED_PER_RULE_MAX = 200;
const SELECTOR_LENGTH_MAX = 200;

/** Inputs for the state of a scan in addition to its pages. */
export interface StateInput {
  scanId: string;
  branch: string | null;
  comparableKey: string;
  /** See `computeDiscoveryKey`. */
  discoveryKey: string | null;
  /** The rules of the scan. The state of other rules is not continued. */
  ruleIds: readonly string[];
  /** The earlier state that this scan continues; null for none. */
  carried: SiteState | null;
  /**
   * Applies to pages that `carried` does not have, and to their rules and frames, if this scan does not reach them.
   * True if findings there are new in later scans; false if they are unknown. It is true for a gate on new findings, so
   * that later gates fail instead of being inconclusive. It is false for other scans, and if `carried` is null and
   * `onNoBaseline` is not `fail`.
   */
  unreachedStaysNew: boolean;
  /** Returns the hash of the current definition of a rule. */
  getRuleDefinition(ruleId: string): string;
}

interface FoundPage {
  /** See `buildPageIdentity`. */
  identity: string;
  /** Address for display, without secrets. */
  url: string;
}

/** Returns what the state stores about the picture of a finding: see `KnownFinding.picture`. */
export type GetKnownPicture = (node: ComparedNode) => KnownFinding['picture'];

/** Builds the state that a scan stores: the last known state of each page and rule. */
export class NextState {
  readonly #input: StateInput;
  readonly #rules: ReadonlySet<string>;
  /** The index of each run in `runs` of the state, by the run as JSON. */
  readonly #runs = new Map<string, number>();
  readonly #pages = new Map<string, PageState>();
  readonly #notAttempted = new Map<string, PageState>();
  readonly #pagesMax: number;
  readonly #staysNew: boolean;
  readonly #budget: StateBudget;

  constructor(input: StateInput, bounds = { pages: STATE_PAGES_MAX, length: STATE_LENGTH_MAX }) {
    this.#input = input;
    this.#rules = new Set(input.ruleIds);
    this.#pagesMax = bounds.pages;
    this.#staysNew = input.unreachedStaysNew;
    this.#budget = new StateBudget(bounds.length);
  }

  /**
   * Adds one page of the scan, scanned or not. Pages must be added in the order of the report: if the budget is too
   * small for all pages, the first ones get it.
   * @param scans, how.isOther see `Comparison.comparePage`
   * @param how.isReplaced whether the page shows something else than in the baseline, declared or not
   */
  add(
    { identity, url }: FoundPage,
    scans: readonly (ScannedPage | null)[],
    {
      isOther = false,
      isReplaced = isOther,
      isRevisited = false,
      pictureOf = () => undefined,
    }: {
      isOther?: boolean;
      isReplaced?: boolean;
      isRevisited?: boolean;
      pictureOf?: GetKnownPicture;
    } = {},
  ): void {
    const now = new PageFindings(scans, isOther);
    const before = getOwnMember(this.#input.carried?.pages, identity);
    const seen = this.#input.scanId;
    if (!now.hasResults) {
      if (before) this.#pages.set(identity, this.#carryPage(before, seen));
      else if (!this.#staysNew) this.#pages.set(identity, this.#createBlankPage(url));
      return;
    }
    this.#budget.takePage(url);
    // A page that was half there once would hide what it loses later. If it was replaced, that was declared, or
    // somebody accepts the scan before others are compared with it.
    const isReference = now.isComplete || (isReplaced && now.isScanned);
    const content = (isReference ? undefined : before?.content) ?? now.content;
    const [only, ...others] = now.addresses;
    this.#pages.set(identity, {
      url,
      seen,
      result: only && others.length === 0 ? { scanId: seen, key: only.resultKey } : null,
      ...(now.observed === undefined ? {} : { observed: now.observed }),
      ...(content === undefined ? {} : { content }),
      ...(isRevisited ? { revisited: true as const } : {}),
      framesUnknown: before === undefined && this.#staysNew ? [] : findUnknownFrames(before, now.addresses),
      rules: this.#buildRules(before, now, pictureOf),
    });
  }

  /**
   * Adds a page that was found and is not part of the scan. If a later scan includes it, its findings are unknown. Does
   * nothing with `unreachedStaysNew`, so that they are new.
   */
  addNotAttempted({ identity, url }: FoundPage): void {
    if (this.#staysNew) return;
    if (this.#notAttempted.size >= this.#pagesMax || this.#notAttempted.has(identity)) return;
    this.#notAttempted.set(identity, { ...blankPage, url, seen: this.#input.scanId });
  }

  /**
   * Returns the state: the pages of the scan, then earlier pages, last seen first, then pages that were not attempted.
   */
  finish(): SiteState {
    const { scanId, branch, comparableKey, discoveryKey, carried } = this.#input;
    const others = Object.entries(carried?.pages ?? {}).filter(([identity]) => !this.#pages.has(identity));
    for (const [identity, page] of others.sort(compareLastSeen)) {
      if (this.#pages.size >= this.#pagesMax) break;
      this.#pages.set(identity, this.#carryPage(page, page.seen));
    }
    for (const [identity, { url }] of this.#notAttempted) {
      if (this.#pages.size >= this.#pagesMax) break;
      if (!this.#pages.has(identity)) this.#pages.set(identity, this.#createBlankPage(url));
    }
    const runs = [...this.#runs.keys()].map((key) => JSON.parse(key) as Run);
    return {
      version: 1,
      scanId,
      branch,
      comparableKey,
      discoveryKey,
      runs,
      pages: Object.fromEntries(this.#pages),
    };
  }

  #buildRules(
    before: PageState | undefined,
    now: PageFindings,
    pictureOf: GetKnownPicture,
  ): PageState['rules'] {
    const rules: PageState['rules'] = Object.create(null);
    for (const ruleId of this.#rules) {
      const known = getOwnMember(before?.rules, ruleId);
      if (now.addresses.some((address) => address.rule(ruleId).completed))
        rules[ruleId] = this.#buildCompletedRule(ruleId, before, known, now, pictureOf);
      else if (known) this.#carryRule(rules, ruleId, known);
      else if (before === undefined && this.#staysNew) rules[ruleId] = this.#createEmptyRule(ruleId);
    }
    return rules;
  }

  /**
   * Returns the state of a rule that has not completed on a new page. Its findings there are new in later scans. Their
   * cause is `unknown`, because no engine has run the rule there.
   */
  #createEmptyRule(ruleId: string): RuleState {
    this.#budget.takeRule(ruleId, 0);
    const definition = this.#input.getRuleDefinition(ruleId);
    return {
      run: this.#getRunIndex({ scanId: '', ...severalEngines }),
      definition,
      findings: [],
      fixed: [],
      unlisted: 0,
    };
  }

  #buildCompletedRule(
    ruleId: string,
    before: PageState | undefined,
    known: RuleState | undefined,
    now: PageFindings,
    pictureOf: GetKnownPicture,
  ): RuleState {
    const addresses = now.addresses.filter((address) => address.rule(ruleId).completed);
    const match = before && known ? matchRule(ruleId, before, known, now) : undefined;
    const current = mergeFindings(ruleId, addresses).map((each) =>
      toKnownFinding(each, pictureOf(each.node)),
    );
    const { findings, unlistedCounts } = this.#budget.takeFindings(
      [...current, ...(match?.notSeen ?? [])],
      countUnlistedElements(ruleId, addresses),
      FINDINGS_PER_RULE_MAX,
    );
    const fixedNow = (match?.fixed ?? []).map(({ fingerprint }) => fingerprint);
    const fixed = [...fixedNow, ...(match?.fixedBefore ?? [])].slice(0, FIXED_PER_RULE_MAX);
    this.#budget.takeRule(ruleId, fixed.length);
    const engine = getCommonEngine(addresses.map((address) => address.engine));
    return {
      run: this.#getRunIndex({ scanId: this.#input.scanId, ...engine }),
      definition: this.#input.getRuleDefinition(ruleId),
      findings,
      fixed,
      ...unlistedCounts,
    };
  }

  /** Returns an earlier page with its rules, as far as the budget allows. */
  #carryPage(page: PageState, seen: string): PageState {
    const rules: PageState['rules'] = Object.create(null);
    if (!this.#budget.isUsedUp) {
      for (const [ruleId, rule] of Object.entries(page.rules)) {
        if (this.#rules.has(ruleId)) this.#carryRule(rules, ruleId, rule);
      }
    }
    this.#budget.takePage(page.url);
    return { ...page, seen, rules };
  }

  #carryRule(rules: PageState['rules'], ruleId: string, known: RuleState): void {
    const run = this.#input.carried?.runs[known.run];
    if (run === undefined) return;
    const review = known.unlistedReviews ?? 0;
    const unlisted = { violation: known.unlisted - review, review };
    const { findings, unlistedCounts } = this.#budget.takeFindings(known.findings, unlisted);
    this.#budget.takeRule(ruleId, known.fixed.length);
    rules[ruleId] = { ...known, run: this.#getRunIndex(run), findings, ...unlistedCounts };
  }

  #createBlankPage(url: string): PageState {
    this.#budget.takePage(url);
    return { ...blankPage, url, seen: this.#input.scanId };
  }

  #getRunIndex({ scanId, ...engine }: Run): number {
    const key = JSON.stringify({ scanId, ...pickEngine(engine) } satisfies Run);
    const index = this.#runs.get(key) ?? this.#runs.size;
    this.#runs.set(key, index);
    return index;
  }
}

const blankPage: Omit<PageState, 'url' | 'seen'> = { result: null, framesUnknown: [], rules: {} };

/** Orders pages by the scan that saw them last, latest first. Scan ids sort by their time. */
function compareLastSeen([idA, a]: [string, PageState], [idB, b]: [string, PageState]): number {
  if (a.seen !== b.seen) return a.seen < b.seen ? 1 : -1;
  return idA < idB ? -1 : 1;
}

function toKnownFinding(
  { fingerprint, formerly, place, markup, kind, frame, node, finding }: CurrentFinding,
  picture: KnownFinding['picture'],
): KnownFinding {
  return {
    fingerprint,
    formerly: [...formerly],
    place,
    markup,
    kind,
    impact: getImpact(finding, node),
    frame: [...frame],
    selector: formatSelector(node.target).slice(0, SELECTOR_LENGTH_MAX),
    ...(picture === undefined ? {} : { picture }),
  };
}
