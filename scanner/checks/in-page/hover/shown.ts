import { getDom } from '../keyboard/focus.ts';

/** Members of the page's world that the code below uses. */
declare const document: { documentElement: object };
declare const innerWidth: number;
declare const innerHeight: number;
declare const scrollY: number;
declare function getComputedStyle(element: object): { getPropertyValue(name: string): string };

/** A box in CSS pixels from the corner of the window. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Width and height in CSS pixels below which nothing can be seen, as of texts for screen readers only. */
const SIZE_MIN = 2;
const CLIPPED = /^(?:inset\((?:50|100)%|circle\(0)/;

interface Open {
  node: object | null;
  /** What shows of the content of the parent, and of content that is positioned within it. */
  clip: Box;
  positioned: Box;
}

const everything: Box = {
  left: Number.NEGATIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
};

/**
 * Returns the elements of the document that can be seen, in the window or by scrolling up or down, with the part that
 * shows of each. Content that waits above the page or beside the window does not show.
 */
export function listShown(): Map<object, Box> {
  const { firstChild, nextSibling, isElement, shadowRoot, rect } = getDom();
  const shown = new Map<object, Box>();
  const open: Open[] = [{ node: document.documentElement, clip: everything, positioned: everything }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, clip: around, positioned: outer } = next;
    if (node === null) continue;
    if (node !== document.documentElement) open.push({ ...next, node: nextSibling(node) });
    if (!isElement(node)) continue;
    const style = getComputedStyle(node);
    const read = (name: string) => style.getPropertyValue(name);
    if (read('display') === 'none' || read('opacity') === '0' || CLIPPED.test(read('clip-path'))) continue;
    const position = read('position');
    // The top layer and fixed elements leave what contains them.
    const clip = position === 'fixed' ? readWindow() : position === 'absolute' ? outer : around;
    const box = intersect(rect(node), clip);
    if (isSeen(box) && read('visibility') === 'visible') shown.set(node, box);
    const isTop = node === document.documentElement || node === getBody();
    const inner = isTop || read('overflow-x') === 'visible' ? clip : box;
    const positioned = position === 'static' ? outer : inner;
    open.push({ node: firstChild(shadowRoot(node) ?? node), clip: inner, positioned });
    // What a page passes into a shadow root is shown there.
    if (shadowRoot(node) !== null) open.push({ node: firstChild(node), clip: inner, positioned });
  }
  return shown;
}

function getBody(): object | null {
  return (document as unknown as { body: object | null }).body;
}

/** True if an element can be seen, as in `listShown`, without a look at the rest of the document. */
export function isShown(element: object): boolean {
  const { hasBox, rect } = getDom();
  if (!hasBox(element, { visibilityProperty: true, opacityProperty: true }) || !isSeen(rect(element)))
    return false;
  for (let up: object | null = element; up !== null; up = getParent(up)) {
    const style = getComputedStyle(up);
    if (CLIPPED.test(style.getPropertyValue('clip-path'))) return false;
    const isClip = up !== document.documentElement && style.getPropertyValue('overflow-x') !== 'visible';
    if (isClip && !isLarger(rect(up), SIZE_MIN)) return false;
  }
  return true;
}

/** Returns the element or the host of the shadow root around an element; null for the outermost one. */
export function getParent(element: object): object | null {
  const { parentNode, isShadowRoot, host, isElement } = getDom();
  const parent = parentNode(element);
  if (parent === null) return null;
  if (isShadowRoot(parent)) return host(parent);
  return isElement(parent) ? parent : null;
}

/** Returns the box of the window. */
export function readWindow(): Box {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
}

export function intersect(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** True if a box is wider and higher than a number of CSS pixels. */
export function isLarger({ left, top, right, bottom }: Box, size: number): boolean {
  return right - left >= size && bottom - top >= size;
}

function isSeen(box: Box): boolean {
  return isLarger(box, SIZE_MIN) && box.right > 0 && box.left < innerWidth && box.bottom + scrollY > 0;
}
