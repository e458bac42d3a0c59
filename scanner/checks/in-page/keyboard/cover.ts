import { getDom } from './focus.ts';
import { isTransparent } from './look.ts';

/** Members of the page's world that the code below uses. */
interface Root {
  elementFromPoint(x: number, y: number): object | null;
}
declare const document: Root;
declare const innerWidth: number;
declare const innerHeight: number;
declare function getComputedStyle(element: object): { getPropertyValue(name: string): string };

/** Points of an element that are looked at, as parts of its width and height. */
const parts = [0.02, 0.25, 0.5, 0.75, 0.98];

/**
 * Returns the fixed or sticky element that hides the whole of an element in the window; null if a part of the element
 * shows, or if anything else hides it.
 */
export function findCover(element: object): object | null {
  const box = getDom().rect(element);
  if (box.width < 2 || box.height < 2) return null;
  // What is outside the window is not covered, and not reported as covered.
  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) return null;
  let cover: object | null = null;
  for (const part of parts) {
    for (const row of parts) {
      const top = findTop(box.left + box.width * part, box.top + box.height * row);
      if (top === null) return null;
      const found = findFixed(top, element);
      if (found === null || (cover !== null && found !== cover)) return null;
      cover = found;
    }
  }
  return cover !== null && isOpaque(cover) ? cover : null;
}

/** Returns the topmost element at a point, also in shadow roots. */
function findTop(x: number, y: number): object | null {
  const { shadowRoot } = getDom();
  let top = document.elementFromPoint(x, y);
  for (let root = top && shadowRoot(top); root !== null; root = top && shadowRoot(top)) {
    const inner = (root as Root).elementFromPoint(x, y);
    if (inner === null || inner === top) break;
    top = inner;
  }
  return top;
}

/** Returns the fixed or sticky element around the topmost element at a point; null if it also contains the element. */
function findFixed(top: object, element: object): object | null {
  let fixed: object | null = null;
  for (let up: object | null = top; up !== null; up = getParent(up)) {
    if (up === element || contains(up, element)) break;
    const position = getComputedStyle(up).getPropertyValue('position');
    if (position === 'fixed' || position === 'sticky') fixed = up;
  }
  return fixed;
}

function isOpaque(element: object): boolean {
  const style = getComputedStyle(element);
  const color = style.getPropertyValue('background-color');
  return Number(style.getPropertyValue('opacity')) === 1 && !isTransparent(color) && readAlpha(color) === 1;
}

/** Returns the alpha of a computed color, such as `rgba(0, 0, 0, 0.5)` or `color(srgb 0 0 0 / 0.5)`. */
function readAlpha(color: string): number {
  const at = color.startsWith('rgba(') ? color.lastIndexOf(',') : color.lastIndexOf('/');
  return at < 0 ? 1 : Number(color.slice(at + 1, -1));
}

function contains(outer: object, inner: object): boolean {
  for (let up: object | null = inner; up !== null; up = getParent(up)) if (up === outer) return true;
  return false;
}

function getParent(node: object): object | null {
  const { parentNode, isShadowRoot, host, isElement } = getDom();
  const parent = parentNode(node);
  if (parent === null) return null;
  if (isShadowRoot(parent)) return host(parent);
  return isElement(parent) ? parent : null;
}
