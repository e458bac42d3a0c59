import type { ListenerFact } from '../../page/in-page/listeners.ts';
import type { PageElement } from './axe.ts';
import { type CheckedPage, listElementsWithin } from './checked-page.ts';

/** What surrounds an element: whether something else gives the keyboard access to what the element does. */
export interface Operation {
  /** The element or an ancestor can get the focus, or is the label of a control. */
  isWithinControl: boolean;
  /** An element within it can get the focus. */
  containsControl: boolean;
  /** The element or an ancestor below `body` listens to keys. */
  hasKeysNear: boolean;
  /** A scripted element in the document, its window or `body` listens to keys. */
  hasKeysAnywhere: boolean;
}

const keyEvents: ReadonlySet<string> = new Set(['keydown', 'keyup', 'keypress']);
const controlTags: ReadonlySet<string> = new Set(
  'a area audio button details embed iframe input object select summary textarea video'.split(' '),
);
const labels: ReadonlySet<string> = new Set(['label', 'option', 'optgroup', 'legend']);

/** Returns what surrounds each element of a document, in time that is linear in its size. */
export function readOperations(page: CheckedPage): ReadonlyMap<PageElement, Operation> {
  const hasKeys = (element: PageElement) => page.listeners(element).some(({ type }) => keyEvents.has(type));
  const elements = page.allElements;
  const isTop = ({ props }: PageElement) => props.nodeName === 'html' || props.nodeName === 'body';
  const hasKeysAnywhere =
    page.documentListeners().some(({ type }) => keyEvents.has(type)) ||
    elements.some((element) => isTop(element) && hasKeys(element));
  const operations = new Map<PageElement, Operation>();
  const controls = new Set<PageElement>();
  for (const element of elements) {
    const above = element.parent === null ? undefined : operations.get(element.parent as PageElement);
    const isControl = canBeFocusable(element) && page.isFocusable(element);
    if (isControl) controls.add(element);
    operations.set(element, {
      isWithinControl:
        (isControl && !isTop(element)) ||
        above?.isWithinControl === true ||
        labels.has(element.props.nodeName),
      containsControl: false,
      hasKeysNear: above?.hasKeysNear === true || (!isTop(element) && hasKeys(element)),
      hasKeysAnywhere,
    });
  }
  // Children come after their parents, so each parent gets what all of its descendants contain.
  for (const element of elements.toReversed()) {
    const parent = element.parent === null ? undefined : operations.get(element.parent as PageElement);
    if (parent !== undefined && (controls.has(element) || operations.get(element)?.containsControl)) {
      parent.containsControl = true;
    }
  }
  return operations;
}

/**
 * Returns the controls that users can reach, the labels, and what is in them, in linear time. Unlike `Operation`, it
 * skips what is in an area that gets the focus only by script, such as the target of a skip link.
 */
export function listPartsOfControls(page: CheckedPage): ReadonlySet<PageElement> {
  const isOuter = (element: PageElement) => page.isInTabOrder(element) || labels.has(element.props.nodeName);
  return new Set([...listElementsWithin(page, isOuter), ...page.elements.filter(isOuter)]);
}

/** False for the many elements that need no computation. */
function canBeFocusable(element: PageElement): boolean {
  return (
    controlTags.has(element.props.nodeName) ||
    element.hasAttr('tabindex') ||
    element.hasAttr('contenteditable')
  );
}

/** True for a listener that does nothing, or that only stops the event. */
export function isEmptyListener({ source }: ListenerFact): boolean {
  // An empty attribute has no body; that of a bound function is unknown.
  if (/^function on\w+\(\) \{ \[native code\] \}$/.test(source)) return true;
  // A short arrow function has an expression instead of a body.
  const [, expression] = /^(?:async )?(?:\w{1,40}|\([\w ,]{0,100}\)) ?=> ?([^{\s].*)$/s.exec(source) ?? [];
  const body = expression ?? source.slice(source.indexOf('{') + 1, source.lastIndexOf('}')).trim();
  const rest = body.replace(/\b\w+\.(?:stopPropagation|stopImmediatePropagation|preventDefault)\(\)/g, '');
  return /^(?:\s|;|return\b|false\b|true\b|void\b|0|\(|\))*$/.test(rest);
}

/** Addresses that lead nowhere: a link with one of them does nothing without a script. */
const NO_ADDRESS = /^(?:#!?0?|javascript:(?:void|undefined|false|true|0|[\s;()])*)?$/i;

/** True for a link that acts on a click by itself. */
export function isRealLink(element: PageElement): boolean {
  const { nodeName } = element.props;
  if (nodeName !== 'a' && nodeName !== 'area') return false;
  return !NO_ADDRESS.test((element.attr('href') ?? '').trim());
}
