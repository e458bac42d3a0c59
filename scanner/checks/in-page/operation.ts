import type { ListenerFact } from '../../page/in-page/listeners.ts';
import type { PageElement } from './axe.ts';
import { type CheckedPage, listElementsWithin } from './checked-page.ts';
import { isElement } from './nodes.ts';

/** What surrounds an element: whether something else gives the keyboard access to what the element does. */
export interface Operation {
  /** The element or an ancestor is a control that can get the focus, or the label of a control. */
  isWithinControl: boolean;
  /** A control within it can get the focus. */
  containsControl: boolean;
  /** The element or an ancestor listens to keys, and is not the whole page. */
  hasKeysNear: boolean;
  /** The document, its window or an element that is the whole page listens to keys. */
  hasKeysAnywhere: boolean;
}

const keyEvents: ReadonlySet<string> = new Set(['keydown', 'keyup', 'keypress']);
const controlTags: ReadonlySet<string> = new Set(
  'a area audio button details embed iframe input object select summary textarea video'.split(' '),
);
const labels: ReadonlySet<string> = new Set(['label', 'option', 'optgroup', 'legend']);
/** Roles of elements that keys operate, or that let keys operate what is in them. */
const controlRoles: ReadonlySet<string> = new Set(
  (
    'application button checkbox columnheader combobox grid gridcell link listbox menu menubar menuitem ' +
    'menuitemcheckbox menuitemradio option radio radiogroup row rowheader scrollbar searchbox separator slider ' +
    'spinbutton switch tab tablist textbox toolbar tree treegrid treeitem'
  ).split(' '),
);
const clickEvents: ReadonlySet<string> = new Set([
  'click',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
]);
const tops: ReadonlySet<string> = new Set(['html', 'body']);
const unseen: ReadonlySet<string> = new Set('script style link meta template noscript'.split(' '));
/** From this number of types of events on, an element is taken for the root at which a framework listens. */
const ROOT_TYPES = 25;

/** Returns what surrounds each element of a document, in time that is linear in its size. */
export function readOperations(page: CheckedPage): ReadonlyMap<PageElement, Operation> {
  const isWholePage = createWholePageTest(page);
  const hasKeys = (element: PageElement) => listensLike(page, element, keyEvents) && !isWholePage(element);
  const elements = page.allElements;
  const isTop = ({ props }: PageElement) => tops.has(props.nodeName);
  const hasKeysAnywhere =
    page.documentListeners().some(({ type }) => keyEvents.has(type)) ||
    elements.some((element) => listensLike(page, element, keyEvents) && isWholePage(element));
  const operations = new Map<PageElement, Operation>();
  const controls = new Set<PageElement>();
  for (const element of elements) {
    const above = element.parent === null ? undefined : operations.get(element.parent as PageElement);
    const isControl = canBeFocusable(element) && page.isFocusable(element) && actsOnKeys(page, element);
    if (isControl) controls.add(element);
    operations.set(element, {
      isWithinControl:
        (isControl && !isTop(element)) ||
        above?.isWithinControl === true ||
        labels.has(element.props.nodeName),
      containsControl: false,
      hasKeysNear: above?.hasKeysNear === true || hasKeys(element),
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
 * skips what is in controls that the Tab key does not reach.
 */
export function listPartsOfControls(page: CheckedPage): ReadonlySet<PageElement> {
  const isOuter = (element: PageElement) =>
    labels.has(element.props.nodeName) || (page.isInTabOrder(element) && actsOnKeys(page, element));
  return new Set([...listElementsWithin(page, isOuter), ...page.elements.filter(isOuter)]);
}

/**
 * True for a focusable element that keys operate. An area that gets the focus by script, such as the main content of an
 * application after a navigation, gives the keyboard no access to what is in it; nor does an area that keys scroll.
 */
function actsOnKeys(page: CheckedPage, element: PageElement): boolean {
  return (
    controlTags.has(element.props.nodeName) ||
    element.hasAttr('contenteditable') ||
    controlRoles.has(page.role(element) ?? '') ||
    (page.isInTabOrder(element) &&
      !isFrameworkRoot(page, element) &&
      (listensLike(page, element, keyEvents) || listensLike(page, element, clickEvents)))
  );
}

function listensLike(page: CheckedPage, element: PageElement, types: ReadonlySet<string>): boolean {
  return page.listeners(element).some((listener) => types.has(listener.type) && !isEmptyListener(listener));
}

/** True for an element at which a framework listens to the events of all others, such as the root of React. */
export function isFrameworkRoot(page: CheckedPage, element: PageElement): boolean {
  const listeners = page.listeners(element);
  return listeners.length >= ROOT_TYPES && new Set(listeners.map(({ type }) => type)).size >= ROOT_TYPES;
}

/**
 * Returns a function that is true for an element whose listeners hear the events of the whole page, so that they say
 * nothing about a single element: `html`, `body`, the only element with content in one of these, such as the root of an
 * application, and the root at which a framework listens to everything.
 */
export function createWholePageTest(page: CheckedPage): (element: PageElement) => boolean {
  const wholes = new Set(page.allElements.filter(({ props }) => tops.has(props.nodeName)));
  for (const whole of wholes) {
    const [only, ...others] = whole.children
      .filter(isElement)
      .filter(({ props }) => !unseen.has(props.nodeName));
    // The set grows while it is read.
    if (only !== undefined && others.length === 0) wholes.add(only);
  }
  return (element) => wholes.has(element) || isFrameworkRoot(page, element);
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
