import type { Fault } from './faults.ts';

/** One element that an engine reports. */
export interface Report {
  isViolation: boolean;
  rule: string;
  /** Ids of the planted faults of the element, of an element around it, or of a child. */
  faults: string[];
  html: string;
}

/**
 * Returns a script that runs in a page, with the reports as its result.
 * @param script promise of `[isViolation, rule, node]` for each node that an engine reports
 */
export function buildReporter(script: string, faults: readonly Fault[]): string {
  return `${script}.then((found) => (${toReports.toString()})(found, ${JSON.stringify(faults)}))`;
}

/** The members of DOM elements that the code below uses. */
interface PageElement {
  nodeType: number;
  parentElement: PageElement | null;
  outerHTML: string;
  children: Iterable<PageElement>;
  closest(selector: string): PageElement | null;
  matches(selector: string): boolean;
}
declare const document: { documentElement: PageElement };

/** Runs in the page. */
function toReports(found: [boolean, string, PageElement | null][], faults: Fault[]): Report[] {
  return found.map(([isViolation, rule, node]) => {
    const element = node?.nodeType === 1 ? node : (node?.parentElement ?? document.documentElement);
    const isGroup = !element.matches('html, head, body, main');
    const has = ({ selector }: Fault) =>
      element.matches(selector) ||
      (selector.startsWith('#') && element.closest(selector) !== null) ||
      (isGroup && [...element.children].some((child) => child.matches(selector)));
    return {
      isViolation,
      rule,
      html: element.outerHTML.slice(0, 100),
      faults: faults.filter(has).map(({ id }) => id),
    };
  });
}
