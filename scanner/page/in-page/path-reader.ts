import type { Dom, DomWorld } from './dom.ts';

declare const CSS: { escape(text: string): string };

/** A selector in the document, then one in each shadow root. Each matches exactly one element. */
export type ReadPath = string[] | null;
/** Returns the path of an element for users; null if it is longer than the limit. */
export type PathReader = (element: object) => ReadPath;
export interface PathWorld extends DomWorld {
  a11yPath?: PathReader;
}

/** Runs in the page, after `createDom`: installs the path reader of this world, once. */
export function installPathReader(): void {
  const world = globalThis as unknown as PathWorld;
  if (world.a11yPath !== undefined) return;
  const { parentNode, firstChild, nextSibling, namespace, localName, attribute } = world.a11yDom as Dom;
  const { isElement, isShadowRoot, host, rootOf, byId, all } = world.a11yDom as Dom;
  const limits = { path: 100, hosts: 5, /** UTF-16 units. */ selector: 250 };

  /** By parent: the position of each child among the children of its type, as `:nth-of-type` counts. */
  const indexesByParent = new WeakMap<object, Map<object, { index: number; type: { size: number } }>>();
  const buildStep = (element: object, parent: object): string => {
    let known = indexesByParent.get(parent);
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
      indexesByParent.set(parent, known);
    }
    const { index = 1, type = { size: 1 } } = known.get(element) ?? {};
    const tag = CSS.escape(localName(element));
    return type.size === 1 ? tag : `${tag}:nth-of-type(${index})`;
  };

  /** By element: the selector of its id, if the id is unique and does not look generated. */
  const idSteps = new WeakMap<object, string | null>();
  const readIdStep = (element: object, root: object): string | null => {
    const id = attribute(element, 'id') ?? '';
    if (!/^[a-z][\w-]{0,59}$/i.test(id) || /\d{4}/.test(id)) return null;
    // If many elements share an id, they are counted only for the first one.
    return byId(root, id) === element && all(root, `#${id}`).length === 1 ? `#${id}` : null;
  };
  const buildIdStep = (element: object, root: object): string | null => {
    const known = idSteps.get(element);
    if (known !== undefined) return known;
    const step = readIdStep(element, root);
    idSteps.set(element, step);
    return step;
  };

  /** Returns a selector from the nearest ancestor with a unique id, or from the root, down to the element. */
  const selectorIn = (root: object, element: object): string | null => {
    const steps: string[] = [];
    for (let at = element; steps.length < limits.path; ) {
      const parent = parentNode(at);
      if (parent === null) return null;
      const id = buildIdStep(at, root);
      steps.push(id ?? buildStep(at, parent));
      // For children of a shadow root, a selector can only name the host as the parent.
      const isTop = id === null && parent === root;
      if (isTop && isShadowRoot(root)) steps.push(':host');
      if (id !== null || isTop) {
        const selector = steps.reverse().join(' > ');
        return selector.length > limits.selector ? null : selector;
      }
      at = parent;
    }
    return null;
  };

  const buildPath = (element: object): ReadPath => {
    const path: string[] = [];
    for (let at: object | null = element; at !== null; ) {
      const root = rootOf(at);
      const selector = selectorIn(root, at);
      if (selector === null || path.length > limits.hosts) return null;
      path.push(selector);
      at = isShadowRoot(root) ? host(root) : null;
    }
    return path.reverse();
  };

  world.a11yPath = buildPath;
}
