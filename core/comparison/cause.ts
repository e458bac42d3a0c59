import { hasDigest } from '../findings/packed-digests.ts';
import { type Engine, hasSameRuleEngine, isSameEngine, unknownEngine } from '../scans/engine.ts';
import type { PageState, RuleState, Run, SiteState } from './site-state.ts';
import type { FindingCause } from './states.ts';

/** A rule as it was defined, and the engine that ran it. */
export interface RuleVersion {
  /** See `AxeRule.definition`. */
  definition: string;
  engine: Engine;
}

function isSame(one: RuleVersion, other: RuleVersion): boolean {
  return one.definition === other.definition && isSameEngine(one.engine, other.engine);
}

/** Tells what made findings of one page new. */
export class PageCauses {
  readonly #runs: readonly Run[];
  readonly #page: PageState;
  readonly #readMarkups: (resultKey: string) => Promise<string | null>;
  #markups: Promise<string | null> | undefined;

  /** @param readMarkups `markups` of the result that an object holds; null when it is gone. Asked only when needed */
  constructor(
    runs: readonly Run[],
    page: PageState,
    readMarkups: (resultKey: string) => Promise<string | null>,
  ) {
    this.#runs = runs;
    this.#page = page;
    this.#readMarkups = readMarkups;
  }

  /**
   * `page` where nothing but the page can have changed; `engine` where the engine changed and the page had the very
   * element, unfaulted; else `unknown`.
   * @param markup of the new finding; null for one that nothing is known of
   */
  async findCause(known: RuleState, now: RuleVersion, markup: string | null): Promise<FindingCause> {
    const run = this.#runs[known.run];
    if (run === undefined) return 'unknown';
    if (isSame({ definition: known.definition, engine: run }, now)) return 'page';
    // The markups must be of the page as the rule saw it.
    if (markup === null || this.#page.result?.scanId !== run.scanId) return 'unknown';
    // The engine of then found fault with such elements too, so that this one may have come since.
    if (known.findings.some((finding) => finding.markup === markup)) return 'unknown';
    return (await this.#hadMarkup(markup)) ? 'engine' : 'unknown';
  }

  /**
   * Whether another rule engine brought a finding of a rule that the baseline ran nowhere: one that is no other than it
   * was when the page was last scanned, without that rule.
   */
  async isCausedByNewRule({ engine }: RuleVersion, markup: string): Promise<boolean> {
    const last = Object.values(this.#page.rules)
      .map(({ run }) => this.#runs[run])
      .find((run) => run?.scanId === this.#page.result?.scanId);
    return last !== undefined && !hasSameRuleEngine(last, engine) && (await this.#hadMarkup(markup));
  }

  /** Whether the page had an element of this markup when it was last scanned; false where that is not known. */
  async #hadMarkup(markup: string): Promise<boolean> {
    const { result } = this.#page;
    if (result === null) return false;
    this.#markups ??= this.#readMarkups(result.key);
    const markups = await this.#markups;
    return markups !== null && hasDigest(markups, markup);
  }
}

/** What ran each rule anywhere in a state, for pages and rules that the state does not have. */
export class EnginesOfState {
  readonly #byRule = new Map<string, Map<string, RuleVersion>>();

  constructor({ runs, pages }: SiteState) {
    for (const { rules } of Object.values(pages)) {
      for (const [ruleId, { run, definition }] of Object.entries(rules)) {
        const versions = this.#byRule.get(ruleId) ?? new Map<string, RuleVersion>();
        const engine = runs[run] ?? unknownEngine;
        this.#byRule.set(ruleId, versions.set(`${run} ${definition}`, { definition, engine }));
      }
    }
  }

  /** Whether a rule completed on any page. */
  has(ruleId: string): boolean {
    return this.#byRule.has(ruleId);
  }

  /** Why a page that the state does not have shows a finding: `page` where nothing else can have changed. */
  findCauseOnNewPage(ruleId: string, now: RuleVersion): FindingCause {
    const versions = [...(this.#byRule.get(ruleId)?.values() ?? [])];
    return versions.length > 0 && versions.every((version) => isSame(version, now)) ? 'page' : 'unknown';
  }
}
