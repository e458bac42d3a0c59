import type { ElementFacts, ElementMarkup, OpeningTag } from '../../../core/findings/element-facts.ts';
import type { Dom, DomWorld } from './dom.ts';

declare const document: { baseURI: string };

/** Reads the facts that identify an element. */
export interface FactsReader {
  facts(element: object): ElementFacts;
  markup(element: object): ElementMarkup;
}
export interface FactsWorld extends DomWorld {
  a11yFacts?: FactsReader;
}

/** Runs in the page, after `createDom`: installs the facts reader of this world, once. */
export function installFactsReader(): void {
  const world = globalThis as unknown as FactsWorld;
  if (world.a11yFacts !== undefined) return;
  const { parentNode, firstChild, nextSibling, localName, attribute, data, host } = world.a11yDom as Dom;
  const { attributes: attributesOf, isEditable, isElement, isText, isShadowRoot } = world.a11yDom as Dom;
  const limits = {
    attributes: 60,
    name: 100,
    value: 2_000,
    /** UTF-16 units of all attributes of one element. */
    opening: 20_000,
    ownText: 500,
    text: 200,
    /** Number of descendant elements above which an element's text is not read. */
    inside: 20,
    nodes: 200,
    path: 100,
    hosts: 5,
  };
  const cut = (text: string, limit: number) => (text.length > limit ? `${text.slice(0, limit)}…` : text);

  /** Elements whose text is typed by users or not shown. */
  const silent = new Set(['noscript', 'script', 'style', 'template', 'textarea']);
  const isSilent = (element: object) => silent.has(localName(element)) || isEditable(element);

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

  /** By parent: the position of each child among the children with the same tag. */
  const numbered = new WeakMap<object, Map<object, number>>();
  const getIndex = (element: object, parent: object): number => {
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
      const inShadow: boolean = parent !== null && isShadowRoot(parent);
      path.push({
        tag: cut(localName(at), limits.name),
        index: parent === null ? 1 : getIndex(at, parent),
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

  world.a11yFacts = {
    facts: read,
    markup: (element) => ({ ...opening(element), ownText: ownText(element) }),
  };
}
