import type { ElementFacts, ElementMarkup, OpeningTag } from '../../../core/findings/element-facts.ts';

/** What these functions use of the page's world. */
interface PageNode {
  nodeType: number;
}
interface PageElement extends PageNode {
  localName: string;
}
interface Members {
  prototype: object;
}
declare const Node: Members;
declare const Element: Members;
declare const HTMLElement: Members;
declare const CharacterData: Members;
declare const ShadowRoot: Members;
declare const document: PageNode & {
  baseURI: string;
  createDocumentFragment(): object;
  getElementsByTagName(name: string): { length: number };
};
declare const Document: Members;
declare const DocumentFragment: Members;
declare const CSS: { escape(text: string): string };
declare const axe: { utils: { shadowSelect(selector: unknown): PageElement | null } };

/** Reads elements; made once in each world of the scanner. */
export interface ElementReader {
  facts(element: object): ElementFacts;
  markup(element: object): ElementMarkup;
  /** Where the element is, for people; null where that is longer than the limit. */
  path(element: object): ReadPath;
  /** Those of the selectors that find the element, one around it, or a host of the shadow root that it is in. */
  marks(element: object, selectors: string[]): string[];
  /** All elements of the document and its open shadow roots, in no order. */
  all(): Iterable<object>;
}
export interface ReaderWorld {
  a11yReader?: ElementReader;
  /** Elements that findings are about, by the number that they are asked for with. */
  a11yElements?: object[];
}
/** A selector in the document, then one in each shadow root, of which each finds its element and no other. */
export type ReadPath = string[] | null;
/** What is read of an element that a finding is about. */
export interface ReadElement {
  facts: ElementFacts;
  marks: string[];
  path: ReadPath;
}

/** Runs in the page: makes the reader of this world, once. */
export function makeReader(): void {
  const world = globalThis as unknown as ReaderWorld;
  if (world.a11yReader !== undefined) return;
  const limits = {
    attributes: 60,
    name: 100,
    value: 2_000,
    /** UTF-16 units of all attributes of one element. */
    opening: 20_000,
    ownText: 500,
    text: 200,
    /** Elements in one, above which its text is not its own. */
    inside: 20,
    nodes: 200,
    path: 100,
    /** UTF-16 units of a selector for people. */
    selector: 250,
    hosts: 5,
  };
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
  const nodeType = getter<number>(Node, 'nodeType');
  const parentNode = getter<object | null>(Node, 'parentNode');
  const firstChild = getter<object | null>(Node, 'firstChild');
  const nextSibling = getter<object | null>(Node, 'nextSibling');
  const namespace = getter<string | null>(Element, 'namespaceURI');
  const localName = getter<string>(Element, 'localName');
  const attributesOf = getter<Iterable<{ name: string; value: string }>>(Element, 'attributes');
  const shadowRoot = getter<object | null>(Element, 'shadowRoot');
  const isEditable = getter<boolean>(HTMLElement, 'isContentEditable');
  const data = getter<string>(CharacterData, 'data');
  const host = getter<object>(ShadowRoot, 'host');
  const attribute = method<string | null>(Element, 'getAttribute');
  const closest = method<object | null>(Element, 'closest');
  const query = method<object | null>(DocumentFragment, 'querySelector');
  const allInDocument = method<{ length: number }>(Document, 'querySelectorAll');
  const byIdInDocument = method<object | null>(Document, 'getElementById');
  const byIdInRoot = method<object | null>(DocumentFragment, 'getElementById');
  const allInRoot = method<{ length: number }>(DocumentFragment, 'querySelectorAll');
  const isElement = (node: object) => nodeType(node) === 1;
  const isText = (node: object) => nodeType(node) === 3 || nodeType(node) === 4;
  const cut = (text: string, limit: number) => (text.length > limit ? `${text.slice(0, limit)}…` : text);

  /** Elements whose text is typed, or is none. */
  const silent = new Set(['noscript', 'script', 'style', 'template', 'textarea']);
  const isSilent = (element: object) =>
    silent.has(localName(element)) || (element instanceof (HTMLElement as never) && isEditable(element));

  const opening = (element: object): OpeningTag => {
    const attributes: [string, string][] = [];
    let left = limits.opening;
    for (const { name, value } of attributesOf(element)) {
      if (attributes.length === limits.attributes || left <= 0) break;
      const kept: [string, string] = [cut(name, limits.name), cut(value, limits.value)];
      left -= kept[0].length + kept[1].length;
      attributes.push(kept);
    }
    return { tag: cut(localName(element), limits.name), attributes };
  };

  const ownText = (element: object): string => {
    if (isSilent(element)) return '';
    let text = '';
    for (let node = firstChild(element); node !== null; node = nextSibling(node)) {
      if (isText(node)) text += data(node).slice(0, limits.ownText);
      if (text.length > limits.ownText) break;
    }
    return cut(text, limits.ownText);
  };

  const contents = (element: object): { text: string | null; inside: OpeningTag[] | null } => {
    let text = '';
    let nodes = 0;
    const inside: OpeningTag[] = [];
    const open: (object | null)[] = isSilent(element) ? [] : [firstChild(element)];
    while (open.length > 0) {
      const node = open.pop() ?? null;
      if (node === null) continue;
      nodes += 1;
      if (nodes > limits.nodes) return { text: null, inside: null };
      open.push(nextSibling(node));
      if (isText(node)) {
        if (text.length < limits.text) text += data(node).slice(0, limits.text);
      } else if (isElement(node)) {
        if (inside.length === limits.inside) return { text: null, inside: null };
        inside.push(opening(node));
        if (!isSilent(node)) open.push(firstChild(node));
      }
    }
    return { text: cut(text, limits.text), inside };
  };

  /** Of each parent that was met: the numbers of its children among those of the same tag. */
  const numbered = new WeakMap<object, Map<object, number>>();
  const indexOf = (element: object, parent: object): number => {
    let numbers = numbered.get(parent);
    if (numbers?.get(element) === undefined) {
      numbers = new Map();
      const counts = new Map<string, number>();
      for (let node = firstChild(parent); node !== null; node = nextSibling(node)) {
        if (!isElement(node)) continue;
        const count = (counts.get(localName(node)) ?? 0) + 1;
        counts.set(localName(node), count);
        numbers.set(node, count);
      }
      numbered.set(parent, numbers);
    }
    return numbers.get(element) ?? 1;
  };

  const read = (element: object): ElementFacts => {
    const path: ElementFacts['path'][number][] = [];
    const hosts: OpeningTag[] = [];
    const named = (of: object, name: string) => cut(attribute(of, name) ?? '', limits.name);
    for (let at: object | null = element; at !== null && path.length < limits.path; ) {
      const parent: object | null = parentNode(at);
      const inShadow: boolean = parent !== null && parent instanceof (ShadowRoot as never);
      path.push({
        tag: cut(localName(at), limits.name),
        index: parent === null ? 1 : indexOf(at, parent),
        role: named(at, 'role'),
        id: named(at, 'id'),
        label: named(at, 'aria-label'),
        inShadow,
      });
      const up: object | null = inShadow ? host(parent as object) : parent;
      if (inShadow && up !== null && hosts.length < limits.hosts) hosts.push(opening(up));
      at = up !== null && isElement(up) ? up : null;
    }
    return {
      ...opening(element),
      ownText: ownText(element),
      ...contents(element),
      path: path.reverse(),
      hosts: hosts.reverse(),
      base: cut(document.baseURI, limits.value),
    };
  };

  /** Of each parent that was met: the children among those of their type, as `:nth-of-type` counts them. */
  const typed = new WeakMap<object, Map<object, { index: number; type: { size: number } }>>();
  const stepOf = (element: object, parent: object): string => {
    let known = typed.get(parent);
    if (known?.get(element) === undefined) {
      known = new Map();
      const types = new Map<string, { size: number }>();
      for (let node = firstChild(parent); node !== null; node = nextSibling(node)) {
        if (!isElement(node)) continue;
        const name = `${namespace(node)} ${localName(node)}`;
        const type = types.get(name) ?? { size: 0 };
        types.set(name, type);
        type.size += 1;
        known.set(node, { index: type.size, type });
      }
      typed.set(parent, known);
    }
    const { index = 1, type = { size: 1 } } = known.get(element) ?? {};
    const tag = CSS.escape(localName(element));
    return type.size === 1 ? tag : `${tag}:nth-of-type(${index})`;
  };

  /** Of each element that was met: the selector of an id that a person may have given it and that no other has. */
  const idSteps = new WeakMap<object, string | null>();
  const readIdStep = (element: object, root: object): string | null => {
    const id = attribute(element, 'id') ?? '';
    if (!/^[a-z][\w-]{0,59}$/i.test(id) || /\d{4}/.test(id)) return null;
    const [byId, all] =
      root instanceof (ShadowRoot as never) ? [byIdInRoot, allInRoot] : [byIdInDocument, allInDocument];
    // Where many share an id, only the first of them is worth counting them.
    return byId(root, id) === element && all(root, `#${id}`).length === 1 ? `#${id}` : null;
  };
  const idStepOf = (element: object, root: object): string | null => {
    const known = idSteps.get(element);
    if (known !== undefined) return known;
    const step = readIdStep(element, root);
    idSteps.set(element, step);
    return step;
  };

  const rootOf = (element: object): object => {
    let root = element;
    for (let up = parentNode(root); up !== null; up = parentNode(root)) root = up;
    return root;
  };

  /** From the nearest element with an id of its own, or from the root, down to the element. */
  const selectorIn = (root: object, element: object): string | null => {
    const steps: string[] = [];
    for (let at = element; steps.length < limits.path; ) {
      const parent = parentNode(at);
      if (parent === null) return null;
      const id = idStepOf(at, root);
      steps.push(id ?? stepOf(at, parent));
      // The children of a shadow root have no parent that a selector could name but its host.
      const isTop = id === null && parent === root;
      if (isTop && root instanceof (ShadowRoot as never)) steps.push(':host');
      if (id !== null || isTop) {
        const selector = steps.reverse().join(' > ');
        return selector.length > limits.selector ? null : selector;
      }
      at = parent;
    }
    return null;
  };

  const pathOf = (element: object): ReadPath => {
    const path: string[] = [];
    for (let at: object | null = element; at !== null; ) {
      const root = rootOf(at);
      const selector = selectorIn(root, at);
      if (selector === null || path.length > limits.hosts) return null;
      path.push(selector);
      at = root instanceof (ShadowRoot as never) ? host(root) : null;
    }
    return path.reverse();
  };

  const validity = new Map<string, boolean>();
  const isValid = (selector: string): boolean => {
    const known = validity.get(selector);
    if (known !== undefined) return known;
    let valid = true;
    try {
      query(document.createDocumentFragment(), selector);
    } catch {
      valid = false;
    }
    validity.set(selector, valid);
    return valid;
  };

  world.a11yReader = {
    facts: read,
    path: pathOf,
    markup: (element) => ({ ...opening(element), ownText: ownText(element) }),
    marks: (element, selectors) => {
      if (selectors.length === 0) return [];
      const within: object[] = [];
      for (let at: object | null = element; at !== null; ) {
        within.push(at);
        const root = rootOf(at);
        at = root instanceof (ShadowRoot as never) ? host(root) : null;
      }
      return selectors.filter(
        (selector) => isValid(selector) && within.some((each) => closest(each, selector) !== null),
      );
    },
    *all() {
      const open: (object | null)[] = [firstChild(document)];
      while (open.length > 0) {
        const node = open.pop() ?? null;
        if (node === null) continue;
        open.push(nextSibling(node));
        if (!isElement(node)) continue;
        yield node;
        open.push(firstChild(node));
        const root = shadowRoot(node);
        if (root !== null) open.push(firstChild(root));
      }
    },
  };
}

/** Runs in the page: what there is to tell of elements that findings are about, in the order asked for. */
export function readElements(numbers: number[], selectors: string[]): ReadElement[] {
  const { a11yReader, a11yElements } = globalThis as unknown as Required<ReaderWorld>;
  return numbers.map((number) => {
    const element = a11yElements[number] as object;
    return {
      facts: a11yReader.facts(element),
      marks: a11yReader.marks(element, selectors),
      path: a11yReader.path(element),
    };
  });
}

/** Runs in the page: the same of the element that holds a frame; null when it is gone. */
export function readFrameOwner(selector: unknown, selectors: string[]): ReadElement | null {
  const { a11yReader } = globalThis as unknown as Required<ReaderWorld>;
  const element = axe.utils.shadowSelect(selector);
  if (element === null) return null;
  return {
    facts: a11yReader.facts(element),
    marks: a11yReader.marks(element, selectors),
    path: a11yReader.path(element),
  };
}

/** How much of the elements of a document is told. */
export interface MarkupLimits {
  elements: number;
  /** UTF-16 units of markups. */
  length: number;
}

/**
 * Runs in the page: the markup of all elements, equal ones once, with how many and how long they are. Null when that
 * is above the limits.
 */
export function readMarkups(limits: MarkupLimits): (MarkupLimits & { markups: ElementMarkup[] }) | null {
  const { a11yReader } = globalThis as unknown as Required<ReaderWorld>;
  // What has too many outside of its shadow roots need not be gone through.
  if (document.getElementsByTagName('*').length > limits.elements) return null;
  const markups = new Map<string, ElementMarkup>();
  let elements = 0;
  let left = limits.length;
  for (const element of a11yReader.all()) {
    elements += 1;
    const markup = a11yReader.markup(element);
    const text = JSON.stringify(markup);
    if (!markups.has(text)) left -= text.length;
    if (elements > limits.elements || left < 0) return null;
    markups.set(text, markup);
  }
  return { elements, length: limits.length - left, markups: [...markups.values()] };
}
