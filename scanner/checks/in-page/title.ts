import type { PageElement } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';
import { isText } from './nodes.ts';

/**
 * Returns the title of the document with its text; undefined without one. Only the first title counts, as in
 * https://html.spec.whatwg.org/#the-title-element-2. It can be in the body; those of drawings do not count.
 */
export function findTitle(page: CheckedPage): { title: PageElement; text: string } | undefined {
  const title = page.allElements.find((element) => element.props.nodeName === 'title' && !isDrawn(element));
  if (title === undefined) return undefined;
  const text = title.children
    .filter(isText)
    .map(({ props }) => props.nodeValue ?? '')
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return { title, text };
}

function isDrawn(title: PageElement): boolean {
  for (let up = title.parent as PageElement | null; up !== null; up = up.parent as PageElement | null) {
    if (up.props.nodeName === 'svg') return true;
  }
  return false;
}
