import { hasDigest } from '../findings/packed-digests.ts';
import { type Engine, hasSameRules, type RuleSource, unknownEngine } from '../scans/engine.ts';
import type { PageState, RuleState, Run, SiteState } from './site-state.ts';
import type { FindingCause } from './states.ts';

/** The definition of a rule and the engines that ran it. */
export interface RuleVersion {
  source: RuleSource;
  /** See `AxeRule.definition`. */
  definition: string;
  engine: Engine;
}

/**
 * True if nothing changed that the findings of a rule depend on. A check has a version of its own in its definition;
 * the version of all checks changes with each of them.
 */
function isSame(one: Omit<RuleVersion, 'source'>, { source, ...other }: RuleVersion): boolean {
  return (
    one.definition === other.definition &&
    one.engine.browser === other.engine.browser &&
    (source === 'a11y-scan' || hasSameRules(source, one.engine, other.engine))
  );
}

/** Determines the causes of new findings on one page. */
export class PageCauses {
  readonly #runs: readonly Run[];
  readonly #page: PageState;
  readonly #readMarkups: (resultKey: string) => Promise<string | null>;
  #markups: Promise<string | null> | undefined;

  /** @param readMarkups reads `markups` of a stored page result; null if the object is gone. Called only if needed */
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
   * Returns `page` if only the page can have changed. Returns `engine` if the engine changed and the page already had
   * the same element without a finding. Else returns `unknown`.
   * @param markup of the new finding; null if it is not known
   */
  async findCause(known: RuleState, now: RuleVersion, markup: string | null): Promise<FindingCause> {
    const run = this.#runs[known.run];
    if (run === undefined) return 'unknown';
    if (isSame({ definition: known.definition, engine: run }, now)) return 'page';
    // The markups must be from the scan in which the rule last completed.
    if (markup === null || this.#page.result?.scanId !== run.scanId) return 'unknown';
    // The earlier engine also reported such elements, so this element may be new on the page.
    if (known.findings.some((finding) => finding.markup === markup)) return 'unknown';
    return (await this.#hadMarkup(markup)) ? 'engine' : 'unknown';
  }

  /**
   * True if a new version of the rule engine caused a finding of a rule that the baseline did not run on any page: the
   * engine changed since the last scan of the page, and the page already had the element.
   */
  async isCausedByNewRule({ source, engine }: RuleVersion, markup: string): Promise<boolean> {
    const last = Object.values(this.#page.rules)
      .map(({ run }) => this.#runs[run])
      .find((run) => run?.scanId === this.#page.result?.scanId);
    return last !== undefined && !hasSameRules(source, last, engine) && (await this.#hadMarkup(markup));
  }

  /** True if the page had an element with this markup when it was last scanned; false if that is not known. */
  async #hadMarkup(markup: string): Promise<boolean> {
    const { result } = this.#page;
    if (result === null) return false;
    this.#markups ??= this.#readMarkups(result.key);
    const markups = await this.#markups;
    return markups !== null && hasDigest(markups, markup);
  }
}

/** The versions that ran each rule on any page of a state. Used for pages that the state does not have. */
export class EnginesOfState {
  readonly #byRule = new Map<string, Map<string, Omit<RuleVersion, 'source'>>>();

  constructor({ runs, pages }: SiteState) {
    for (const { rules } of Object.values(pages)) {
      for (const [ruleId, { run, definition }] of Object.entries(rules)) {
        const versions = this.#byRule.get(ruleId) ?? new Map<string, Omit<RuleVersion, 'source'>>();
        const engine = runs[run] ?? unknownEngine;
        this.#byRule.set(ruleId, versions.set(`${run} ${definition}`, { definition, engine }));
      }
    }
  }

  /** True if a rule completed on any page. */
  has(ruleId: string): boolean {
    return this.#byRule.has(ruleId);
  }

  /** Returns the cause of a finding on a page that the state does not have: `page` if nothing else can have changed. */
  findCauseOnNewPage(ruleId: string, now: RuleVersion): FindingCause {
    const versions = [...(this.#byRule.get(ruleId)?.values() ?? [])];
    return versions.length > 0 && versions.every((version) => isSame(version, now)) ? 'page' : 'unknown';
  }
}
