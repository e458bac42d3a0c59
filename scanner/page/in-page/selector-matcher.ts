import type { Dom, DomWorld } from './dom.ts';

declare const document: { createDocumentFragment(): object };

/** Returns the selectors that match an element, an ancestor, or a host of a shadow root that contains it. */
export type SelectorMatcher = (element: object, selectors: string[]) => string[];
export interface MatcherWorld extends DomWorld {
  a11yMatcher?: SelectorMatcher;
}

/** Runs in the page, after `createDom`: installs the selector matcher of this world, once. */
export function installSelectorMatcher(): void {
  const world = globalThis as unknown as MatcherWorld;
  if (world.a11yMatcher !== undefined) return;
  const { closest, query, rootOf, isShadowRoot, host } = world.a11yDom as Dom;
  const validity = new Map<string, boolean>();
  const isValid = (selector: string): boolean => {
    const known = validity.get(selector);
    if (known !== undefined) return known;
    let valid = true;
    try {
      query(document.createDocumentFragment(), selector);
    } catch {
      valid = false;
    }
    validity.set(selector, valid);
    return valid;
  };

  world.a11yMatcher = (element, selectors) => {
    if (selectors.length === 0) return [];
    const within: object[] = [];
    for (let at: object | null = element; at !== null; ) {
      within.push(at);
      const root = rootOf(at);
      at = isShadowRoot(root) ? host(root) : null;
    }
    return selectors.filter(
      (selector) => isValid(selector) && within.some((each) => closest(each, selector) !== null),
    );
  };
}
