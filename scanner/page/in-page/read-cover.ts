import type { Dom, DomWorld } from './dom.ts';

interface Style {
  position: string;
  backgroundColor: string;
  backgroundImage: string;
  opacity: string;
}
/** Members of the page's world that the code below uses. */
declare const document: { body: object | null };
declare const innerWidth: number;
declare const innerHeight: number;
declare const Document: {
  prototype: { elementFromPoint(this: object, x: number, y: number): object | null };
};
declare const HTMLElement: object;
declare const Node: { prototype: { contains(this: object, other: object): boolean } };
declare function getComputedStyle(element: object): Style;

/**
 * Runs in the page, after `createDom`: returns what covers the whole window and hides all texts there, e.g.
 * `div#splash`; null if nothing does. The layer of an application that is itself the page hides nothing.
 * @param excluded selectors of elements that are meant to be disregarded
 */
export function readCover(excluded: readonly string[]): string | null {
  const dom = (globalThis as unknown as DomWorld).a11yDom as Dom;
  const { parentNode, firstChild, nextSibling, isElement, isText, isShadowRoot, host } = dom;
  const { rect, data, hasBox, localName, attribute, matches } = dom;
  const { elementFromPoint } = Document.prototype;
  const { contains: includes } = Node.prototype;
  const contains = (outer: object, inner: object) => includes.call(outer, inner);
  // Pages also hide a text or two for other reasons.
  const hiddenMin = 3;
  const around = (node: object) => {
    const parent = parentNode(node);
    if (parent === null) return null;
    return isShadowRoot(parent) ? host(parent) : isElement(parent) ? parent : null;
  };
  const coversWindow = (element: object) => {
    const { left, top, right, bottom } = rect(element);
    return left <= 1 && top <= 1 && right >= innerWidth - 1 && bottom >= innerHeight - 1;
  };
  const isOpaque = ({ backgroundColor, backgroundImage, opacity }: Style) => {
    const hasAlpha = backgroundColor.startsWith('rgba') || backgroundColor.includes('/');
    const alpha = hasAlpha ? backgroundColor.slice(0, -1).split(/[ ,/]/).at(-1) : 1;
    const hides = backgroundImage !== 'none' || Number(alpha) > 0.8;
    return hides && Number(opacity) > 0.8;
  };
  /** Returns the outermost positioned element around the point that covers the window, if it hides what is below. */
  const findLayer = (x: number, y: number) => {
    let layer: object | null = null;
    let hides = false;
    let hidesSoFar = false;
    let at = elementFromPoint.call(document, x, y);
    for (let levels = 0; at !== null && at !== document.body && levels < 200; levels += 1) {
      const style = getComputedStyle(at);
      hidesSoFar ||= isOpaque(style);
      if ((style.position === 'fixed' || style.position === 'absolute') && coversWindow(at)) {
        layer = at;
        hides = hidesSoFar;
      }
      at = around(at);
    }
    return hides ? layer : null;
  };
  let layer: object | null = null;
  for (const x of [0.1, 0.5, 0.9]) {
    for (const y of [0.1, 0.5, 0.9]) {
      const found = findLayer(innerWidth * x, innerHeight * y);
      if (found === null || (layer !== null && layer !== found)) return null;
      layer = found;
    }
  }
  if (layer === null || document.body === null || !(layer instanceof (HTMLElement as never))) return null;
  for (const selector of excluded) {
    try {
      if (matches(layer, selector)) return null;
    } catch {
      // The scan reports an invalid selector.
    }
  }
  // Content that comes into view below a picture that fills the window is not hidden by it.
  let [hidden, nodesLeft] = [0, 50_000];
  const open: (object | null)[] = [firstChild(document.body)];
  while (open.length > 0 && nodesLeft > 0) {
    const node = open.pop() ?? null;
    if (node === null) continue;
    nodesLeft -= 1;
    open.push(nextSibling(node));
    if (
      !isElement(node) ||
      node === layer ||
      !hasBox(node, { visibilityProperty: true, opacityProperty: true })
    )
      continue;
    const { position } = getComputedStyle(node);
    // Such layers lie one above the other, as the slides of a carousel do.
    if (position !== 'static' && position !== 'relative' && coversWindow(node) && !contains(node, layer))
      continue;
    const first = firstChild(node);
    open.push(first);
    const { left, top, right, bottom } = rect(node);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hasText = first !== null && isText(first) && data(first).trim() !== '';
    if (!hasText || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
    const hit = elementFromPoint.call(document, x, y);
    if (hit === null || !contains(layer, hit)) return null;
    hidden += 1;
  }
  if (hidden < hiddenMin) return null;
  const [id, names] = [attribute(layer, 'id'), attribute(layer, 'class')?.trim().split(/\s+/)[0]];
  return `${localName(layer)}${id ? `#${id}` : names ? `.${names}` : ''}`.slice(0, 100);
}
