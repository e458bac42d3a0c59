import { askOnce, askReview, type Check } from '../check.ts';
import type { PageElement, PageNode } from '../in-page/axe.ts';
import { listElementsWithin } from '../in-page/checked-page.ts';
import { isElement, isText, listNodesWithin } from '../in-page/nodes.ts';
import { readText } from '../in-page/text.ts';

const QUESTION = 'Is this text the heading of what follows?';
/** Maximum length of a heading. */
const HEADING_MAX = 80;
/** Minimum length of what follows, so that labels of values are not taken for headings. */
const FOLLOWING_MIN = 60;
const FOLLOWING_READ = 2_000;
/** Minimum weight of bold text. */
const BOLD = 600;
/** Ratio of the font sizes of a heading and the text below it. */
const LARGER = 1.3;
const following: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'table', 'dl']);
const excludedAncestors: ReadonlySet<string> = new Set(
  'li td th figure figcaption blockquote header footer nav label legend button a aside'.split(' '),
);

/** Classes, or parts of them, of boxes that attract attention, whose title is no heading of the page. */
const NOTE =
  /(?:^|[\s_-])(?:admonition|callout|alert|notice|note|tip|warning|caution|important|hint)(?:$|[\s_-])/i;
const NOTES_MAX = 3;

/** Tests short paragraphs that precede other content, and asks once about other elements that look like them. */
export const check: Check = function* (page) {
  const nextSiblings = new Map<PageElement, PageElement>();
  for (const parent of page.elements) {
    const siblings = parent.children.filter(isElement);
    for (const [index, next] of siblings.slice(1).entries())
      nextSiblings.set(siblings[index] as PageElement, next);
  }
  const excluded = listElementsWithin(
    page,
    (element) => excludedAncestors.has(element.props.nodeName) && !isCellForLayout(element),
  );
  const others: PageElement[] = [];
  for (const paragraph of page.byTag('p', 'div', 'span')) {
    const isParagraph = paragraph.props.nodeName === 'p';
    if (!isParagraph && !isBlockOfText(paragraph)) continue;
    const text = readText(paragraph, HEADING_MAX) ?? '';
    if (!/\p{L}{2}/u.test(text) || /[.,:;!?…)]$/.test(text) || paragraph.hasAttr('role')) continue;
    const next = nextSiblings.get(paragraph);
    if (next === undefined || !following.has(next.props.nodeName) || excluded.has(paragraph)) continue;
    if (isTitleOfNote(paragraph)) continue;
    const below = readText(next, FOLLOWING_READ);
    if (below !== null && below.length < FOLLOWING_MIN) continue;
    const [own, other] = [readLook(paragraph), readLook(next)];
    if (own === null || other === null || !page.isVisible(paragraph) || !page.isExposed(paragraph)) continue;
    const isBolder = own.isBold && !other.isBold;
    if (!isBolder && own.size < other.size * LARGER) continue;
    if (!isParagraph) others.push(paragraph);
    else
      yield askReview(paragraph, QUESTION, { text, bold: own.isBold, size: own.size, sizeBelow: other.size });
  }
  yield* askOnce(
    others.map((element) => ({ element })),
    QUESTION,
  );
};

/** True for a cell of a table that is only for the layout: the table says so, or contains nothing else. */
function isCellForLayout(cell: PageElement): boolean {
  if (cell.props.nodeName !== 'td') return false;
  let isAlone = true;
  let table = cell;
  while (table.props.nodeName !== 'table') {
    const parent = table.parent as PageElement | null;
    if (parent === null) return false;
    isAlone &&= parent.children.every((child) => child === table || !isElement(child));
    table = parent;
  }
  return isAlone || ['presentation', 'none'].includes(table.attr('role') ?? '');
}

/** True for an element that is a block and contains nothing but text in a line, as a paragraph does. */
function isBlockOfText(element: PageElement): boolean {
  const isInline = (node: PageNode) =>
    isText(node) ||
    (isElement(node) &&
      node.getComputedStylePropertyValue('display') === 'inline' &&
      node.children.every(isText));
  return (
    element.children.length > 0 &&
    element.children.every(isInline) &&
    !element.getComputedStylePropertyValue('display').startsWith('inline')
  );
}

/** True for the title of a box such as "Note" or "Warning", which frameworks name so. */
function isTitleOfNote(element: PageElement): boolean {
  let up: PageElement | null = element;
  for (let level = 0; up !== null && level < NOTES_MAX; level += 1) {
    if (up.attr('role') === 'note' || NOTE.test(up.attr('class') ?? '')) return true;
    up = up.parent as PageElement | null;
  }
  return false;
}

/** Returns how the text of an element looks: bold only if all of it is; null without text. */
function readLook(element: PageElement): { isBold: boolean; size: number } | null {
  let look: { isBold: boolean; size: number } | null = null;
  for (const node of listNodesWithin(element)) {
    if (!isText(node) || !/\S/.test(node.props.nodeValue ?? '') || node.parent === null) continue;
    const parent = node.parent as PageElement;
    const isBold = Number(parent.getComputedStylePropertyValue('font-weight')) >= BOLD;
    const size = Number.parseFloat(parent.getComputedStylePropertyValue('font-size'));
    if (look === null) look = { isBold, size };
    else look.isBold &&= isBold;
    if (!look.isBold) break;
  }
  return look;
}
