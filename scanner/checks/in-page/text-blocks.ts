import type { PageElement } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';
import { isText } from './nodes.ts';

const tags = ['p', 'li', 'dd', 'td', 'div', 'blockquote', 'section', 'article'];

/** Returns the visible blocks to test that contain text themselves, with this text. */
export function* listTextBlocks(
  page: CheckedPage,
  minLength: number,
): Generator<{ block: PageElement; text: string }> {
  for (const block of page.byTag(...tags)) {
    const text = block.children
      .filter(isText)
      .map(({ props }) => props.nodeValue ?? '')
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (text.length >= minLength && page.isVisible(block)) yield { block, text };
  }
}
