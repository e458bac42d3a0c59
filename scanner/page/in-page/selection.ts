/** What these functions use of the page's world. */
interface PageElement {
  closest(selector: string): PageElement | null;
}
declare const document: {
  documentElement: PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};

/** What the selectors of a scan come to on one page. */
export interface Selection {
  /** Those that match. */
  include: string[];
  exclude: string[];
  /** Selectors to include that match nothing. */
  unmatched: string[];
  /** Selectors that the browser does not understand. */
  invalid: string[];
  /** Nothing is left to be judged. */
  nothing: boolean;
}

/** Runs in the page: which selectors match in the top document, and whether they leave anything to be judged. */
export function select(includes: string[], excludes: string[]): Selection {
  const invalid: string[] = [];
  const matching = (selectors: string[]) =>
    selectors.filter((selector) => {
      try {
        return document.querySelector(selector) !== null;
      } catch {
        invalid.push(selector);
        return false;
      }
    });
  const include = matching(includes);
  const exclude = matching(excludes);
  const roots = includes.length === 0 ? ['html'] : include;
  const left = (root: string) =>
    [...document.querySelectorAll(root)].some((element) =>
      exclude.every((one) => element.closest(one) === null),
    );
  return {
    include,
    exclude,
    unmatched: includes.filter((selector) => !include.includes(selector) && !invalid.includes(selector)),
    invalid,
    nothing: !roots.some(left),
  };
}

/** Runs in the page: whether a selector matches in the top document; null when the browser does not understand it. */
export function isThere(selector: string): boolean | null {
  try {
    return document.querySelector(selector) !== null;
  } catch {
    return null;
  }
}
