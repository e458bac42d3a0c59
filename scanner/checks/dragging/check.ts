import { askReview, type Check, pass } from '../check.ts';
import type { PageElement, PageNode } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { isElement } from '../in-page/nodes.ts';
import { isRealLink } from '../in-page/operation.ts';
import { chooseByLanguage, toWords } from '../in-page/words/languages.ts';
import { type MoveWords, moveWords } from './words.ts';

const QUESTION = 'Can users reach the same with single clicks, without dragging?';
const drags: ReadonlySet<string> = new Set(['dragstart', 'drag', 'dragend']);
const buttons: ReadonlySet<string> = new Set(['button', 'link', 'menuitem']);
const fields: ReadonlySet<string> = new Set(['combobox', 'spinbutton', 'listbox']);
/** Maximum number of parts of a name that are read. */
const PARTS_MAX = 5;

/** Asks about the first of the elements with the same parent that can be dragged. */
export const check: Check = function* (page) {
  const listens = (element: PageElement) => page.listeners(element).some(({ type }) => drags.has(type));
  const hasListener =
    page.documentListeners().some(({ type }) => drags.has(type)) || page.elements.some(listens);
  if (!hasListener) return;
  const dragged = page
    .byAttribute('draggable')
    .filter((element) => element.attr('draggable')?.toLowerCase() === 'true' && page.isVisible(element));
  if (dragged.length === 0) return;
  const moving = listMovers(page);
  for (const [parent, [first]] of Map.groupBy(dragged, (element) => element.parent)) {
    if (first === undefined) continue;
    const isMovable =
      parent !== null &&
      (moving.has(parent) || listBeside(page, parent).some((beside) => moving.has(beside)));
    yield isMovable ? pass() : askReview(first, QUESTION);
  }
};

/** Returns the controls whose name says that they move something, and what contains them, in linear time. */
function listMovers(page: CheckedPage): ReadonlySet<PageNode> {
  const lists = listWords(page);
  const found = new Set<PageNode>();
  for (const element of page.elements) {
    const role = page.role(element) ?? '';
    if ((!buttons.has(role) && !fields.has(role)) || isRealLink(element)) continue;
    // A name can have two parts: what the control does, and to which item.
    const parts = (page.name(element) ?? '').split(/[:,–—(]/, PARTS_MAX).map(toWords);
    const isField = fields.has(role);
    if (!parts.some((words) => words.length > 0 && lists.some((list) => saysMove(words, list, isField))))
      continue;
    for (let up: PageNode | null = element; up !== null && !found.has(up); up = up.parent) found.add(up);
  }
  return found;
}

/** Returns the words of the language of the page; those of all languages if it is not known. */
function listWords(page: CheckedPage): readonly MoveWords[] {
  const ofPage = page.root.attr('lang') ? chooseByLanguage(page, moveWords) : undefined;
  return ofPage === undefined ? Object.values(moveWords) : [ofPage];
}

function saysMove(words: readonly string[], list: MoveWords, isField: boolean): boolean {
  const { verbs, directions, small, positions } = list;
  if (words.some((word) => verbs.includes(word) || (isField && positions.includes(word)))) return true;
  return (
    words.some((word) => directions.includes(word)) &&
    words.every((word) => directions.includes(word) || small.includes(word))
  );
}

/** Returns the elements directly before and after an element, such as its toolbar. */
function listBeside(page: CheckedPage, element: PageNode): PageNode[] {
  const nodes = element.parent?.children ?? [];
  const at = page.indexOf(element as PageElement);
  const beside: PageNode[] = [];
  for (const step of [-1, 1]) {
    let next = at + step;
    while (nodes[next] !== undefined && !isElement(nodes[next] as PageNode)) next += step;
    if (nodes[next] !== undefined) beside.push(nodes[next] as PageNode);
  }
  return beside;
}
