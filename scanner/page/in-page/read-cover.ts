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
declare const HTMLElement: { prototype: object };
declare function getComputedStyle(element: object): Style;

/**
 * Runs in the page, after `createDom`: returns what covers the whole window and hides most of the content of the page,
 * e.g. `div#splash`; null if nothing does. The layer of an application that is itself the page hides nothing.
 * @param excluded selectors of elements that are meant to be disregarded
 */
export function readCover(excluded: readonly string[]): string | null {
  const dom = (globalThis as unknown as DomWorld).a11yDom as Dom;
  const { parentNode, isElement, isShadowRoot, host, rect, localName, attribute, matches } = dom;
  const { elementFromPoint } = Document.prototype;
  const innerText = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'innerText')?.get as (
    this: object,
  ) => string;
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
    const [, alpha = '1'] =
      /[,/] ?([\d.]+)\)$/.exec(backgroundColor.startsWith('rgba') ? backgroundColor : '') ?? [];
    const hides = backgroundImage !== 'none' || (backgroundColor !== 'transparent' && Number(alpha) > 0.8);
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
  const measure = (element: object) => innerText.call(element).trim().length;
  const inside = measure(layer);
  if (inside * 2 > measure(document.body)) return null;
  const [id, names] = [attribute(layer, 'id'), attribute(layer, 'class')?.trim().split(/\s+/)[0]];
  return `${localName(layer)}${id ? `#${id}` : names ? `.${names}` : ''}`.slice(0, 100);
}
