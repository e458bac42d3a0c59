import type { PageElement } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';
import { isElement, isText } from './nodes.ts';

/** Returns the title of the document with its text; undefined without one. Only the first title counts. */
export function findTitle(page: CheckedPage): { title: PageElement; text: string } | undefined {
  const head = page.root.children.filter(isElement).find(({ props }) => props.nodeName === 'head');
  const title = head?.children.filter(isElement).find(({ props }) => props.nodeName === 'title');
  if (title === undefined) return undefined;
  const text = title.children
    .filter(isText)
    .map(({ props }) => props.nodeValue ?? '')
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return { title, text };
}
