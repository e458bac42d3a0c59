import { hasDigest } from '../findings/packed-digests.ts';
import type { PageState, RuleState, Run, SiteState } from './site-state.ts';
import type { FindingCause } from './states.ts';

/** What ran a rule. */
export interface RuleEngine {
  /** See `AxeRule.definition`. */
  definition: string;
  axe: string;
  browser: string;
}

function isSame(a: RuleEngine, b: RuleEngine): boolean {
  return a.definition === b.definition && a.axe === b.axe && a.browser === b.browser;
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
  async causeOf(known: RuleState, now: RuleEngine, markup: string | null): Promise<FindingCause> {
    const run = this.#runs[known.run];
    if (run === undefined) return 'unknown';
    if (isSame({ definition: known.definition, axe: run.axe, browser: run.browser }, now)) return 'page';
    // The markups must be of the page as the rule saw it.
    if (markup === null || this.#page.result?.scanId !== run.scanId) return 'unknown';
    // The engine of then found fault with such elements too, so that this one may have come since.
    if (known.findings.some((finding) => finding.markup === markup)) return 'unknown';
    return (await this.#had(markup)) ? 'engine' : 'unknown';
  }

  /**
   * Whether another axe-core brought a finding of a rule that the baseline ran nowhere: one that is no other than it
   * was when the page was last scanned, without that rule.
   */
  async cameWithRule({ axe }: RuleEngine, markup: string): Promise<boolean> {
    const last = Object.values(this.#page.rules)
      .map(({ run }) => this.#runs[run])
      .find((run) => run?.scanId === this.#page.result?.scanId);
    return last !== undefined && last.axe !== axe && (await this.#had(markup));
  }

  /** Whether the page had an element of this markup when it was last scanned; false where that is not known. */
  async #had(markup: string): Promise<boolean> {
    const { result } = this.#page;
    if (result === null) return false;
    this.#markups ??= this.#readMarkups(result.key);
    const markups = await this.#markups;
    return markups !== null && hasDigest(markups, markup);
  }
}

/** What ran each rule anywhere in a state, for pages and rules that the state does not have. */
export class EnginesOfState {
  readonly #byRule = new Map<string, Map<string, RuleEngine>>();

  constructor({ runs, pages }: SiteState) {
    for (const { rules } of Object.values(pages)) {
      for (const [ruleId, { run, definition }] of Object.entries(rules)) {
        const { axe = '', browser = '' } = runs[run] ?? {};
        const engines = this.#byRule.get(ruleId) ?? new Map<string, RuleEngine>();
        this.#byRule.set(ruleId, engines.set(`${run} ${definition}`, { definition, axe, browser }));
      }
    }
  }

  /** Whether a rule completed on any page. */
  has(ruleId: string): boolean {
    return this.#byRule.has(ruleId);
  }

  /** Why a page that the state does not have shows a finding: `page` where nothing else can have changed. */
  causeOnNewPage(ruleId: string, now: RuleEngine): FindingCause {
    const engines = [...(this.#byRule.get(ruleId)?.values() ?? [])];
    return engines.length > 0 && engines.every((engine) => isSame(engine, now)) ? 'page' : 'unknown';
  }
}
