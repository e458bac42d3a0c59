import type { Dom, DomWorld } from './dom.ts';
import type { PathWorld } from './path-reader.ts';

declare const document: {
  createRange(): {
    selectNodeContents(node: object): void;
    getClientRects(): { length: number };
  };
};
declare const Element: {
  prototype: {
    checkVisibility(this: object, options: object): boolean;
    getBoundingClientRect(this: object): { width: number; height: number };
    matches(this: object, selector: string): boolean;
  };
};

/** An element whose content axe cannot read. */
export interface OpaqueElement {
  /** Its selector in the document, then one in each shadow root. */
  path: string[];
  /** Its local name. */
  name: string;
}

interface PageRoot {
  querySelectorAll(selector: string): Iterable<object>;
}

export interface UnreadableWorld {
  a11yIsUnreadable?: (node: object) => boolean;
}

/**
 * Runs in the page: installs the function that says which HTML forms axe cannot read, because the name of a field hides
 * a DOM member that axe needs.
 */
export function installUnreadable(): void {
  const members = [
    ...['childNodes', 'nodeType', 'nodeName', 'parentNode', 'getRootNode', 'compareDocumentPosition'],
    ...['getAttribute', 'hasAttributes', 'classList', 'getBoundingClientRect', 'getClientRects'],
  ];
  const { HTMLFormElement: Fields } = globalThis as unknown as { HTMLFormElement: new () => object };
  (globalThis as unknown as UnreadableWorld).a11yIsUnreadable = (node) =>
    node instanceof Fields && members.some((member) => Object.hasOwn(node, member));
}

/**
 * Runs in the page, after `createDom` and `installUnreadable`: returns an HTML form that axe does not see.
 * @param index which of these HTML forms, from 0
 */
export function findOpaqueContainer(index: number): object | null {
  const { shadowRoot } = (globalThis as unknown as DomWorld).a11yDom as Dom;
  const { a11yIsUnreadable: isUnreadable } = globalThis as unknown as Required<UnreadableWorld>;
  let left = index;
  const roots = [document as unknown as PageRoot];
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
    for (const each of root.querySelectorAll('form')) {
      if (isUnreadable(each) && left-- === 0) return each;
    }
    for (const element of root.querySelectorAll('*')) {
      const inner = shadowRoot(element) as PageRoot | null;
      if (inner !== null) roots.push(inner);
    }
  }
  return null;
}

/**
 * Runs in the page, after the path reader was installed: returns the element of content that axe cannot read; null if
 * the content is not visible, is hidden from assistive technology, or is not selected.
 * @param node a closed shadow root, an HTML form, or an element that contains a document
 * @param include selectors of which one must match the element or an element around it; empty for all
 * @param exclude selectors of which none may match them
 */
export function describeOpaqueContent(
  node: object,
  include: string[],
  exclude: string[],
): OpaqueElement | null {
  const world = globalThis as unknown as Required<PathWorld> & { a11yDom: Dom };
  const { parentNode, firstChild, nextSibling, localName, attribute, data, host } = world.a11yDom;
  const { isElement, isText, isShadowRoot, shadowRoot } = world.a11yDom;
  const { checkVisibility, getBoundingClientRect, matches } = Element.prototype;

  const isVisible = (element: object) => checkVisibility.call(element, { visibilityProperty: true });
  const hasArea = (element: object) => {
    const { width, height } = getBoundingClientRect.call(element);
    return width > 0 && height > 0;
  };
  const isTextShown = (text: object) => {
    if (!/\S/.test(data(text))) return false;
    const range = document.createRange();
    range.selectNodeContents(text);
    const parent = parentNode(text);
    const isHidden = parent !== null && isElement(parent) && !isVisible(parent);
    return !isHidden && range.getClientRects().length > 0;
  };
  const silent = new Set(['script', 'style', 'noscript', 'template', 'title', 'link', 'meta']);
  const shown = new Set(
    'img svg canvas video audio iframe frame embed object input button select textarea meter progress hr'.split(
      ' ',
    ),
  );

  const showsContent = (root: object): boolean => {
    const open: (object | null)[] = [firstChild(root)];
    while (open.length > 0) {
      const child = open.pop() ?? null;
      if (child === null) continue;
      open.push(nextSibling(child));
      if (isText(child)) {
        if (isTextShown(child)) return true;
        continue;
      }
      if (!isElement(child) || silent.has(localName(child))) continue;
      const isOpaque = shown.has(localName(child)) || localName(child).includes('-');
      if (isOpaque && isVisible(child) && hasArea(child)) return true;
      const inner = shadowRoot(child);
      open.push(firstChild(child));
      if (inner !== null) open.push(firstChild(inner));
    }
    return false;
  };

  const isRoot = isShadowRoot(node);
  const element = isRoot ? host(node) : node;
  const around: object[] = [];
  for (let up: object | null = element; up !== null; up = isShadowRoot(up) ? host(up) : parentNode(up)) {
    if (isElement(up)) around.push(up);
  }
  const isAround = (selectors: string[]) =>
    selectors.some((selector) => around.some((each) => matches.call(each, selector)));
  if (around.some((each) => attribute(each, 'aria-hidden') === 'true' || attribute(each, 'inert') !== null))
    return null;
  if ((include.length > 0 && !isAround(include)) || isAround(exclude)) return null;
  const name = localName(element);
  const isContainer = isRoot || name === 'form';
  if (isContainer ? !showsContent(node) : !(isVisible(element) && hasArea(element))) return null;
  return { path: world.a11yPath(element) ?? [name], name };
}
