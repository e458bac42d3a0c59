import { askOnce, askReview, type Check, fail } from '../check.ts';
import type { PageElement, PageNode } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { listNodesWithin } from '../in-page/nodes.ts';
import { readOperations } from '../in-page/operation.ts';
import { findRevealed } from './revealed.ts';

/** Events of scripts that may open the content without a mouse. */
const openingEvents: ReadonlySet<string> = new Set(
  'click focus focusin keydown keyup keypress touchstart pointerdown pointerup toggle'.split(' '),
);
/** Maximum number of listening elements that are known of one around them: with more, the check asks. */
const NEAR_MAX = 20;
/** Maximum number of nodes of the content that are read. */
const NODES_MAX = 1_000;
const QUESTION = 'Can users open this content with the keyboard, or reach the same links elsewhere?';

/** Tests hidden content that a rule with `:hover` shows. */
export const check: Check = function* (page) {
  const { byHover, byFocus } = findRevealed();
  if (byHover.size === 0) return;
  const elements = new Map(page.elements.map((element) => [element.actualNode, element]));
  const controls = groupControls(readOperations(page));
  const listening = listListeningNear(page);
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
    const isElsewhere = (link: PageElement) =>
      link.props.nodeName === 'a' && shownAddresses.has(link.attr('href'));
    if (links.length === 0 || links.every(isElsewhere)) continue;
    const parent = content.parent as PageElement;
    // What is hidden opens nothing.
    const near = listening.get(parent) ?? [];
    if (listens(page, parent) || near.some((element) => !isWithin(element, content))) continue;
    const data = { links: links.length, first: links[0]?.attr('href') ?? '' };
    // What gets the focus beside the content may lead to the same links.
    const hasTrigger = controls.get(content.parent)?.some((element) => element !== content) === true;
    // A script that listens for the whole page may open the content, or has nothing to do with it.
    if (listensAnywhere || listensFar.has(content) || near.length > NEAR_MAX)
      unsure.push({ element: content, data });
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
  if (isOperable(content)) links.push(content);
  for (const node of listNodesWithin(content)) {
    nodes += 1;
    if (nodes > NODES_MAX) break;
    if (isOperable(node)) links.push(node as PageElement);
  }
  return links;
}

function isOperable(node: PageNode): boolean {
  const { nodeName } = node.props;
  return nodeName === 'button' || (nodeName === 'a' && (node as PageElement).hasAttr('href'));
}

/** True if a script listens at the element, or if something controls it. */
function listens(page: CheckedPage, element: PageElement): boolean {
  return (
    page.listeners(element).some(({ type }) => openingEvents.has(type)) || element.hasAttr('aria-controls')
  );
}

/** Returns the elements that listen, by their parents and the parents of these. */
function listListeningNear(page: CheckedPage): ReadonlyMap<PageElement, PageElement[]> {
  const near = new Map<PageElement, PageElement[]>();
  for (const element of page.allElements) {
    const parent = element.parent as PageElement | null;
    if (parent === null || !listens(page, element)) continue;
    for (const up of [parent, parent.parent as PageElement | null])
      if (up !== null) addNear(near, up, element);
  }
  return near;
}

function addNear(near: Map<PageElement, PageElement[]>, up: PageElement, element: PageElement): void {
  const known = near.get(up) ?? [];
  near.set(up, known);
  if (known.length <= NEAR_MAX) known.push(element);
}

function isWithin(element: PageElement, outer: PageElement): boolean {
  let up: PageElement | null = element;
  while (up !== null && up !== outer) up = up.parent as PageElement | null;
  return up === outer;
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
