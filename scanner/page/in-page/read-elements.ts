import type { ElementFacts } from '../../../core/findings/element-facts.ts';
import type { FactsWorld } from './facts-reader.ts';
import type { PathWorld, ReadPath } from './path-reader.ts';
import type { MatcherWorld } from './selector-matcher.ts';

declare const axe: { utils: { shadowSelect(selector: unknown): object | null } };

/** An element as it leaves the page. */
export interface WireElement {
  facts: ElementFacts;
  /** Those of the given selectors that match it. */
  matchedSelectors: string[];
  path: ReadPath;
}
export interface ElementsWorld extends FactsWorld, PathWorld, MatcherWorld {
  a11yReadElement?: (element: object, selectors: string[]) => WireElement;
  /** Elements of findings, by the number that they are requested with. */
  a11yElements?: object[];
}

/** Runs in the page, after the readers of facts and paths and the matcher of selectors are made: joins them. */
export function makeElementReader(): void {
  const world = globalThis as unknown as Required<ElementsWorld>;
  const { a11yFacts, a11yMatcher, a11yPath } = world;
  world.a11yReadElement = (element, selectors) => ({
    facts: a11yFacts.facts(element),
    matchedSelectors: a11yMatcher(element, selectors),
    path: a11yPath(element),
  });
}

/** Runs in the page: returns the elements of findings, in the order requested. */
export function readElements(numbers: number[], selectors: string[]): WireElement[] {
  const { a11yElements, a11yReadElement } = globalThis as unknown as Required<ElementsWorld>;
  return numbers.map((number) => a11yReadElement(a11yElements[number] as object, selectors));
}

/** Runs in the page: returns the element that holds a frame; null if it no longer exists. */
export function readFrameOwner(selector: unknown, selectors: string[]): WireElement | null {
  const { a11yReadElement } = globalThis as unknown as Required<ElementsWorld>;
  const element = axe.utils.shadowSelect(selector);
  return element && a11yReadElement(element, selectors);
}
