import { impactOf } from '../scans/page-finding.ts';
import type { FindingNode } from '../scans/page-result.ts';
import { selectorText } from '../scans/selector-text.ts';
import { isWithin } from './frames.ts';
import { matchFingerprints } from './match.ts';
import { matchRule } from './match-rule.ts';
import {
  type AddressFindings,
  type CurrentFinding,
  PageFindings,
  type ScannedPage,
  unlistedCount,
} from './page-findings.ts';
import {
  type KnownFinding,
  memberOf,
  type PageState,
  type RuleState,
  type Run,
  type SiteState,
} from './site-state.ts';

/** Pages of a state; beyond it those go that were seen longest ago, and are new when they come back. */
const STATE_PAGES_MAX = 5_000;
/**
 * What a state may take as JSON, in UTF-16 units, about: 1,000 pages with 100,000 findings take 33 million. Beyond it
 * findings are counted, not listed, and pages that a scan did not have are kept without what was known of them, so
 * that nothing of theirs is called new by mistake.
 */
const STATE_LENGTH_MAX = 60_000_000;
/** Findings of one rule on one page. A page result lists 200; more come together where frames come and go. */
const FINDINGS_PER_RULE_MAX = 1_000;
/** Fingerprints of one rule on one page that are remembered as fixed. */
export const FIXED_PER_RULE_MAX = 200;
const SELECTOR_LENGTH_MAX = 200;

/** JSON of a page, rule and finding without their texts of no fixed length, rounded up. */
const PAGE_LENGTH = 200;
const RULE_LENGTH = 120;
const FINDING_LENGTH = 200;
const FINGERPRINT_LENGTH = 32;
const FRAME_LENGTH = 20;
const PICTURE_LENGTH = 380;

/** What the state of a scan is made from beside its pages. */
export interface StateInput {
  scanId: string;
  branch: string | null;
  comparableKey: string;
  /** The rules of the scan; what was known of others is not carried on. */
  ruleIds: readonly string[];
  /** What was known before, of the scan that this one carries on; null for nothing. */
  carried: SiteState | null;
  /**
   * Whether unreached pages, frames and rules that `carried` does not know stay new. True for gates on new findings:
   * not reaching a new page once would otherwise make them pass.
   */
  unreachedStaysNew: boolean;
  /** Hash of the definition of a rule as it is run now. */
  definitionOf(ruleId: string): string;
}

interface FoundPage {
  /** See `pageIdentity`. */
  identity: string;
  /** Address for people, without secrets. */
  url: string;
}

/** What later scans are to know of the picture of a finding: see `KnownFinding.picture`. */
export type KnownPictureOf = (node: FindingNode) => KnownFinding['picture'];

/** Puts together what a scan leaves behind: the last known state of each page and rule. */
export class NextState {
  readonly #input: StateInput;
  readonly #rules: ReadonlySet<string>;
  readonly #runs = new Map<string, number>();
  readonly #pages = new Map<string, PageState>();
  readonly #leftOut = new Map<string, PageState>();
  readonly #pagesMax: number;
  readonly #staysNew: boolean;
  #room: number;

  constructor(input: StateInput, bounds = { pages: STATE_PAGES_MAX, length: STATE_LENGTH_MAX }) {
    this.#input = input;
    this.#rules = new Set(input.ruleIds);
    this.#pagesMax = bounds.pages;
    this.#staysNew = input.unreachedStaysNew;
    this.#room = bounds.length;
  }

  /**
   * One page of the scan, scanned or not, in the order of the report: where there is no room for all, the first have it.
   * @param scans as `Comparison.comparePage` takes them
   */
  add(
    { identity, url }: FoundPage,
    scans: readonly (ScannedPage | null)[],
    pictureOf: KnownPictureOf = () => undefined,
  ): void {
    const now = new PageFindings(scans);
    const before = memberOf(this.#input.carried?.pages, identity);
    const seen = this.#input.scanId;
    if (!now.isScanned) {
      if (before) this.#pages.set(identity, this.#carriedOn(before, seen));
      else if (!this.#staysNew) this.#pages.set(identity, this.#blank(url));
      return;
    }
    this.#room -= PAGE_LENGTH + url.length;
    const [only, ...others] = now.addresses;
    this.#pages.set(identity, {
      url,
      seen,
      result: only && others.length === 0 ? { scanId: seen, key: only.resultKey } : null,
      framesUnknown: before === undefined && this.#staysNew ? [] : framesUnknown(before, now),
      rules: this.#rulesOf(before, now, pictureOf),
    });
  }

  /** A page that was found and is no part of the scan: when it comes to be, its findings are not new. */
  addLeftOut({ identity, url }: FoundPage): void {
    if (this.#staysNew) return;
    if (this.#leftOut.size >= this.#pagesMax || this.#leftOut.has(identity)) return;
    this.#leftOut.set(identity, { ...blank, url, seen: this.#input.scanId });
  }

  /** The whole state: the pages of the scan, then those known before, latest seen first, then those left out. */
  finish(): SiteState {
    const { scanId, branch, comparableKey, carried } = this.#input;
    const others = Object.entries(carried?.pages ?? {}).filter(([identity]) => !this.#pages.has(identity));
    for (const [identity, page] of others.sort(bySeen)) {
      if (this.#pages.size >= this.#pagesMax) break;
      this.#pages.set(identity, this.#carriedOn(page, page.seen));
    }
    for (const [identity, { url }] of this.#leftOut) {
      if (this.#pages.size >= this.#pagesMax) break;
      if (!this.#pages.has(identity)) this.#pages.set(identity, this.#blank(url));
    }
    const runs = [...this.#runs.keys()].map((key): Run => {
      const [scan, axe, browser] = JSON.parse(key) as [string, string, string];
      return { scanId: scan, axe, browser };
    });
    return { version: 1, scanId, branch, comparableKey, runs, pages: Object.fromEntries(this.#pages) };
  }

  #rulesOf(before: PageState | undefined, now: PageFindings, pictureOf: KnownPictureOf): PageState['rules'] {
    const rules: PageState['rules'] = {};
    for (const ruleId of this.#rules) {
      const known = memberOf(before?.rules, ruleId);
      if (now.addresses.some((address) => address.rule(ruleId).completed))
        rules[ruleId] = this.#completed(ruleId, before, known, now, pictureOf);
      else if (known) this.#keep(rules, ruleId, known);
      else if (before === undefined && this.#staysNew) rules[ruleId] = this.#nothingFound(ruleId);
    }
    return rules;
  }

  /** Of a rule that has not completed on a new page: whatever it finds there later is new, and the page's doing. */
  #nothingFound(ruleId: string): RuleState {
    this.#room -= RULE_LENGTH + ruleId.length;
    const definition = this.#input.definitionOf(ruleId);
    return {
      run: this.#run({ scanId: '', ...severalEngines }),
      definition,
      findings: [],
      fixed: [],
      unlisted: 0,
    };
  }

  #completed(
    ruleId: string,
    before: PageState | undefined,
    known: RuleState | undefined,
    now: PageFindings,
    pictureOf: KnownPictureOf,
  ): RuleState {
    const addresses = now.addresses.filter((address) => address.rule(ruleId).completed);
    const { axe, browser } = commonEngine(addresses);
    const match = before && known ? matchRule(ruleId, before, known, now) : undefined;
    const listed = onAnyAddress(addresses.map((address) => address.rule(ruleId).listed));
    const findings = [
      ...listed.map((finding) => knownFinding(finding, pictureOf(finding.node))),
      ...(match?.notSeen ?? []),
    ];
    const kept = this.#fitting(findings.slice(0, FINDINGS_PER_RULE_MAX));
    const fixed = [
      ...(match?.fixed ?? []).map(({ fingerprint }) => fingerprint),
      ...(match?.fixedBefore ?? []),
    ];
    const beyond = {
      violation: mostUnlisted('violation', ruleId, addresses),
      review: mostUnlisted('review', ruleId, addresses),
    };
    const state = {
      run: this.#run({ scanId: this.#input.scanId, axe, browser }),
      definition: this.#input.definitionOf(ruleId),
      findings: kept,
      fixed: fixed.slice(0, FIXED_PER_RULE_MAX),
      ...unlistedOf(beyond, findings, kept),
    };
    this.#room -= RULE_LENGTH + ruleId.length + state.fixed.length * FINGERPRINT_LENGTH;
    return state;
  }

  /** As many as there is room for. */
  #fitting(findings: readonly KnownFinding[]): KnownFinding[] {
    return findings.filter((finding) => {
      const length = findingLength(finding);
      if (length > this.#room) {
        // What is used up stays so: small ones of later pages must not be kept by chance.
        this.#room = 0;
        return false;
      }
      this.#room -= length;
      return true;
    });
  }

  /** A page as it was known, so far as there is room for it. */
  #carriedOn(page: PageState, seen: string): PageState {
    const rules: PageState['rules'] = {};
    if (this.#room > 0) {
      for (const [ruleId, rule] of Object.entries(page.rules)) {
        if (this.#rules.has(ruleId)) this.#keep(rules, ruleId, rule);
      }
    }
    this.#room -= PAGE_LENGTH + page.url.length;
    return { ...page, seen, rules };
  }

  #keep(rules: PageState['rules'], ruleId: string, known: RuleState): void {
    const run = this.#input.carried?.runs[known.run];
    if (run === undefined) return;
    const findings = this.#fitting(known.findings);
    const review = known.unlistedReviews ?? 0;
    const beyond = { violation: known.unlisted - review, review };
    this.#room -= RULE_LENGTH + ruleId.length + known.fixed.length * FINGERPRINT_LENGTH;
    rules[ruleId] = {
      ...known,
      run: this.#run(run),
      findings,
      ...unlistedOf(beyond, known.findings, findings),
    };
  }

  #blank(url: string): PageState {
    this.#room -= PAGE_LENGTH + url.length;
    return { ...blank, url, seen: this.#input.scanId };
  }

  #run({ scanId, axe, browser }: Run): number {
    const key = JSON.stringify([scanId, axe, browser]);
    const index = this.#runs.get(key) ?? this.#runs.size;
    this.#runs.set(key, index);
    return index;
  }
}

/** Equal to no version, so that no later scan takes the engine for unchanged. */
const severalEngines = { axe: 'several', browser: 'several' };

function commonEngine(addresses: readonly AddressFindings[]): Pick<Run, 'axe' | 'browser'> {
  const [first, ...others] = addresses.map(({ engine }) => engine);
  const isCommon = others.every(({ axe, browser }) => axe === first?.axe && browser === first.browser);
  return first && isCommon ? first : severalEngines;
}

/**
 * What several addresses of one page list together: of equal ones of one kind as many as the address that has most of
 * them.
 */
function onAnyAddress(lists: readonly (readonly CurrentFinding[])[]): CurrentFinding[] {
  const [first = [], ...others] = lists;
  const all = [...first];
  for (const listed of others) {
    for (const [kind, ofKind] of Map.groupBy(listed, (finding) => finding.kind)) {
      const before = all.filter((finding) => finding.kind === kind);
      all.push(...matchFingerprints(before, ofKind).currentLeft);
    }
  }
  return all;
}

const blank: Omit<PageState, 'url' | 'seen'> = { result: null, framesUnknown: [], rules: {} };

type ByKind = Record<KnownFinding['kind'], number>;

function countByKind(findings: readonly KnownFinding[]): ByKind {
  const review = findings.filter(({ kind }) => kind === 'review').length;
  return { review, violation: findings.length - review };
}

/** What a state counts beyond the findings that are kept of all. @param beyond those that were never listed */
function unlistedOf(
  beyond: ByKind,
  all: readonly KnownFinding[],
  kept: readonly KnownFinding[],
): Pick<RuleState, 'unlisted' | 'unlistedReviews'> {
  const listed = countByKind(all);
  const left = countByKind(kept);
  const review = beyond.review + listed.review - left.review;
  const unlisted = beyond.violation + listed.violation - left.violation + review;
  return { unlisted, ...(review > 0 ? { unlistedReviews: review } : {}) };
}

/** How many of one kind the address that has most of them counts without listing them. */
function mostUnlisted(
  kind: KnownFinding['kind'],
  ruleId: string,
  addresses: readonly AddressFindings[],
): number {
  const counts = addresses.map((address) =>
    address
      .rule(ruleId)
      .unlisted.filter(({ finding }) => finding.kind === kind)
      .reduce((sum, one) => sum + unlistedCount(one), 0),
  );
  return Math.max(0, ...counts);
}

/** Those seen last first; ids of scans sort by their time. */
function bySeen([idA, a]: [string, PageState], [idB, b]: [string, PageState]): number {
  if (a.seen !== b.seen) return a.seen < b.seen ? 1 : -1;
  return idA < idB ? -1 : 1;
}

/** The frames that were not scanned now, nor ever before. */
function framesUnknown(before: PageState | undefined, now: PageFindings): string[][] {
  const wasScanned = Object.keys(before?.rules ?? {}).length > 0;
  return now.addresses
    .flatMap((address) => address.framesNotScanned)
    .filter((frame) => !wasScanned || isWithin(frame, before?.framesUnknown ?? []))
    .map((frame) => [...frame]);
}

function knownFinding(
  { fingerprint, formerly, place, markup, kind, frame, node, finding }: CurrentFinding,
  picture: KnownFinding['picture'],
): KnownFinding {
  return {
    fingerprint,
    formerly: [...formerly],
    place,
    markup,
    kind,
    impact: impactOf(finding, node),
    frame: [...frame],
    selector: selectorText(node.target).slice(0, SELECTOR_LENGTH_MAX),
    ...(picture === undefined ? {} : { picture }),
  };
}

function findingLength({ formerly, frame, selector, picture }: KnownFinding): number {
  return (
    FINDING_LENGTH +
    formerly.length * FINGERPRINT_LENGTH +
    frame.length * FRAME_LENGTH +
    selector.length +
    (picture ? PICTURE_LENGTH : 0)
  );
}
