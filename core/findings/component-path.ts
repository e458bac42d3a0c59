import type { PathStep } from './element-facts.ts';
import { getAnchorName } from './element-location.ts';
import { getLandmark } from './landmarks.ts';

/** Elements that templates repeat: one for each entry of a list, row of a table or article of a feed. */
const repeatedTags = new Set(['article', 'dd', 'dt', 'li', 'option', 'td', 'th', 'tr']);
const repeatedRoles = new Set([
  'article',
  'cell',
  'columnheader',
  'gridcell',
  'listitem',
  'option',
  'row',
  'rowheader',
  'treeitem',
]);

/**
 * Returns the path to an element in the structure of its page: tags and roles from the nearest start down to its
 * parent. A start is a custom element with a shadow root, an element with an id that is not generated, or a landmark.
 * Positions, classes and texts do not count, so that the entries of one list and the cards of one template have equal
 * paths on every page.
 */
export function buildComponentPath(path: readonly PathStep[]): unknown[] {
  const own = path.length - 1;
  const from = Math.max(
    0,
    path.findLastIndex((_, at) => at < own && isStart(path, at)),
  );
  return path.slice(from, own + 1).map((step, index) => {
    const entry = step.inShadow ? 'shadow' : '';
    if (from + index === own) return entry;
    const id = index === 0 && !isRepeated(step) ? getAnchorName(step) : undefined;
    return [id ?? step.tag, getFirstRole(step), entry];
  });
}

/**
 * Returns the path of the container of an element in its page: all tags and positions on the path, except the positions
 * of repeated elements such as list entries and rows. It is equal for elements that are repeated within one list, table
 * or feed. For elements in the shadow root of a custom element, the container is the template of that element, wherever
 * the element is.
 */
export function buildContainerPath(path: readonly PathStep[]): unknown[] {
  let from = path.length - 1;
  while (from > 0 && !isComponentRoot(path, from)) from -= 1;
  return path.slice(from).map((step, index) => {
    const isHost = index === 0 && from > 0;
    return isHost || isRepeated(step) ? [step.tag] : [step.tag, step.index];
  });
}

/**
 * True if a component path starts at this step. The id of a list entry identifies the entry, not a part of the page.
 */
function isStart(path: readonly PathStep[], at: number): boolean {
  const step = path[at] as PathStep;
  const hasChosenId = !isRepeated(step) && getAnchorName(step) !== undefined;
  return hasChosenId || getLandmark(path, at) !== undefined || isComponentRoot(path, at);
}

/** True if a step is a custom element and the path continues in its shadow root. */
function isComponentRoot(path: readonly PathStep[], at: number): boolean {
  return isCustomElement(path[at]?.tag ?? '') && path[at + 1]?.inShadow === true;
}

function isRepeated(step: PathStep): boolean {
  return repeatedTags.has(step.tag) || repeatedRoles.has(getFirstRole(step)) || isCustomElement(step.tag);
}

/**
 * True for custom elements: only their names have a hyphen. Source:
 * https://html.spec.whatwg.org/#valid-custom-element-name
 */
export function isCustomElement(tag: string): boolean {
  return tag.includes('-');
}

/** Returns the first role in the role attribute of an element; empty if it has none. */
function getFirstRole({ role }: PathStep): string {
  return role.trim().toLowerCase().split(/\s+/)[0] ?? '';
}
