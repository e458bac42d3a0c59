import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { listLinks } from '../in-page/link-texts.ts';
import { isElement } from '../in-page/nodes.ts';
import { readText } from '../in-page/text.ts';

/** A function that is called at once, as bookmarks need it: it leaves nothing to the page. */
const CALLED_BEGIN =
  /^javascript:(?:\s|%20|void|[!+(]){0,20}(?:async(?:\s|%20){1,5})?(?:function\b|\(\w{0,20}\)(?:\s|%20){0,5}=>)/i;
const CALLED_END = /(?:\)|%29)(?:\s|%20|;){0,5}$/i;
/** Words that say that a link is to become a bookmark. */
const BOOKMARK = /bookmark|favou?ri|lesezeichen|marque-?page|signet|marcador/i;
/** Maximum length of a text near a link, and how many elements around it are near. */
const TEXT_MAX = 500;
const LEVELS_MAX = 3;

/** Tests the addresses of links. Roles other than those of links say that the element is not one. */
export const check: Check = function* (page) {
  const known = new Map<PageElement, boolean>();
  for (const link of listLinks(page)) {
    const address = link.attr('href') ?? '';
    const isScript = /^\s{0,20}javascript:/i.test(address);
    if (!isScript || page.role(link) !== 'link') yield pass();
    else if (!isBookmark(link, address.trim(), known))
      yield fail(link, 'The address of the link is a script.', { address });
  }
};

/**
 * Returns whether a link is there to install its script as a bookmark.
 * @param known whether elements around links mention bookmarks, of those that were read
 */
function isBookmark(link: PageElement, address: string, known: Map<PageElement, boolean>): boolean {
  if (!CALLED_BEGIN.test(address) || !CALLED_END.test(address)) return false;
  if (link.hasAttr('draggable') || BOOKMARK.test(link.attr('title') ?? '')) return true;
  let up = link.parent;
  for (let level = 0; level < LEVELS_MAX && up !== null && isElement(up); level += 1) {
    if (!known.has(up)) known.set(up, BOOKMARK.test(readText(up, TEXT_MAX) ?? ''));
    if (known.get(up) === true) return true;
    up = up.parent;
  }
  return false;
}
