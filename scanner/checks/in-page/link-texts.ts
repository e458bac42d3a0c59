import type { PageElement } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';
import { isElement } from './nodes.ts';
import { readText } from './text.ts';

/** Maximum length of the text of a parent that belongs to the link, such as "Report (PDF, 2 MB)". */
const CONTEXT_MAX = 250;

/** Returns the links to test that users perceive. */
export function listLinks(page: CheckedPage): PageElement[] {
  return page.byTag('a', 'area').filter((link) => link.hasAttr('href') && page.isExposed(link));
}

/** Returns in lower case what a link says about where it leads: name, tooltip, and text beside it. */
export function readLinkTexts(page: CheckedPage, link: PageElement): string {
  const { parent } = link;
  const context = parent !== null && isElement(parent) ? readText(parent, CONTEXT_MAX) : null;
  const texts = [
    page.name(link),
    readText(link, CONTEXT_MAX),
    link.attr('title'),
    link.attr('aria-description'),
  ];
  return [...texts, context].join(' ').toLowerCase();
}
