import type { ElementFacts } from '../../../core/findings/element-facts.ts';
import type { FactsWorld } from './facts-reader.ts';
import type { PathWorld, ReadPath } from './path-reader.ts';
import type { MatcherWorld } from './selector-matcher.ts';

declare const axe: { utils: { shadowSelect(selector: unknown): object | null } };

/** An element as it is transferred from the page. */
export interface WireElement {
  facts: ElementFacts;
  /** The given selectors that match it. */
  matchedSelectors: string[];
  path: ReadPath;
}
export interface ElementsWorld extends FactsWorld, PathWorld, MatcherWorld {
  a11yReadElement?: (element: object, selectors: string[]) => WireElement;
  /** Elements of findings, by number. */
  a11yElements?: object[];
}

/** Runs in the page, after the facts reader, the path reader and the selector matcher were created: combines them. */
export function installElementReader(): void {
  const world = globalThis as unknown as Required<ElementsWorld>;
  const { a11yFacts, a11yMatcher, a11yPath } = world;
  world.a11yReadElement = (element, selectors) => ({
    facts: a11yFacts.facts(element),
    matchedSelectors: a11yMatcher(element, selectors),
    path: a11yPath(element),
  });
}

/** Runs in the page: returns the elements of findings, in the order of the request. */
export function readElements(numbers: number[], selectors: string[]): WireElement[] {
  const { a11yElements, a11yReadElement } = globalThis as unknown as Required<ElementsWorld>;
  return numbers.map((number) => a11yReadElement(a11yElements[number] as object, selectors));
}

/** Runs in the page: returns the element of a frame; null if it no longer exists. */
export function readFrameOwner(selector: unknown, selectors: string[]): WireElement | null {
  const { a11yReadElement } = globalThis as unknown as Required<ElementsWorld>;
  const element = axe.utils.shadowSelect(selector);
  return element && a11yReadElement(element, selectors);
}
