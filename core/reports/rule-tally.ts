import { findRule } from '../rule-sets/rules.ts';
import { compareImpacts, type Impact, impacts } from '../scans/page-result.ts';
import type { ReportCounts } from './report.ts';

/** Counts the elements of one rule and kind. */
export class RuleTally {
  readonly ruleId: string;
  elements = 0;
  readonly byImpact: Record<Impact, number> = { critical: 0, serious: 0, moderate: 0, minor: 0 };
  /** Number of pages with elements; elements are added page by page. */
  pages = 0;
  /** Elements that their page counted without listing them; their own impact is unknown. */
  #unlisted = 0;
  #worst: Impact = 'minor';
  #lastPage: string | undefined;

  constructor(ruleId: string) {
    this.ruleId = ruleId;
  }

  add(pageId: string, impact: Impact): void {
    this.byImpact[impact] += 1;
    this.#count(pageId, impact, 1);
  }

  /** Adds elements of a page that are not listed. @param impact of the finding as a whole */
  addUnlisted(pageId: string, impact: Impact, elements: number): void {
    this.#unlisted += elements;
    this.#count(pageId, impact, elements);
  }

  get impact(): Impact {
    return this.#worst;
  }

  /** Elements by impact; unlisted ones count under the worst impact of their rule. */
  get elementsByImpact(): Record<Impact, number> {
    return { ...this.byImpact, [this.impact]: this.byImpact[this.impact] + this.#unlisted };
  }

  #count(pageId: string, impact: Impact, elements: number): void {
    this.elements += elements;
    if (compareImpacts(impact, this.#worst) < 0) this.#worst = impact;
    if (pageId === this.#lastPage) return;
    this.#lastPage = pageId;
    this.pages += 1;
  }
}

/** The tallies of all rules for one kind of findings. */
export class RuleTallies {
  readonly #byRule = new Map<string, RuleTally>();

  of(ruleId: string): RuleTally {
    let tally = this.#byRule.get(ruleId);
    if (!tally) {
      tally = new RuleTally(ruleId);
      this.#byRule.set(ruleId, tally);
    }
    return tally;
  }

  /** Returns the rules with elements: worst first, then by number of elements, then by rule id. */
  inOrder(): RuleTally[] {
    return [...this.#byRule.values()].filter(({ elements }) => elements > 0).sort(compareRules);
  }

  get elements(): number {
    return this.inOrder().reduce((sum, tally) => sum + tally.elements, 0);
  }

  /** Returns the counts for the summary of a report. */
  counts(): ReportCounts {
    const tallies = this.inOrder();
    const byImpact = Object.fromEntries(
      impacts.map((impact) => [
        impact,
        {
          elements: tallies.reduce((sum, tally) => sum + tally.elementsByImpact[impact], 0),
          rules: tallies.filter((tally) => tally.impact === impact).length,
        },
      ]),
    ) as ReportCounts['byImpact'];
    return {
      elements: this.elements,
      rules: tallies.length,
      byImpact,
      byRule: tallies.map(({ ruleId, impact, elements, pages }) => ({
        ruleId,
        help: findRule(ruleId)?.help ?? ruleId,
        impact,
        elements,
        pages,
      })),
    };
  }
}

function compareRules(a: RuleTally, b: RuleTally): number {
  return compareImpacts(a.impact, b.impact) || b.elements - a.elements || (a.ruleId < b.ruleId ? -1 : 1);
}
