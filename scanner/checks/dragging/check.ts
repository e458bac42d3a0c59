import { askReview, type Check, pass } from '../check.ts';
import type { PageElement, PageNode } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { toWords } from '../in-page/words/languages.ts';
import { moveWords } from './words.ts';

const QUESTION = 'Can users reach the same with single clicks, without dragging?';
const drags: ReadonlySet<string> = new Set(['dragstart', 'drag', 'dragend']);
const controls: ReadonlySet<string> = new Set([
  'button',
  'link',
  'menuitem',
  'combobox',
  'spinbutton',
  'listbox',
]);
const words: ReadonlySet<string> = new Set(Object.values(moveWords).flat());

/** Asks about the first of the elements with the same parent that can be dragged. */
export const check: Check = function* (page) {
  const listens = (element: PageElement) => page.listeners(element).some(({ type }) => drags.has(type));
  const hasListener =
    page.documentListeners().some(({ type }) => drags.has(type)) || page.elements.some(listens);
  if (!hasListener) return;
  const dragged = page
    .byAttribute('draggable')
    .filter((element) => element.attr('draggable')?.toLowerCase() === 'true' && page.isVisible(element));
  const moving = listParentsOfMovers(page);
  for (const [parent, [first]] of Map.groupBy(dragged, (element) => element.parent)) {
    if (first === undefined) continue;
    yield parent !== null && moving.has(parent) ? pass(first) : askReview(first, QUESTION);
  }
};

/** Returns the elements that contain a control whose name says that it moves something, in linear time. */
function listParentsOfMovers(page: CheckedPage): ReadonlySet<PageNode> {
  const found = new Set<PageNode>();
  for (const element of page.elements) {
    if (!controls.has(page.role(element) ?? '')) continue;
    if (!toWords(page.name(element)).some((word) => words.has(word))) continue;
    for (let up = element.parent; up !== null && !found.has(up); up = up.parent) found.add(up);
  }
  return found;
}
