import { listAllAnimations } from '../animations.ts';
import { getDom, listElements } from '../keyboard/focus.ts';

/** Members of the page's world that the code below uses. */
interface Style {
  getPropertyValue(name: string): string;
}
declare function getComputedStyle(element: object): Style;
declare const innerWidth: number;
declare const innerHeight: number;
declare const document: {
  documentElement: object;
  body: object | null;
  scrollingElement: { scrollWidth: number; clientWidth: number } | null;
  createRange(): { selectNodeContents(node: object): void; getClientRects(): Iterable<Line> };
};

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
/** Minimum size of a box in which text is meant to be seen, in CSS pixels. Smaller ones hide text visually. */
const BOX_MIN = 10;
/** Maximum number of nodes that are read to find the lines of an element. */
const CHILDREN_MAX = 20;
/** How far a box may end beside the window and still count as within it, in CSS pixels. */
const BESIDE_MAX = 16;
/** Parts of the height of a line that are cut: less is no loss, and more makes the line unreadable. */
const WHOLE_MAX = 0.3;
const LOST_MIN = 0.5;

/** The box of a line of text in the window. */
export interface Line {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** An element that hides a part of a text, because its overflow is hidden and cannot be scrolled. */
export interface Cut {
  by: object;
  axis: 'x' | 'y';
  /** The size of the part of the line that does not show, and of the line, in CSS pixels. */
  hidden: number;
  size: number;
  /** True if the line is wider than the element that cuts it, so no scrolling by a script shows it as a whole. */
  isWider: boolean;
}

/** A text node that is rendered. */
export interface TextLayout {
  parent: object;
  text: string;
  /** The widest line, and the one that lies farthest beside the window, in the direction in which the page grows. */
  widest: Line;
  farthest: Line;
  /** How far that one reaches out of the window, in CSS pixels; at most 0 if it does not. */
  beyond: number;
  /** The width of all lines together, in CSS pixels. */
  length: number;
  /** What makes a line unreadable; null if nothing does. */
  cut: Cut | null;
  /** True if all lines show as a whole. */
  isWhole: boolean;
  /** True if a part of a line shows. */
  showsPart: boolean;
  /** True if a part of the page that scrolls sideways, or cuts, is around the text, or if it stays in the window. */
  isHeldSideways: boolean;
  /** The outermost element around the text that is wider than the window, except for the page itself. */
  wideBox: object | null;
}

/** What was measured of a document in a window. */
export interface Layout {
  width: number;
  height: number;
  /** True if the page grows to the left, as with writing from right to left. */
  growsLeft: boolean;
  /** How far the page can be scrolled sideways, in CSS pixels. */
  scrollsSideways: number;
  texts: Map<object, TextLayout>;
  /** The elements around those with texts: the page may have removed them since. */
  parents: ReadonlyMap<object, object | null>;
  /** The elements that hide parts of texts, by axis: a carousel that hides slides beside it may cut no line below. */
  cutting: Readonly<Record<Cut['axis'], ReadonlySet<object>>>;
  /** The angle by which each element is turned that contains most of the text; empty if not measured. */
  angles: Map<object, number>;
}

/** A text of which at least half of the page's text is within an element makes the element its main content. */
const MAIN_SHARE = 0.5;

/** The part of the window, in both directions, from which on an element is as large as most of it. */
const WINDOW_SHARE = 0.6;
/** Properties of keyframes that move an element. */
const movingProperties = [
  'transform',
  'translate',
  'left',
  'right',
  'top',
  'bottom',
  'marginLeft',
  'marginTop',
];
/** Less of an element in the window is only its edge, in CSS pixels. */
const SHOWN_MIN = 40;

/** The boxes that cut a text, by axis: the innermost bounds. */
interface Window {
  left: number;
  right: number;
  top: number;
  bottom: number;
  byX: object | null;
  byY: object | null;
  isHeldSideways: boolean;
  /** True if an animation without end moves it: what is cut at one moment shows at another. */
  isMoving: boolean;
}

/** Measures the document as it is. @param withAngles also the angles of elements */
export function measureLayout(withAngles: boolean): Layout {
  const { firstChild, nextSibling, isText, data, namespace, hasBox } = getDom();
  const texts = new Map<object, TextLayout>();
  const cutting = { x: new Set<object>(), y: new Set<object>() };
  const range = document.createRange();
  const boxes = new BoxReader();
  const growsLeft =
    getComputedStyle(document.body ?? document.documentElement).getPropertyValue('direction') === 'rtl';
  for (const parent of listElements()) {
    let window: Window | null | undefined;
    for (let node = firstChild(parent); node !== null; node = nextSibling(node)) {
      if (!isText(node) || !/\S/.test(data(node)) || namespace(parent) !== HTML_NAMESPACE) continue;
      window ??= hasBox(parent, { visibilityProperty: true, opacityProperty: true })
        ? boxes.findWindow(parent)
        : null;
      if (window === null) break;
      range.selectNodeContents(node);
      const layout = measureText(parent, data(node), range.getClientRects(), window, growsLeft);
      if (layout === null) continue;
      texts.set(node, layout);
      if (layout.cut !== null) cutting[layout.cut.axis].add(layout.cut.by);
    }
  }
  const angles = withAngles ? measureAngles(texts) : new Map<object, number>();
  const scrollsSideways = readScroll();
  const { parents } = boxes;
  const [width, height] = [innerWidth, innerHeight];
  return { width, height, growsLeft, scrollsSideways, texts, parents, cutting, angles };
}

/** Returns the distance by which users can scroll the page sideways, in CSS pixels. */
function readScroll(): number {
  const { scrollingElement, documentElement, body } = document;
  if (scrollingElement === null) return 0;
  // The overflow of `body` holds for the window if that of `html` is visible.
  const overflow = (element: object) => getComputedStyle(element).getPropertyValue('overflow-x');
  const own = overflow(documentElement);
  const ofWindow = own === 'visible' && body !== null ? overflow(body) : own;
  if (ofWindow === 'hidden' || ofWindow === 'clip') return 0;
  return Math.max(0, scrollingElement.scrollWidth - scrollingElement.clientWidth);
}

function measureText(
  parent: object,
  text: string,
  lines: Iterable<Line>,
  window: Window,
  growsLeft: boolean,
): TextLayout | null {
  const getBeyond = ({ left, right }: Line) => (growsLeft ? -left : right - innerWidth);
  let widest: Line | null = null;
  let farthest: Line | null = null;
  let cut: Cut | null = null;
  let isWhole = true;
  let showsPart = false;
  let length = 0;
  for (const { left, top, right, bottom } of lines) {
    const line = { left, top, right, bottom };
    const [width, height] = [right - left, bottom - top];
    if (width < 1 || height < 1) continue;
    length += width;
    if (widest === null || width > widest.right - widest.left) widest = line;
    if (farthest === null || getBeyond(line) > getBeyond(farthest)) farthest = line;
    const hiddenX = Math.max(0, right - window.right, window.left - left);
    const hiddenY = Math.max(0, bottom - window.bottom, window.top - top);
    if (hiddenX > height * WHOLE_MAX || hiddenY > height * WHOLE_MAX) isWhole = false;
    if (hiddenX < width && hiddenY < height) showsPart = true;
    if (cut !== null || window.isMoving) continue;
    if (hiddenY >= height * LOST_MIN && window.byY !== null) {
      cut = { by: window.byY, axis: 'y', hidden: Math.min(hiddenY, height), size: height, isWider: false };
    } else if (hiddenX >= height * LOST_MIN && window.byX !== null) {
      const isWider = width > window.right - window.left;
      cut = { by: window.byX, axis: 'x', hidden: Math.min(hiddenX, width), size: width, isWider };
    }
  }
  if (widest === null || farthest === null) return null;
  const { isHeldSideways } = window;
  const beyond = getBeyond(farthest);
  const wideBox = beyond > 0 && !isHeldSideways ? findWideBox(parent) : null;
  return { parent, text, widest, farthest, beyond, length, cut, isWhole, showsPart, isHeldSideways, wideBox };
}

function findWideBox(element: object): object | null {
  let box: object | null = null;
  for (let up: object | null = element; up !== null; up = getParent(up)) {
    if (up === document.body || up === document.documentElement) break;
    const { width } = getDom().rect(up);
    if (width > innerWidth) box = up;
  }
  return box;
}

/** An element around texts, and its styles that decide what it cuts. */
interface BoxStyle {
  parent: object | null;
  rect: Line | undefined;
  x: 'visible' | 'cut' | 'scroll' | 'gentle';
  y: 'visible' | 'cut' | 'scroll' | 'gentle';
  position: string;
  style: Style;
}

/** Returns the elements that animations of the page move without end. */
function listMoving(): ReadonlySet<object> {
  const moving = new Set<object>();
  for (const { effect, playState } of listAllAnimations()) {
    if (playState !== 'running' || effect?.target == null) continue;
    const isEndless = effect.getTiming().iterations === Number.POSITIVE_INFINITY;
    const moves = effect
      .getKeyframes()
      .some((frame) => movingProperties.some((property) => property in frame));
    if (isEndless && moves) moving.add(effect.target);
  }
  return moving;
}

/** Reads which elements cut the text within elements. Each element is read once. */
class BoxReader {
  readonly #styles = new Map<object, BoxStyle>();
  readonly #windows = new Map<object, Window | null>();
  readonly #moving = listMoving();

  /** The element around each element that was read. */
  readonly parents = new Map<object, object | null>();

  /** Returns the bounds of the text of an element; null if the text is hidden in a box that is too small to be seen. */
  findWindow(element: object): Window | null {
    // Most elements cut nothing and are placed by the one around them, so they have its bounds.
    const inner: object[] = [];
    let outer = element;
    while (!this.#windows.has(outer) && !this.#hasOwnBounds(outer)) {
      inner.push(outer);
      outer = this.#read(outer).parent as object;
    }
    const window = this.#windows.get(outer) ?? this.#computeWindow(outer);
    for (const each of [outer, ...inner]) this.#windows.set(each, window);
    return window;
  }

  #hasOwnBounds(element: object): boolean {
    if (element === document.body || element === document.documentElement) return true;
    if (this.#moving.has(element)) return true;
    const { parent, x, y, position } = this.#read(element);
    const isPlaced = position === 'absolute' || position === 'fixed';
    return parent === null || isPlaced || x !== 'visible' || y !== 'visible';
  }

  #computeWindow(element: object): Window | null {
    const window: Window = {
      left: Number.NEGATIVE_INFINITY,
      right: Number.POSITIVE_INFINITY,
      top: Number.NEGATIVE_INFINITY,
      bottom: Number.POSITIVE_INFINITY,
      byX: null,
      byY: null,
      isHeldSideways: false,
      isMoving: false,
    };
    let isOpenX = true;
    let isOpenY = true;
    let escapes = false;
    let box: BoxStyle;
    for (let up: object | null = element; up !== null; up = box.parent) {
      // Their overflow is that of the window.
      if (up === document.body || up === document.documentElement) break;
      box = this.#read(up);
      if (this.#moving.has(up)) window.isMoving = true;
      if (!escapes || isContainingBlock(box)) {
        escapes = false;
        if (box.x !== 'visible' || box.y !== 'visible') {
          box.rect ??= getDom().rect(up) as Line;
          const { left, top, right, bottom } = box.rect;
          if (right - left < BOX_MIN || bottom - top < BOX_MIN) return null;
          if (isOpenX && box.x === 'cut') {
            if (left > window.left) [window.left, window.byX] = [left, up];
            if (right < window.right) [window.right, window.byX] = [right, up];
          }
          if (isOpenY && box.y === 'cut') {
            if (top > window.top) [window.top, window.byY] = [top, up];
            if (bottom < window.bottom) [window.bottom, window.byY] = [bottom, up];
          }
          if (box.x !== 'visible' && isOpenX && !isLikeWindow(up, box.rect) && isInWindow(box.rect))
            window.isHeldSideways = true;
          // What is beyond can be scrolled to, or ends in a way that shows that there is more.
          if (box.x === 'scroll' || box.x === 'gentle') isOpenX = false;
          if (box.y === 'scroll' || box.y === 'gentle') isOpenY = false;
        }
      }
      if (box.position === 'fixed') {
        box.rect ??= getDom().rect(up) as Line;
        if (!isLikeWindow(up, box.rect)) window.isHeldSideways = true;
        break;
      }
      if (box.position === 'absolute') escapes = true;
    }
    return window;
  }

  #read(element: object): BoxStyle {
    const known = this.#styles.get(element);
    if (known !== undefined) return known;
    const style = getStyle(element);
    const get = (name: string) => style.getPropertyValue(name);
    // The shorthand has one value if both are the same, and reading a style costs more than splitting a text.
    const [overflowX = '', overflowY = overflowX] = get('overflow').split(' ');
    const [x, y] = [toKind(overflowX), toKind(overflowY)];
    const read: BoxStyle = {
      parent: getParent(element),
      rect: undefined,
      x,
      y,
      position: get('position'),
      style,
    };
    this.#styles.set(element, read);
    this.parents.set(element, read.parent);
    if (x === 'visible' && y === 'visible') return read;
    if (get('display') === 'inline' || get('display') === 'contents') read.x = read.y = 'visible';
    if (read.x === 'cut' && get('text-overflow') !== 'clip' && hasOwnLines(element, get('display')))
      read.x = 'gentle';
    if (read.y === 'cut' && get('-webkit-line-clamp') !== 'none') read.x = read.y = 'gentle';
    return read;
  }
}

/** True unless all text is in blocks within an element: its ellipsis is for its own lines only. */
function hasOwnLines(element: object, display: string): boolean {
  if (/flex|grid/.test(display)) return false;
  const { firstChild, nextSibling, isText, data } = getDom();
  let nodes = 0;
  let hasBlock = false;
  for (let node = firstChild(element); node !== null && nodes < CHILDREN_MAX; node = nextSibling(node)) {
    nodes += 1;
    if (isText(node)) {
      if (/\S/.test(data(node))) return true;
    } else if (getDom().isElement(node)) {
      const inner = getStyle(node).getPropertyValue('display');
      if (inner.startsWith('inline') || inner === 'contents') return true;
      hasBlock ||= inner !== 'none';
    }
  }
  return !hasBlock;
}

/** The computed styles of elements. They are live, so they serve all layouts. */
const liveStyles = new WeakMap<object, Style>();

function getStyle(element: object): Style {
  const style = liveStyles.get(element) ?? getComputedStyle(element);
  liveStyles.set(element, style);
  return style;
}

function toKind(overflow: string): BoxStyle['x'] {
  if (overflow === 'hidden' || overflow === 'clip') return 'cut';
  return overflow === 'visible' ? 'visible' : 'scroll';
}

/** True for an area of an application that takes most of the window, and for a dialog: their text has to fit. */
function isLikeWindow(element: object, { left, top, right, bottom }: Line): boolean {
  const shown = Math.min(right, innerWidth) - Math.max(left, 0);
  // A closed menu can be as large, and lies beside the window.
  const width = shown < SHOWN_MIN ? 0 : right - left;
  const hasMost = width >= innerWidth * WINDOW_SHARE && bottom - top >= innerHeight * WINDOW_SHARE;
  return hasMost || getDom().matches(element, 'dialog, [role="dialog" i], [role="alertdialog" i]');
}

/** True if a box ends within the window: one that is wider holds nothing in it. */
function isInWindow({ left, right }: Line): boolean {
  return left >= -BESIDE_MAX && right <= innerWidth + BESIDE_MAX;
}

/** True if absolutely positioned elements within it are placed in it, so that it also cuts them. */
function isContainingBlock({ position, style }: BoxStyle): boolean {
  return (
    position !== 'static' ||
    style.getPropertyValue('transform') !== 'none' ||
    style.getPropertyValue('filter') !== 'none' ||
    style.getPropertyValue('contain') !== 'none'
  );
}

/** Returns the angles of the elements that contain most of the text, in degrees. */
function measureAngles(texts: ReadonlyMap<object, TextLayout>): Map<object, number> {
  const lengths = new Map<object, number>();
  let total = 0;
  for (const { parent, text } of texts.values()) {
    const length = text.trim().length;
    total += length;
    for (let up: object | null = parent; up !== null; up = getParent(up)) {
      lengths.set(up, (lengths.get(up) ?? 0) + length);
    }
  }
  const main = [...lengths].filter(([, length]) => length >= total * MAIN_SHARE);
  return new Map(main.map(([element]) => [element, readAngle(element)]));
}

/** Returns the angle by which `transform` and `rotate` turn an element in the plane of the window, in degrees. */
function readAngle(element: object): number {
  const style = getComputedStyle(element);
  const [a, b] = /^matrix(?:3d)?\(([^)]*)\)$/
    .exec(style.getPropertyValue('transform'))?.[1]
    ?.split(',')
    .map(Number) ?? [1, 0];
  const [, x, y, z, rotated] =
    /^(?:(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) )?(?:z )?(-?[\d.e-]+)deg$/.exec(style.getPropertyValue('rotate')) ??
    [];
  const isAroundOther = z !== undefined && (Number(x) !== 0 || Number(y) !== 0);
  const turned = isAroundOther ? 0 : Number(rotated ?? 0) * (Number(z ?? 1) < 0 ? -1 : 1);
  return (Math.atan2(b ?? 0, a ?? 1) * 180) / Math.PI + turned;
}

/** Returns the element around an element, also the host of its shadow root. */
export function getParent(node: object): object | null {
  const { parentNode, isShadowRoot, host, isElement } = getDom();
  const parent = parentNode(node);
  if (parent === null) return null;
  if (isShadowRoot(parent)) return host(parent);
  return isElement(parent) ? parent : null;
}
