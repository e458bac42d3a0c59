import type { PageElement, PageNode } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';
import { isText } from './nodes.ts';

/** Names of elements that can be blocks of text. */
export const blockTags = ['p', 'li', 'dd', 'td', 'div', 'blockquote', 'section', 'article'];

/** Returns the visible blocks to test that contain text themselves, with this text. */
export function* listTextBlocks(
  page: CheckedPage,
  minLength: number,
): Generator<{ block: PageElement; text: string }> {
  for (const block of page.byTag(...blockTags)) {
    const text = joinTexts(block.children.filter(isText));
    if (text.length >= minLength && page.isVisible(block)) yield { block, text };
  }
}

/** Returns texts with single spaces, and with one between them. */
export function joinTexts(texts: readonly PageNode[]): string {
  return texts
    .map(({ props }) => props.nodeValue ?? '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
