import { hashIdentity } from '../findings/page-identity.ts';
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

/** What became of a finding, and what made it so; the cause is null unless it is new or regressed. */
export interface FindingChange {
  state: FindingState;
  cause: FindingCause | null;
  /** True of an unknown finding whose rule or frame the baseline never judged on the page. */
  notJudgedBefore?: true;
}

/** Elements of a finding beyond those that are listed. */
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

/** One page against the baseline. */
export interface ComparedPage {
  /** By node of the results. */
  judgements: ReadonlyMap<ComparedNode, FindingChange>;
  /** Findings of the baseline, by the node of the same fingerprint now. */
  known: ReadonlyMap<ComparedNode, KnownFinding>;
  /** Of the elements that findings count beyond their nodes. */
  unlisted: UnlistedElements[];
  /** Their rule completed again on their page and frame, and found them no more. */
  fixed: MissingFinding[];
  /** Their page, frame or rule was not reached, or was not listed to its end. */
  notSeenAgain: MissingFinding[];
}

const nothingKnown: FindingChange = { state: 'unknown', cause: null };
const neverJudged: FindingChange = { ...nothingKnown, notJudgedBefore: true };

/** What a comparison needs beside the pages. */
export interface ComparisonSources {
  /** Hash of the definition of a rule as it is run now. */
  getRuleDefinition(ruleId: string): string;
  /** `markups` of the page result that an object holds; null when it is gone. Asked only where the answer matters. */
  readMarkups(resultKey: string): Promise<string | null>;
}

/** Compares the pages of a scan with its baseline, one after the other. */
export class Comparison {
  readonly #baseline: SiteState | null;
  readonly #sources: ComparisonSources;
  readonly #compared = new Set<string>();
  #engines: EnginesOfState | undefined;

  /** @param baseline the state that the baseline left; null for none: then every finding is unknown */
  constructor(baseline: SiteState | null, sources: ComparisonSources) {
    this.#baseline = baseline;
    this.#sources = sources;
  }

  /**
   * One page of the scan, scanned or not. The nodes must be those of the scan's results, not cut by any budget.
   * @param identity of the page, see `buildPageIdentity`; each must be given once
   * @param scans one entry for each address with that identity; null for one that was not scanned
   */
  async comparePage(identity: string, scans: readonly (ScannedPage | null)[]): Promise<ComparedPage> {
    if (this.#compared.has(identity)) throw new Error(`page ${identity} was compared already`);
    this.#compared.add(identity);
    const compared: MutableComparedPage = {
      judgements: new Map(),
      known: new Map(),
      unlisted: [],
      fixed: [],
      notSeenAgain: [],
    };
    const now = new PageFindings(scans);
    const page = this.#findKnownPage(identity);
    if (page !== undefined) await this.#compareKnownPage(page, now, compared);
    else for (const ruleId of now.ruleIds) this.#compareUnknownPage(ruleId, now, compared);
    return compared;
  }

  /** The findings of the baseline on pages that were not given to `comparePage`: they were not seen again. */
  *listOnOtherPages(): Generator<MissingFinding> {
    for (const [identity, { url, rules }] of Object.entries(this.#baseline?.pages ?? {})) {
      if (this.#compared.has(identity)) continue;
      for (const [ruleId, { findings }] of Object.entries(rules)) {
        for (const known of findings) yield { ruleId, url, known };
      }
    }
  }

  /**
   * Whether the baseline, or a scan whose state it carries on, scanned a page. Not the baseline alone: else a scan that
   * is repeated would be compared with the one that did not find the page, and pass.
   */
  wasScanned(identity: string): boolean {
    return Object.keys(this.#findKnownPage(identity)?.rules ?? {}).length > 0;
  }

  /** A page of the baseline: of one that a report tells of, its identity may be known by digest alone. */
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

  /** Of a rule that never completed on a known page nothing is known, unless it is that the rule is new. */
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
    return { definition: this.#sources.getRuleDefinition(ruleId), engine };
  }
}

/** Judges all findings of a rule alike. */
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
