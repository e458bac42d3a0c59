import type { ElementMarkup } from '../../../core/findings/element-facts.ts';
import type { FactsWorld } from './facts-reader.ts';

declare const document: { getElementsByTagName(name: string): { length: number } };

/** Limits of the markup that is transferred from a document. */
export interface MarkupLimits {
  elements: number;
  /** UTF-16 units of markups. */
  length: number;
}

/**
 * Runs in the page: returns the distinct markups of all elements, with the number of elements and the length of the
 * markups. Null if that exceeds the limits.
 */
export function readMarkups(limits: MarkupLimits): (MarkupLimits & { markups: ElementMarkup[] }) | null {
  const { a11yDom, a11yFacts } = globalThis as unknown as Required<FactsWorld>;
  const { firstChild, nextSibling, isElement, shadowRoot } = a11yDom;
  // A document with too many elements outside its shadow roots need not be traversed.
  if (document.getElementsByTagName('*').length > limits.elements) return null;
  const markups = new Map<string, ElementMarkup>();
  let elements = 0;
  let left = limits.length;
  const open: (object | null)[] = [firstChild(document)];
  while (open.length > 0) {
    const node = open.pop() ?? null;
    if (node === null) continue;
    open.push(nextSibling(node));
    if (!isElement(node)) continue;
    elements += 1;
    const markup = a11yFacts.markup(node);
    const text = JSON.stringify(markup);
    if (!markups.has(text)) left -= text.length;
    if (elements > limits.elements || left < 0) return null;
    markups.set(text, markup);
    open.push(firstChild(node));
    const root = shadowRoot(node);
    if (root !== null) open.push(firstChild(root));
  }
  return { elements, length: limits.length - left, markups: [...markups.values()] };
}
