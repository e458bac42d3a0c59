import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { getDom } from '../in-page/keyboard/focus.ts';
import { besideRoles, findMain } from '../in-page/main.ts';
import { isElement, isText, listNodesWithin } from '../in-page/nodes.ts';

/** Minimum length of a main content that users would look for. */
const TEXT_MIN = 80;
const hidden: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript']);
const QUESTION = 'How do users find the beginning of the main content, which has no heading?';
const MESSAGE = 'The main content after the navigation has no heading, and neither has the page.';

/** Tests the main content of the page. */
export const check: Check = function* (page) {
  if (!page.isWhole || !page.isTop) return;
  const main = findMain(page);
  if (main === undefined || isBehindModal(page, main)) return;
  const before = page.elements.slice(0, page.elements.indexOf(main));
  if (!before.some(isLink) || isShort(page, main)) return;
  const hasHeading = [...listNodesWithin(main)].some(
    (node) => isElement(node) && isHeading(page, node) && page.isVisible(node),
  );
  if (hasHeading || endsWithTitle(page, before)) yield pass();
  // Navigation is what other pages repeat. Of other links only people know whether they are repeated.
  else yield isAfterNavigation(page, before) ? fail(main, MESSAGE) : askReview(main, QUESTION);
};

/** True for what assistive technology does not get as long as a modal dialog is open, its headings neither. */
function isBehindModal(page: CheckedPage, main: PageElement): boolean {
  const { matches } = getDom();
  return (
    !page.isExposed(main) && page.byTag('dialog').some(({ actualNode }) => matches(actualNode, ':modal'))
  );
}

/** True for a heading with a name that assistive technology perceives, shown or not. */
function isHeading(page: CheckedPage, element: PageElement): boolean {
  return page.role(element) === 'heading' && page.isExposed(element) && page.name(element) !== '';
}

/** True if links of the navigation are in front of the content, and only content beside it has headings. */
function isAfterNavigation(page: CheckedPage, before: readonly PageElement[]): boolean {
  const listWithin = (roles: ReadonlySet<string>) =>
    listElementsWithin(page, (element) => roles.has(page.role(element) ?? '') && page.isVisible(element));
  const [navigation, beside] = [listWithin(new Set(['navigation'])), listWithin(besideRoles)];
  return (
    before.some((element) => isLink(element) && navigation.has(element)) &&
    !page.elements.some((element) => isHeading(page, element) && !beside.has(element))
  );
}

function isLink({ props }: PageElement): boolean {
  return props.nodeName === 'a';
}

/** True if a first-level heading that is shown is behind the last link. */
function endsWithTitle(page: CheckedPage, before: readonly PageElement[]): boolean {
  return before
    .slice(before.findLastIndex(isLink) + 1)
    .some(
      (element) => element.props.nodeName === 'h1' && isHeading(page, element) && page.isVisible(element),
    );
}

/** True if an element shows little text, whatever its scripts contain. */
function isShort(page: CheckedPage, element: PageElement): boolean {
  let length = 0;
  for (const node of listNodesWithin(element)) {
    const parent = node.parent as PageElement;
    if (isElement(node)) length += node.props.nodeName === 'img' ? (node.attr('alt') ?? '').length : 0;
    else if (isText(node) && !hidden.has(parent.props.nodeName)) {
      const text = (node.props.nodeValue ?? '').replace(/\s+/g, ' ').trim();
      if (text !== '' && page.isVisible(parent)) length += text.length + 1;
    }
    if (length >= TEXT_MIN) return false;
  }
  return true;
}
