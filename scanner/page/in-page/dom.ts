/** What this function uses of the page's world. */
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

/** The members of the DOM that elements are read with. They work on a form too whose fields have their names. */
export interface Dom {
  parentNode(node: object): object | null;
  firstChild(node: object): object | null;
  nextSibling(node: object): object | null;
  namespace(element: object): string | null;
  localName(element: object): string;
  attributes(element: object): Iterable<{ name: string; value: string }>;
  attribute(element: object, name: string): string | null;
  closest(element: object, selector: string): object | null;
  shadowRoot(element: object): object | null;
  isEditable(element: object): boolean;
  data(text: object): string;
  host(root: object): object;
  isElement(node: object): boolean;
  isText(node: object): boolean;
  isShadowRoot(node: object): boolean;
  /** Returns the document, or the outermost shadow root, element or fragment around a node. */
  rootOf(node: object): object;
  /** Returns the first element with an id in a document or shadow root. */
  byId(root: object, id: string): object | null;
  /** Returns all elements that a selector finds in a document or shadow root. */
  all(root: object, selector: string): { length: number };
  query(fragment: object, selector: string): object | null;
}
export interface DomWorld {
  a11yDom?: Dom;
}

/** Runs in the page: makes the access to the DOM of this world, once. */
export function makeDom(): void {
  const world = globalThis as unknown as DomWorld;
  if (world.a11yDom !== undefined) return;
  // A form's fields hide the members of its own that are named like them, so prototypes are asked.
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
  const isShadowRoot = (node: object) => node instanceof (ShadowRoot as never);
  const byIdInDocument = method<object | null>(Document, 'getElementById');
  const byIdInRoot = method<object | null>(DocumentFragment, 'getElementById');
  const allInDocument = method<{ length: number }>(Document, 'querySelectorAll');
  const allInRoot = method<{ length: number }>(DocumentFragment, 'querySelectorAll');
  world.a11yDom = {
    parentNode,
    firstChild: getter(Node, 'firstChild'),
    nextSibling: getter(Node, 'nextSibling'),
    namespace: getter(Element, 'namespaceURI'),
    localName: getter(Element, 'localName'),
    attributes: getter(Element, 'attributes'),
    attribute: method(Element, 'getAttribute'),
    closest: method(Element, 'closest'),
    shadowRoot: getter(Element, 'shadowRoot'),
    isEditable: (element) => element instanceof (HTMLElement as never) && isHtmlEditable(element),
    data: getter(CharacterData, 'data'),
    host: getter(ShadowRoot, 'host'),
    isElement: (node) => nodeType(node) === 1,
    isText: (node) => nodeType(node) === 3 || nodeType(node) === 4,
    isShadowRoot,
    rootOf: (node) => {
      let root = node;
      for (let up = parentNode(root); up !== null; up = parentNode(root)) root = up;
      return root;
    },
    byId: (root, id) => (isShadowRoot(root) ? byIdInRoot : byIdInDocument)(root, id),
    all: (root, selector) => (isShadowRoot(root) ? allInRoot : allInDocument)(root, selector),
    query: method(DocumentFragment, 'querySelector'),
  };
}
