import type { Dom, DomWorld } from '../../../page/in-page/dom.ts';

/** Members of the page's world that the code below uses. */
interface Members {
  prototype: object;
}
interface FocusRoot {
  activeElement: object | null;
}
declare const HTMLElement: Members;
declare const SVGElement: Members;
declare const Document: Members;
declare const ShadowRoot: Members;
declare const document: FocusRoot & { hasFocus(): boolean; body: object | null; documentElement: object };

type Getter<T> = (this: object) => T;
const getMember = <T>(of: Members, name: string) =>
  Object.getOwnPropertyDescriptor(of.prototype, name) as {
    get: Getter<T>;
    value: (...given: unknown[]) => void;
  };

/** Returns the functions to read the DOM, which also work if fields of a form hide its members. */
export function getDom(): Dom {
  return (globalThis as unknown as Required<DomWorld>).a11yDom;
}

/**
 * Returns the focused element of this document, also within open shadow roots; null without one. The body is active in
 * each document without another one, and is focused only if it gets what people type, as in the frame of an editor.
 */
export function findFocused(): object | null {
  const { shadowRoot, isEditable } = getDom();
  const documentActive = getMember<object | null>(Document, 'activeElement').get;
  const rootActive = getMember<object | null>(ShadowRoot, 'activeElement').get;
  let focused = documentActive.call(document);
  if (focused === null) return null;
  if (focused === document.body || focused === document.documentElement)
    return document.hasFocus() && isEditable(focused) ? focused : null;
  for (let root = shadowRoot(focused); root !== null; root = shadowRoot(focused)) {
    const inner = rootActive.call(root);
    if (inner === null) break;
    focused = inner;
  }
  return focused;
}

/** Moves the focus to an element. Without scrolling, if the position of the page must stay. */
export function focusElement(element: object, preventScroll = false): void {
  const kind = element instanceof (SVGElement as never) ? SVGElement : HTMLElement;
  getMember(kind, 'focus').value.call(element, { preventScroll });
}

/** False for other kinds of elements, such as MathML, which scripts do not focus here. */
export function canFocus(element: object): boolean {
  return element instanceof (HTMLElement as never) || element instanceof (SVGElement as never);
}

/** Removes the focus from an element. */
export function blurElement(element: object): void {
  const kind = element instanceof (SVGElement as never) ? SVGElement : HTMLElement;
  getMember(kind, 'blur').value.call(element);
}

/** Returns `tabIndex`: at least 0 if the Tab key may reach the element; -1 for other kinds of elements. */
export function getTabIndex(element: object): number {
  for (const kind of [HTMLElement, SVGElement]) {
    if (element instanceof (kind as never)) return getMember<number>(kind, 'tabIndex').get.call(element);
  }
  return -1;
}

/** Returns the text of a node that is rendered, without that of its shadow root; empty for other kinds than HTML. */
export function readShownText(node: object): string {
  return node instanceof (HTMLElement as never)
    ? getMember<string>(HTMLElement, 'innerText').get.call(node)
    : '';
}

/** Yields the elements of this document, including open shadow roots, in the order of the document. */
export function* listElements(): Generator<object> {
  const { all, shadowRoot } = getDom();
  // Not recursive, because shadow roots can be deep.
  const open = [all(document, '*')[Symbol.iterator]()];
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const { done, value: element } = inner.next();
    if (done) {
      open.pop();
      continue;
    }
    yield element;
    const root = shadowRoot(element);
    if (root !== null) open.push(all(root, '*')[Symbol.iterator]());
  }
}
