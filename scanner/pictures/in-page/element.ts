/** Members of the page's world that the code below uses. */
interface PageRoot {
  querySelectorAll(selector: string): ArrayLike<PageElement>;
}
interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}
interface PageElement {
  localName: string;
  shadowRoot: PageRoot | null;
  offsetWidth?: number;
  offsetHeight?: number;
  clientLeft: number;
  clientTop: number;
  getBoundingClientRect(): Rect;
  scrollIntoView(options: { block: string; inline: string; behavior: string }): void;
  checkVisibility(options: object): boolean;
}
declare const document: PageRoot & { scrollingElement: { scrollBy(options: object): void } | null };
declare const innerWidth: number;
declare const innerHeight: number;
declare const scrollX: number;
declare const scrollY: number;
declare function getComputedStyle(element: PageElement): { paddingLeft: string; paddingTop: string };

/**
 * Runs in the page: returns the element of this document that a selector matches. A list of selectors leads through
 * open shadow roots.
 * @returns null unless exactly one element matches
 */
export function findOnlyElement(selector: string | string[]): object | null {
  let root: PageRoot | null | undefined = document;
  let element: PageElement | undefined;
  try {
    for (const each of typeof selector === 'string' ? [selector] : selector) {
      const found: ArrayLike<PageElement> | undefined = root?.querySelectorAll(each);
      if (found?.length !== 1) return null;
      element = found[0] as PageElement;
      root = element.shadowRoot;
    }
  } catch {
    return null;
  }
  return element ?? null;
}

/** Runs in the page: scrolls all containers of an element until it is visible; until its top is, if it is large. */
export function scrollElementIntoView(element: unknown): void {
  const one = element as PageElement;
  const fits = one.getBoundingClientRect().height < innerHeight * 0.6;
  const block = fits ? 'center' : 'start';
  one.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
  // Leaves space for content that sticks to the top of the window.
  if (!fits) document.scrollingElement?.scrollBy({ top: -100, behavior: 'instant' });
}

/** Position and size of an element, in CSS pixels. */
export interface ElementGeometry {
  /** Box in the window of its document. */
  box: Rect;
  /** It is not visible, or has no box. */
  hidden: boolean;
  /**
   * For a frame: position of its inner window in the window of the document, and its drawn size relative to its own.
   */
  inner: { x: number; y: number; scaleX: number; scaleY: number };
  window: { width: number; height: number };
  /** How far the document is scrolled. */
  scrolled: { x: number; y: number };
}

/** Runs in the page: returns the position and size of an element. */
export function measureElement(element: unknown): ElementGeometry {
  const one = element as PageElement;
  const { x, y, width, height } = one.getBoundingClientRect();
  const scaleX = one.offsetWidth ? width / one.offsetWidth : 1;
  const scaleY = one.offsetHeight ? height / one.offsetHeight : 1;
  const { paddingLeft, paddingTop } = getComputedStyle(one);
  return {
    box: { x, y, width, height },
    hidden: !one.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    inner: {
      x: x + (one.clientLeft + (Number.parseFloat(paddingLeft) || 0)) * scaleX,
      y: y + (one.clientTop + (Number.parseFloat(paddingTop) || 0)) * scaleY,
      scaleX,
      scaleY,
    },
    window: { width: innerWidth, height: innerHeight },
    scrolled: { x: scrollX, y: scrollY },
  };
}
