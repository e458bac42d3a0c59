import type { Dom, DomWorld } from '../../page/in-page/dom.ts';
import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { besideRoles, findMain } from '../in-page/main.ts';
import { isText } from '../in-page/nodes.ts';
import { skipWords } from './words.ts';

declare const document: object;

const words = Object.values(skipWords).flat();
/** A skip link is one of the first stops of a page. */
const FIRST_STOPS = 3;
/** How many elements around another one are read at most. */
const LEVELS_MAX = 30;

/** Asks about skip links from whose target Tab reaches the same as from the link itself. */
export const check: Check = function* (page) {
  // What a frame shows is a part of the page.
  if (!page.isTop) return;
  const { byId } = (globalThis as unknown as DomWorld).a11yDom as Dom;
  const stops = [...page.keyboard.visits.keys()];
  const position = new Map(page.elements.map((element, index) => [element.actualNode, index]));
  for (const node of stops.slice(0, FIRST_STOPS)) {
    const link = page.find(node);
    const href = link?.attr('href') ?? '';
    if (link === undefined || link.props.nodeName !== 'a' || !/^#./.test(href)) continue;
    if (!isSkipLink(page, node)) continue;
    const target = byId(document, decode(href.slice(1)));
    // axe reports targets that do not exist.
    const [from, to] = [position.get(node), target === null ? undefined : position.get(target)];
    if (from === undefined || to === undefined) continue;
    const isSkipped = (at: number | undefined) => at !== undefined && at > from && at < to;
    // Other skip links are nothing to skip.
    const skipped = stops.filter((stop) => isSkipped(position.get(stop)) && !isSkipLink(page, stop));
    const skipsContent = skipped.length > 0 || hasText(page, from + 1, to);
    const isBeforeMain = skipsContent && namesMain(page, link) && hasText(page, to, findMainPosition(page));
    if (isBeforeMain && isBeside(page, to) && !hasOtherWay(page)) {
      yield fail(
        link,
        'This link leads into content beside the main content, which has neither a landmark nor a heading.',
        { target: href },
      );
    } else if (isBeforeMain) {
      yield askReview(
        link,
        'Does this link lead to the main content? There is other text between its target and it.',
        { target: href },
      );
    } else if (skipsContent) yield pass();
    else {
      yield askReview(
        link,
        'Does this link skip content that other pages repeat? There is nothing between it and its target.',
        { target: href },
      );
    }
  }
};

/** True if the name of an element says that it skips content. */
function isSkipLink(page: CheckedPage, node: object): boolean {
  const element = page.find(node);
  const name = element === undefined ? '' : page.name(element).toLowerCase();
  return words.some((word) => name.includes(word));
}

/** True if a link says that it leads to the main content. */
function namesMain(page: CheckedPage, link: PageElement): boolean {
  return /\bmain\b|content|inhalt|contenu|contenido|conteúdo|inhoud|treści|innehåll|indhold|innhold/i.test(
    page.name(link),
  );
}

/** True if an element is in a landmark for navigation, or for content beside the main content. */
function isBeside(page: CheckedPage, at: number): boolean {
  let up = page.elements[at] ?? null;
  for (let level = 0; up !== null && level < LEVELS_MAX; level += 1) {
    if (besideRoles.has(page.role(up) ?? '')) return true;
    up = up.parent as PageElement | null;
  }
  return false;
}

/** True if users find the main content without the link: by its landmark, or by any heading that is not beside it. */
function hasOtherWay(page: CheckedPage): boolean {
  return page.elements.some((element, at) => {
    const role = page.role(element);
    return role === 'main' || (role === 'heading' && !isBeside(page, at));
  });
}

/** Returns the position of the main content; -1 if it is not known. */
function findMainPosition(page: CheckedPage): number {
  const main = findMain(page);
  return main === undefined ? -1 : page.elements.indexOf(main);
}

/** True if one of the elements at some positions has visible text that is no skip link. */
function hasText(page: CheckedPage, from: number, to: number): boolean {
  return page.elements
    .slice(from, Math.max(from, to))
    .some(
      (element) =>
        element.children.some((child) => isText(child) && /\p{L}/u.test(child.props.nodeValue ?? '')) &&
        page.isVisible(element) &&
        !isSkipLink(page, element.actualNode),
    );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
