/** Members of the page's world that the code below uses. */
interface Members {
  prototype: object;
}
declare const Node: Members;
declare const Element: Members;
declare const HTMLElement: Members;
declare const CharacterData: Members;
declare const ShadowRoot: Members;
declare const Document: Members;
declare const DocumentFragment: Members;
declare function getComputedStyle(element: object): { display: string; visibility: string };

interface Style {
  setProperty(name: string, value: string, priority: 'important'): void;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}

/** Functions to read the DOM. They also work on a form whose fields have the names of DOM members. */
export type Dom = ReturnType<typeof createDom>;
export interface DomWorld {
  a11yDom?: Dom;
}

/** Runs in the page: creates the DOM functions of this world, once. */
export function createDom() {
  const world = globalThis as unknown as { a11yDom?: object };
  // The fields of a form hide DOM members of the same name, so members are read from the prototypes.
  const getter = <T>(of: Members, member: string): ((node: object) => T) => {
    const get = Object.getOwnPropertyDescriptor(of.prototype, member)?.get as (this: object) => T;
    return (node) => get.call(node);
  };
  const method = <T>(of: Members, member: string): ((node: object, argument: string) => T) => {
    const call = Object.getOwnPropertyDescriptor(of.prototype, member)?.value as (
      this: object,
      argument: string,
    ) => T;
    return (node, argument) => call.call(node, argument);
  };
  const parentNode = getter<object | null>(Node, 'parentNode');
  const nodeType = getter<number>(Node, 'nodeType');
  const isHtmlEditable = getter<boolean>(HTMLElement, 'isContentEditable');
  const htmlStyle = getter<Style>(HTMLElement, 'style');
  const { checkVisibility, getBoundingClientRect, setAttribute } = Element.prototype as {
    setAttribute: (this: object, name: string, value: string) => void;
    checkVisibility: (this: object, options: object) => boolean;
    getBoundingClientRect: (this: object) => Box;
  };
  const isShadowRoot = (node: object) => node instanceof (ShadowRoot as never);
  const byIdInDocument = method<object | null>(Document, 'getElementById');
  const byIdInRoot = method<object | null>(DocumentFragment, 'getElementById');
  const allInDocument = method<Iterable<object> & { length: number }>(Document, 'querySelectorAll');
  const allInRoot = method<Iterable<object> & { length: number }>(DocumentFragment, 'querySelectorAll');
  const dom = {
    parentNode,
    isConnected: getter<boolean>(Node, 'isConnected'),
    firstChild: getter<object | null>(Node, 'firstChild'),
    nextSibling: getter<object | null>(Node, 'nextSibling'),
    namespace: getter<string | null>(Element, 'namespaceURI'),
    localName: getter<string>(Element, 'localName'),
    attributes: getter<Iterable<{ name: string; value: string }>>(Element, 'attributes'),
    attribute: method<string | null>(Element, 'getAttribute'),
    closest: method<object | null>(Element, 'closest'),
    shadowRoot: getter<object | null>(Element, 'shadowRoot'),
    matches: method<boolean>(Element, 'matches'),
    hasAttribute: method<boolean>(Element, 'hasAttribute'),
    setAttribute: (element: object, name: string, value: string) => setAttribute.call(element, name, value),
    allBelow: method<Iterable<object>>(Element, 'querySelectorAll'),
    hasBox: (element: object, options: object) => checkVisibility.call(element, options),
    /** True for an element that has no box itself, and whose content can show: `display: contents`. */
    isBoxless: (element: object) => {
      const { display, visibility } = getComputedStyle(element);
      return display === 'contents' && visibility === 'visible';
    },
    rect: (element: object) => getBoundingClientRect.call(element),
    /** Returns the inline style of an element; undefined if it is of another kind than HTML or SVG. */
    style: (element: object) =>
      element instanceof (HTMLElement as never) ? htmlStyle(element) : (element as { style?: Style }).style,
    isEditable: (element: object) => element instanceof (HTMLElement as never) && isHtmlEditable(element),
    data: getter<string>(CharacterData, 'data'),
    host: getter<object>(ShadowRoot, 'host'),
    isElement: (node: object) => nodeType(node) === 1,
    isText: (node: object) => nodeType(node) === 3 || nodeType(node) === 4,
    isShadowRoot,
    /** Returns the document, or the outermost shadow root, element or fragment around a node. */
    rootOf: (node: object) => {
      let root = node;
      for (let up = parentNode(root); up !== null; up = parentNode(root)) root = up;
      return root;
    },
    byId: (root: object, id: string) => (isShadowRoot(root) ? byIdInRoot : byIdInDocument)(root, id),
    all: (root: object, selector: string) => (isShadowRoot(root) ? allInRoot : allInDocument)(root, selector),
    query: method<object | null>(DocumentFragment, 'querySelector'),
    /** Returns the style sheets of a document or shadow root, also those that scripts have added. */
    styleSheets: (root: object) => {
      const of = isShadowRoot(root) ? ShadowRoot : Document;
      return [
        ...getter<Iterable<object>>(of, 'styleSheets')(root),
        ...getter<Iterable<object>>(of, 'adoptedStyleSheets')(root),
      ];
    },
  };
  world.a11yDom ??= dom;
  return dom;
}
