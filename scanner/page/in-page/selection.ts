/** Members of the page's world that the code below uses. */
interface PageNode {
  nodeType: number;
  nodeValue: string | null;
  parentElement: PageElement | null;
}
interface PageElement extends PageNode {
  localName: string;
  shadowRoot: object | null;
  firstElementChild: object | null;
  checkVisibility(options?: object): boolean;
  closest(selector: string): PageElement | null;
  getBoundingClientRect(): { width: number; height: number };
  matches(selector: string): boolean;
}
declare const document: {
  body: PageElement | null;
  documentElement: PageElement | null;
  createRange(): { selectNodeContents(node: PageNode): void; getClientRects(): { length: number } };
  createTreeWalker(
    root: PageElement,
    what: number,
    filter: (node: PageNode) => number,
  ): { nextNode(): object | null };
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};
declare function getComputedStyle(element: PageElement): { display: string; visibility: string };
declare const HTMLDialogElement: { prototype: { close(this: PageElement): void } };

/** The result of a scan's selectors on one page. */
export interface Selection {
  /** Selectors to include that match something visible. */
  include: string[];
  /** Selectors to exclude that match. */
  exclude: string[];
  /** Selectors to include that match nothing. */
  unmatched: string[];
  /** Selectors to include whose matches are all hidden. */
  hidden: string[];
  /** Selectors that the browser does not understand. */
  invalid: string[];
  /** Nothing visible remains to be tested. */
  nothing: boolean;
  /** Modal dialogs were closed. The page hears of it later, and may open another one. */
  hasClosed: boolean;
}

/**
 * Runs in the page: returns which selectors match in the top document, and if anything remains to be tested. Rules skip
 * hidden content, so a selection in which everything is hidden would look like one without violations. Closes the modal
 * dialogs that are excluded.
 */
export function select(includes: string[], excludes: string[]): Selection {
  const ACCEPT = 1;
  const REJECT = 2;
  const SKIP = 3;
  const silent = new Set(['head', 'noscript', 'script', 'style', 'template', 'title']);
  /** Elements that show something or can be operated even if they are empty. */
  const complete =
    'img, svg, canvas, video, audio, iframe, frame, frameset, embed, object, input, button, select, textarea, meter, progress, hr, a[href], [role], [tabindex]';

  const invalid: string[] = [];
  const find = (selectors: string[]) => {
    const found = new Map<string, PageElement[]>();
    for (const selector of selectors) {
      try {
        // axe replaces a slot with its assigned content, so it finds no slot.
        const elements = [...document.querySelectorAll(selector)].filter(
          ({ localName }) => localName !== 'slot',
        );
        found.set(selector, elements);
      } catch {
        invalid.push(selector);
      }
    }
    return found;
  };

  const isVisible = (element: PageElement | null) =>
    element !== null && getComputedStyle(element).visibility === 'visible';

  function assess(node: PageNode, excluded: string | null): number {
    if (node.nodeType === 3) {
      if (!/\S/.test(node.nodeValue ?? '') || !isVisible(node.parentElement)) return SKIP;
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getClientRects().length > 0 ? ACCEPT : SKIP;
    }
    const element = node as PageElement;
    if (silent.has(element.localName)) return REJECT;
    if (excluded !== null && element.matches(excluded)) return REJECT;
    // An element with `display: contents` has no box, but its content may be visible.
    const hasBox = element.checkVisibility();
    if (!hasBox && getComputedStyle(element).display !== 'contents') return REJECT;
    if (!hasBox || !isVisible(element)) return SKIP;
    if (element.matches(complete)) return ACCEPT;
    // Content of style sheets and shadow roots can only be detected by its area.
    const { width, height } = element.getBoundingClientRect();
    const opaque =
      element.firstElementChild === null || element.shadowRoot !== null || element.localName.includes('-');
    return opaque && width > 0 && height > 0 ? ACCEPT : SKIP;
  }

  /** Returns a function that reports whether an element shows something. It visits each node once. */
  const createShownCheck = (excluded: string | null) => {
    const bare = new Set<PageNode>();
    return (root: PageElement): boolean => {
      if (bare.has(root)) return false;
      if (excluded !== null && root.closest(excluded) !== null) return false;
      if (root.closest('head') !== null) return true;
      const own = assess(root, excluded);
      if (own !== SKIP) return own === ACCEPT;
      const passed: PageNode[] = [root];
      const walker = document.createTreeWalker(root, 5, (node) => {
        passed.push(node);
        return bare.has(node) ? REJECT : assess(node, excluded);
      });
      if (walker.nextNode() !== null) return true;
      for (const node of passed) bare.add(node);
      return false;
    };
  };

  const included = find(includes);
  const found = find(excludes);
  // Otherwise nothing behind a dialog that is excluded would be tested either.
  const modals = [...found.values()].flat().filter((element) => element.matches('dialog:modal'));
  for (const element of modals) HTMLDialogElement.prototype.close.call(element);
  const exclude = [...found.keys()].filter((selector) => found.get(selector)?.length !== 0);
  const excluded = exclude.length === 0 ? null : exclude.join(', ');
  const matching = [...included.keys()].filter((selector) => included.get(selector)?.length !== 0);
  const isShown = createShownCheck(null);
  const include = matching.filter((selector) => included.get(selector)?.some(isShown));
  const body = document.body ?? document.documentElement;
  const roots =
    includes.length === 0
      ? body === null
        ? []
        : [body]
      : include.flatMap((selector) => included.get(selector) ?? []);
  return {
    include,
    exclude,
    unmatched: [...included.keys()].filter((selector) => !matching.includes(selector)),
    hidden: matching.filter((selector) => !include.includes(selector)),
    invalid,
    nothing: !roots.some(createShownCheck(excluded)),
    hasClosed: modals.length > 0,
  };
}

/**
 * Runs in the page: returns true if a selector matches in the top document; null if the browser does not understand it.
 */
export function hasMatch(selector: string): boolean | null {
  try {
    return document.querySelector(selector) !== null;
  } catch {
    return null;
  }
}
