import { hashIdentity } from '../findings/page-identity.ts';
import { getRuleSource } from '../rule-sets/rules.ts';
import { EnginesOfState, PageCauses, type RuleVersion } from './cause.ts';
import { isWithin } from './frames.ts';
import { matchRule } from './match-rule.ts';
import {
  type ComparedFinding,
  type ComparedNode,
  type ComparedResult,
  PageFindings,
  type ScannedPage,
} from './page-findings.ts';
import { getOwnMember, type KnownFinding, type PageState, type SiteState } from './site-state.ts';
import { type FindingCause, type FindingState, isNewOrRegressed } from './states.ts';

/** The state of a finding since the baseline, and its cause. The cause is null unless it is new or regressed. */
export interface FindingChange {
  state: FindingState;
  cause: FindingCause | null;
  /** True if the state is unknown because the rule never completed on the page, or the frame was never scanned. */
  notJudgedBefore?: true;
}

/** Elements of a finding that are counted but not listed. */
export interface UnlistedElements extends FindingChange {
  finding: ComparedFinding;
  count: number;
}

/** A finding of the baseline that this scan does not have. */
export interface MissingFinding {
  ruleId: string;
  /** Address of the page as the baseline knew it. */
  url: string;
  known: KnownFinding;
}

/** One page compared with the baseline. */
export interface ComparedPage {
  /** By node of the results. */
  judgements: ReadonlyMap<ComparedNode, FindingChange>;
  /** Findings of the baseline, by the node that now has the same fingerprint. */
  known: ReadonlyMap<ComparedNode, KnownFinding>;
  /** Elements that findings count but do not list as nodes. */
  unlisted: UnlistedElements[];
  /** Findings that are gone: the rule completed again on their page and frame without finding them. */
  fixed: MissingFinding[];
  /** Findings whose page, frame or rule was not reached, or whose rule has unlisted elements. */
  notSeenAgain: MissingFinding[];
}

const nothingKnown: FindingChange = { state: 'unknown', cause: null };
const neverJudged: FindingChange = { ...nothingKnown, notJudgedBefore: true };

/** Inputs of a comparison in addition to the pages. */
export interface ComparisonSources {
  /** Returns the hash of the current definition of a rule. */
  getRuleDefinition(ruleId: string): string;
  /** Reads `markups` of a stored page result; null if the object is gone. Called only if needed. */
  readMarkups(resultKey: string): Promise<string | null>;
}

/** Compares the pages of a scan with its baseline, one by one. */
export class Comparison {
  readonly #baseline: SiteState | null;
  readonly #sources: ComparisonSources;
  readonly #compared = new Set<string>();
  #engines: EnginesOfState | undefined;

  /** @param baseline the stored state of the baseline; if null, every finding is unknown */
  constructor(baseline: SiteState | null, sources: ComparisonSources) {
    this.#baseline = baseline;
    this.#sources = sources;
  }

  /**
   * Compares one page of the scan, scanned or not. The nodes must be those of the scan's results, before any budget
   * shortens them.
   * @param identity of the page, see `buildPageIdentity`
   * @param scans one entry for each address with that identity; null for an address that was not scanned
   * @param isOther whether the page changed too much to be compared, see `ContentChanges`
   * @throws Error if the page was compared before
   */
  async comparePage(
    identity: string,
    scans: readonly (ScannedPage | null)[],
    isOther = false,
  ): Promise<ComparedPage> {
    if (this.#compared.has(identity)) throw new Error(`page ${identity} was compared already`);
    this.#compared.add(identity);
    const compared: MutableComparedPage = {
      judgements: new Map(),
      known: new Map(),
      unlisted: [],
      fixed: [],
      notSeenAgain: [],
    };
    const now = new PageFindings(scans, isOther);
    const page = this.#findKnownPage(identity);
    if (page !== undefined) await this.#compareKnownPage(page, now, compared);
    else for (const ruleId of now.ruleIds) this.#compareUnknownPage(ruleId, now, compared);
    return compared;
  }

  /** Yields the findings of the baseline on pages that `comparePage` was not called for: they were not seen again. */
  *listOnOtherPages(): Generator<MissingFinding> {
    for (const [identity, { url, rules }] of Object.entries(this.#baseline?.pages ?? {})) {
      if (this.#compared.has(identity)) continue;
      for (const [ruleId, { findings }] of Object.entries(rules)) {
        for (const known of findings) yield { ruleId, url, known };
      }
    }
  }

  /**
   * True if the baseline, or an earlier scan whose state it continues, scanned a page. The earlier scans count, because
   * the page may already have been gone when the baseline was scanned. Broken links to scanned pages lower the
   * coverage; if only the baseline counted, a repeated scan could pass its gate although the page is still gone.
   */
  wasScanned(identity: string): boolean {
    return Object.keys(this.#findKnownPage(identity)?.rules ?? {}).length > 0;
  }

  /** Returns a page of the baseline. If the baseline was built from a report, the page may be stored by digest only. */
  #findKnownPage(identity: string): PageState | undefined {
    const pages = this.#baseline?.pages;
    const page = getOwnMember(pages, identity);
    if (page !== undefined) return page;
    const digest = hashIdentity(identity);
    this.#compared.add(digest);
    return getOwnMember(pages, digest);
  }

  #compareUnknownPage(ruleId: string, now: PageFindings, compared: MutableComparedPage): void {
    judgeAll(ruleId, now, compared, (result) => {
      const engines = this.#getBaselineEngines();
      if (engines === null) return nothingKnown;
      return {
        state: 'new',
        cause: engines.findCauseOnNewPage(ruleId, this.#getRuleVersion(ruleId, result)),
      };
    });
  }

  /** Handles a rule that never completed on a known page: its findings are unknown, or new if the rule is new. */
  async #compareUnknownRule(
    ruleId: string,
    now: PageFindings,
    causes: PageCauses,
    compared: MutableComparedPage,
  ): Promise<void> {
    judgeAll(ruleId, now, compared, () => neverJudged);
    if (this.#getBaselineEngines()?.has(ruleId)) return;
    for (const { node, result, markup } of now.listed(ruleId)) {
      if (await causes.isCausedByNewRule(this.#getRuleVersion(ruleId, result), markup)) {
        compared.judgements.set(node, { state: 'new', cause: 'engine' });
      }
    }
  }

  #getBaselineEngines(): EnginesOfState | null {
    if (this.#baseline !== null) this.#engines ??= new EnginesOfState(this.#baseline);
    return this.#engines ?? null;
  }

  async #compareKnownPage(page: PageState, now: PageFindings, compared: MutableComparedPage): Promise<void> {
    const causes = new PageCauses(this.#baseline?.runs ?? [], page, this.#sources.readMarkups);
    for (const ruleId of new Set([...now.ruleIds, ...Object.keys(page.rules)])) {
      const known = getOwnMember(page.rules, ruleId);
      if (known === undefined) {
        await this.#compareUnknownRule(ruleId, now, causes, compared);
        continue;
      }
      const match = matchRule(ruleId, page, known, now);
      const findCause = (result: ComparedResult, markup: string | null) =>
        causes.findCause(known, this.#getRuleVersion(ruleId, result), markup);
      for (const [{ node }, before] of match.known) compared.known.set(node, before);
      for (const [{ node, result, markup, frame }, state] of match.states) {
        const cause = isNewOrRegressed(state) ? await findCause(result, markup) : null;
        const isFirst = state === 'unknown' && isWithin(frame, page.framesUnknown);
        compared.judgements.set(node, isFirst ? neverJudged : { state, cause });
      }
      for (const { finding, result, count: all } of now.unlisted(ruleId)) {
        const count = Math.min(all, match.unlistedNew.get(finding) ?? 0);
        if (count > 0) {
          compared.unlisted.push({ finding, count, state: 'new', cause: await findCause(result, null) });
        }
        if (all > count) compared.unlisted.push({ finding, count: all - count, ...nothingKnown });
      }
      const toMissing = (finding: KnownFinding): MissingFinding => ({
        ruleId,
        url: page.url,
        known: finding,
      });
      compared.fixed.push(...match.fixed.map(toMissing));
      compared.notSeenAgain.push(...match.notSeen.map(toMissing));
    }
  }

  #getRuleVersion(ruleId: string, { engine }: ComparedResult): RuleVersion {
    return { source: getRuleSource(ruleId), definition: this.#sources.getRuleDefinition(ruleId), engine };
  }
}

/** Applies the same judgement to all findings of a rule. */
function judgeAll(
  ruleId: string,
  now: PageFindings,
  compared: MutableComparedPage,
  judge: (result: ComparedResult) => FindingChange,
): void {
  for (const { node, result } of now.listed(ruleId)) compared.judgements.set(node, judge(result));
  for (const { finding, result, count } of now.unlisted(ruleId)) {
    compared.unlisted.push({ finding, count, ...judge(result) });
  }
}

type MutableComparedPage = ComparedPage & {
  judgements: Map<ComparedNode, FindingChange>;
  known: Map<ComparedNode, KnownFinding>;
};
