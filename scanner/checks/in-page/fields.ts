import type { PageElement, PageNode } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';
import { isElement, isText, listNodesWithin } from './nodes.ts';

/** Types of `input` into which users type text. */
const textTypes: ReadonlySet<string> = new Set([
  'text',
  'email',
  'tel',
  'url',
  'number',
  'password',
  'date',
  'time',
  'month',
  'week',
  'datetime-local',
  'search',
]);
/** The other types; browsers show a field for text for all that they do not know. */
const otherTypes: ReadonlySet<string> = new Set(
  'hidden range color checkbox radio file submit image reset button'.split(' '),
);
/** Elements that `label` can label: https://html.spec.whatwg.org/#category-label */
export const labelable: ReadonlySet<string> = new Set(
  'button input meter output progress select textarea'.split(' '),
);
/** Maximum number of nodes that are read of a text beside a field. */
const NODES_MAX = 200;
/** Maximum number of nodes in front of a field, or behind a label, that are read. */
const SIBLINGS_MAX = 20;
/** Maximum number of elements around a field that are read. */
export const LEVELS_MAX = 30;

/** Returns the type of an `input`, in lower case; `text` for unknown types. */
export function readInputType(input: PageElement): string {
  // Browsers do not trim it.
  const type = (input.attr('type') ?? '').toLowerCase();
  return textTypes.has(type) || otherTypes.has(type) ? type : 'text';
}

/** Returns the visible fields to test into which users type text. */
export function listTextFields(page: CheckedPage): PageElement[] {
  return [
    ...page.byTag('input').filter((input) => textTypes.has(readInputType(input))),
    ...page.byTag('textarea'),
  ].filter((field) => page.isVisible(field));
}

/** True if an element contains a field. */
export function containsField(element: PageElement): boolean {
  let nodes = 0;
  for (const { props } of listNodesWithin(element)) {
    nodes += 1;
    if (['input', 'select', 'textarea'].includes(props.nodeName)) return true;
    if (nodes > NODES_MAX) return true;
  }
  return ['input', 'select', 'textarea'].includes(element.props.nodeName);
}

/** Returns the visible text within an element, without that of buttons, scripts and styles; cut. */
export function readVisibleText(page: CheckedPage, element: PageElement): string {
  let text = '';
  let nodes = 0;
  const open = [element];
  for (let next = open.pop(); next !== undefined && nodes < NODES_MAX; next = open.pop()) {
    nodes += 1;
    if (['button', 'script', 'style', 'option', 'svg', 'template'].includes(next.props.nodeName)) continue;
    const own = next.children.filter(isText).map(({ props }) => props.nodeValue ?? '');
    if (/\S/.test(own.join('')) && page.isVisible(next)) text += ` ${own.join(' ')}`;
    for (const child of next.children.filter(isElement).reverse()) open.push(child);
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns the nearest element with one of the names around an element; null if it is far away or does not exist. */
export function findAround(element: PageElement, names: ReadonlySet<string>): PageElement | null {
  let up = element.parent as PageElement | null;
  for (let level = 0; up !== null && level < LEVELS_MAX; level += 1) {
    if (names.has(up.props.nodeName)) return up;
    up = up.parent as PageElement | null;
  }
  return null;
}

/** Returns the elements of a document by id; the first of each id. */
export function indexIds(page: CheckedPage): ReadonlyMap<string, PageElement> {
  const byId = new Map<string, PageElement>();
  for (const element of page.allElements) {
    const id = element.attr('id');
    if (id !== null && id !== '' && !byId.has(id)) byId.set(id, element);
  }
  return byId;
}

/** Returns the ids in an attribute. */
export function readIds(element: PageElement, attribute: string): string[] {
  return (element.attr(attribute) ?? '').split(/\s+/).filter((id) => id !== '');
}

/** Returns the nodes in front of an element to test, the next one first; a few of many. */
export function listNodesBefore(page: CheckedPage, element: PageElement): PageNode[] {
  const index = page.indexOf(element);
  return (element.parent?.children ?? []).slice(Math.max(index - SIBLINGS_MAX, 0), index).reverse();
}

/** Returns the nodes behind an element to test; a few of many. */
export function listNodesAfter(page: CheckedPage, element: PageElement): PageNode[] {
  const index = page.indexOf(element);
  return (element.parent?.children ?? []).slice(index + 1, index + 1 + SIBLINGS_MAX);
}

/** True if a node is a visible text, or an element with one. */
export function hasVisibleText(page: CheckedPage, node: PageNode): boolean {
  if (isElement(node)) return readVisibleText(page, node) !== '';
  return isText(node) && /\S/.test(node.props.nodeValue ?? '') && page.isVisible(node.parent as PageElement);
}
