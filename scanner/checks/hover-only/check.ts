import { askOnce, askReview, type Check, fail } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { listNodesWithin } from '../in-page/nodes.ts';
import { readOperations } from '../in-page/operation.ts';
import { findRevealed } from './revealed.ts';

/** Events of scripts that may open the content without a mouse. */
const openingEvents: ReadonlySet<string> = new Set(
  'click focus focusin keydown keyup keypress touchstart pointerdown pointerup toggle'.split(' '),
);
/** Maximum number of nodes of the content that are read. */
const NODES_MAX = 1_000;
const QUESTION = 'Can users open this content with the keyboard, or reach the same links elsewhere?';

/** Tests hidden content that a rule with `:hover` shows. */
export const check: Check = function* (page) {
  const { byHover, byFocus } = findRevealed();
  if (byHover.size === 0) return;
  const elements = new Map(page.elements.map((element) => [element.actualNode, element]));
  const controls = groupControls(readOperations(page));
  const listensNear = listListeningParents(page);
  const listensFar = listElementsWithin(page, (element) => listens(page, element));
  const shownAddresses = new Set(
    page
      .byTag('a')
      .filter((link) => page.isVisible(link))
      .map((link) => link.attr('href')),
  );
  const listensAnywhere = page.documentListeners().some(({ type }) => openingEvents.has(type));
  const unsure: Parameters<typeof askOnce>[0][number][] = [];
  for (const node of byHover) {
    const content = elements.get(node);
    if (content === undefined || byFocus.has(node) || !isHidden(content)) continue;
    const links = listLinks(content);
    if (links.length === 0 || links.every((link) => shownAddresses.has(link.attr('href')))) continue;
    const parent = content.parent as PageElement;
    if (listens(page, content) || listens(page, parent) || listensNear.has(parent)) continue;
    const data = { links: links.length, first: links[0]?.attr('href') ?? '' };
    // What gets the focus beside the content may lead to the same links.
    const hasTrigger = controls.get(content.parent)?.some((element) => element !== content) === true;
    // A script that listens for the whole page may open the content, or has nothing to do with it.
    if (listensAnywhere || listensFar.has(content)) unsure.push({ element: content, data });
    else if (hasTrigger) yield askReview(content, QUESTION, data);
    else {
      yield fail(
        content,
        'Only a pointer over the element shows these links: nothing there gets the focus.',
        data,
      );
    }
  }
  yield* askOnce(unsure, QUESTION);
};

/** True if the content is not shown, and not in the order of the Tab key. */
function isHidden(element: PageElement): boolean {
  return (
    element.getComputedStylePropertyValue('display') === 'none' ||
    element.getComputedStylePropertyValue('visibility') === 'hidden'
  );
}

/** Returns the links and buttons within the content; not all of very many. */
function listLinks(content: PageElement): PageElement[] {
  const links: PageElement[] = [];
  let nodes = 0;
  for (const node of listNodesWithin(content)) {
    nodes += 1;
    if (nodes > NODES_MAX) break;
    const { nodeName } = node.props;
    if (nodeName === 'button' || (nodeName === 'a' && (node as PageElement).hasAttr('href'))) {
      links.push(node as PageElement);
    }
  }
  return links;
}

/** True if a script listens at the element, or if something controls it. */
function listens(page: CheckedPage, element: PageElement): boolean {
  return (
    page.listeners(element).some(({ type }) => openingEvents.has(type)) || element.hasAttr('aria-controls')
  );
}

/** Returns the parents of elements that listen, or whose children do. */
function listListeningParents(page: CheckedPage): ReadonlySet<PageElement> {
  const parents = new Set<PageElement>();
  for (const element of page.allElements) {
    const parent = element.parent as PageElement | null;
    if (parent === null || !listens(page, element)) continue;
    parents.add(parent);
    if (parent.parent !== null) parents.add(parent.parent as PageElement);
  }
  return parents;
}

/** Returns by parent which of its children get the focus or contain something that does. */
function groupControls(
  operations: ReturnType<typeof readOperations>,
): ReadonlyMap<object | null, PageElement[]> {
  const controls = [...operations].filter(
    ([, { containsControl, isWithinControl }]) => containsControl || isWithinControl,
  );
  return Map.groupBy(
    controls.map(([element]) => element),
    ({ parent }) => parent,
  );
}
