import type { ElementsWorld } from '../../../page/in-page/read-elements.ts';
import { finishAllTransitions } from '../animations.ts';
import { getDom, listElements } from '../keyboard/focus.ts';
import { getParent, type Line } from '../layouts/measure-layout.ts';
import { computeRatio, getRequiredContrast, SYMBOL_MIN } from './contrast-ratio.ts';

/** Members of the page's world that the code below uses. */
interface Style {
  getPropertyValue(name: string): string;
}
declare function getComputedStyle(element: object): Style;
declare class CSSStyleSheet {
  replaceSync(text: string): void;
}
interface Range {
  selectNodeContents(node: object): void;
  getClientRects(): Iterable<Line>;
}
declare class Highlight {
  add(range: Range): void;
}
declare const CSS: { highlights: Map<string, Highlight> };
declare const document: {
  body: object | null;
  documentElement: object;
  createRange(): Range;
};
declare const Element: {
  prototype: { scrollTo: (this: object, options: { top: number; behavior: 'instant' }) => void };
};
declare function scrollTo(options: { left: number; top: number; behavior: 'instant' }): void;
declare const scrollY: number;
declare const innerWidth: number;
declare const innerHeight: number;

/** Returns a member of an element, which no name of a field hides. */
function getMember(element: object, name: 'scrollTop' | 'scrollHeight' | 'clientHeight'): number {
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, name) as {
    get: (this: object) => number;
  };
  return get.call(element);
}

/** A color that hardly anything else has, so that letters of it differ from what is behind them. */
const PAINT = 'rgb(3 251 127)';
const TEXT = /[\p{L}\p{N}]{2}/u;
/** Beginning of the names of highlights that fill texts with their color. */
const FILLED = 'a11y-filled-text';
/** Functions of filters that do not change the color of what they draw, or hardly. */
const HARMLESS_FILTER = /^(?:(?:blur|drop-shadow|hue-rotate)\((?:[^()]|\([^()]*\))*\)\s*)+$/;
/** Minimum size of pictures that can lie behind a text, in CSS pixels. */
const PICTURE_MIN = 60;
const PICTURES_MAX = 200;
/** Maximum height or width of an image in a background that is only a line, in CSS pixels. */
const STRIP_MAX = 3;
const pictureTags: ReadonlySet<string> = new Set(['img', 'video', 'canvas']);

/** A text to measure that is in the window. */
export interface ShownText {
  index: number;
  lines: Line[];
}
/** Red, green, blue from 0 to 255, and alpha from 0 to 1. */
type Color = [red: number, green: number, blue: number, alpha: number];

/** The contrast of the pixels of the letters of a text. */
export interface MeasuredContrast {
  /** What the pixels have at least and at most, without a few extreme ones. */
  low: number;
  high: number;
  /** What a quarter of the pixels has at most. */
  quarter: number;
}

/** What the pixels of a text show. */
export interface TextContrast extends MeasuredContrast {
  element: object;
  required: number;
  /** True without a letter or digit. */
  isSymbol: boolean;
}

interface Candidate {
  element: object;
  nodes: object[];
  /** The elements around it that scroll it up and down, from the innermost one. */
  areas: object[];
  /** The color as its style names it. */
  color: string;
  required: number;
  isSymbol: boolean;
  /** True if only axe-core asks about it. */
  isAsked: boolean;
  isShown: boolean;
}

/**
 * Finds texts whose contrast cannot be computed from colors of styles: over pictures and gradients, and below filters,
 * masks and blend modes.
 */
export class ContrastRecorder {
  readonly results: TextContrast[] = [];
  #candidates: Candidate[] = [];
  #hasMore = false;
  /** The areas that were scrolled, and where they were. */
  readonly #scrolled = new Map<object, number>();
  /** The style sheets that this has added, and where. */
  readonly #sheets = new Set<CSSStyleSheet>();
  readonly #roots = new Set<object>([document]);

  /**
   * Finds the texts. Returns their number.
   * @param max how many are looked for: of those without a question of axe-core, and of the others
   * @param asked numbers of elements about which axe-core asks because it does not know what is behind their text
   */
  find(max: number, asked: readonly number[]): number {
    const [own, ofAxe]: [Candidate[], Candidate[]] = [[], []];
    const { a11yElements = [] } = globalThis as unknown as ElementsWorld;
    const askedElements = new Set(asked.map((number) => a11yElements[number]));
    const pictures = listPictures();
    const readLook = createLookReader();
    const isChanged = createChangeReader();
    for (const element of listElements()) {
      if (own.length > max) break;
      const isAsked = askedElements.has(element);
      const candidate = readCandidate(element, pictures, readLook, isChanged, isAsked);
      if (candidate === null) continue;
      (candidate.isAsked ? ofAxe : own).push(candidate);
      this.#roots.add(getDom().rootOf(candidate.element));
    }
    this.#hasMore = own.length > max;
    this.#candidates = [...own.slice(0, max), ...ofAxe.slice(0, max)];
    return this.#candidates.length;
  }

  /** True if there are more texts than were looked for. */
  hasMore(): boolean {
    return this.#hasMore;
  }

  /** The elements about which axe-core asks and whose pixels show nothing, such as symbols that no font has. */
  get unmeasured(): object[] {
    const measured = new Set(this.results.map(({ element }) => element));
    return this.#candidates
      .filter(({ element, isAsked }) => isAsked && !measured.has(element))
      .map(({ element }) => element);
  }

  /** True if no text is left but those about which only axe-core asks. */
  areOnlyAskedLeft(): boolean {
    return this.#candidates.every(({ isShown, isAsked }) => isShown || isAsked);
  }

  /**
   * Scrolls to the first text that was not shown, and returns all new texts that the window shows as a whole; null if
   * all were shown.
   */
  showNext(): ShownText[] | null {
    const next = this.#candidates.find(({ isShown }) => !isShown);
    if (next === undefined) return null;
    next.isShown = true;
    const { rect } = getDom();
    for (const area of next.areas) this.#scrollTo(area, next.element);
    const { top: topInWindow } = rect(next.element);
    if (topInWindow < 0 || topInWindow > innerHeight / 2)
      scrollTo({ left: 0, top: Math.max(0, scrollY + topInWindow - innerHeight / 4), behavior: 'instant' });
    const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const boxes = new Map<object, Line>();
    const readBox = (area: object) => {
      const box = boxes.get(area) ?? rect(area);
      boxes.set(area, box);
      return box;
    };
    return this.#candidates.flatMap((candidate, index) => {
      if (candidate.isShown && candidate !== next) return [];
      const areas = candidate.areas.map(readBox);
      const lines = readLines(candidate.nodes).flatMap((line) => cutSideways(line, areas));
      const bounds = [window, ...areas];
      const isInWindow = lines.every((line) => bounds.every((each) => contains(each, line)));
      if (lines.length === 0 || !isInWindow) return [];
      candidate.isShown = true;
      return [{ index, lines }];
    });
  }

  /** Scrolls the areas of the page back to where they were. */
  restoreAreas(): void {
    for (const [area, top] of this.#scrolled) setScrollTop(area, top);
  }

  /** Scrolls an area so that an element is in its upper part. */
  #scrollTo(area: object, element: object): void {
    const { rect } = getDom();
    const [outer, inner] = [rect(area), rect(element)];
    if (contains(outer, inner)) return;
    if (!this.#scrolled.has(area)) this.#scrolled.set(area, getScrollTop(area));
    setScrollTop(area, getScrollTop(area) + inner.top - outer.top - (outer.bottom - outer.top) / 4);
  }

  /** Draws all texts in a color of its own, also those in the color of what is behind them. */
  paintText(): void {
    this.#addSheet(buildTextStyle(PAINT));
  }

  hideText(): void {
    this.#addSheet(buildTextStyle('transparent'));
  }

  /**
   * Fills the lines of texts with their color, behind their letters: so a picture shows what filters, and what is in
   * front of the texts, make of it.
   */
  fillText(indexes: readonly number[]): void {
    const highlights = new Map<string, Highlight>();
    for (const index of indexes) {
      const { color, nodes } = this.#candidates[index] as Candidate;
      const highlight = highlights.get(color) ?? new Highlight();
      highlights.set(color, highlight);
      for (const node of nodes) {
        const range = document.createRange();
        range.selectNodeContents(node);
        highlight.add(range);
      }
    }
    const rules = [...highlights].map(([color, highlight], number) => {
      CSS.highlights.set(`${FILLED}-${number}`, highlight);
      return `::highlight(${FILLED}-${number}) { background-color: ${color} }`;
    });
    this.#addSheet(rules.join('\n'));
  }

  /** Ends `paintText`, `hideText` and `fillText`. */
  showText(): void {
    for (const root of this.#roots) {
      setSheets(
        root,
        getSheets(root).filter((sheet) => !this.#sheets.has(sheet)),
      );
    }
    this.#sheets.clear();
    for (const name of [...CSS.highlights.keys()]) if (name.startsWith(FILLED)) CSS.highlights.delete(name);
    finishAllTransitions();
  }

  /** Adds a style sheet to the document, and to the shadow roots with texts. */
  #addSheet(text: string): void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    this.#sheets.add(sheet);
    for (const root of this.#roots) setSheets(root, [...getSheets(root), sheet]);
  }

  /** Stores what the pixels of a text show. */
  addResult(index: number, measured: MeasuredContrast): void {
    const { element, required, isSymbol } = this.#candidates[index] as Candidate;
    this.results.push({ element, required, isSymbol, ...measured });
  }
}

/** Returns a style sheet that draws all texts in a color. */
function buildTextStyle(color: string): string {
  return (
    `*, *::before, *::after { color: ${color} !important; -webkit-text-fill-color: ${color} !important;` +
    ' -webkit-text-stroke-color: transparent !important; text-decoration-color: transparent !important;' +
    ' transition: none !important }'
  );
}

function getSheets(root: object): CSSStyleSheet[] {
  return [...(root as { adoptedStyleSheets: CSSStyleSheet[] }).adoptedStyleSheets];
}

function setSheets(root: object, sheets: CSSStyleSheet[]): void {
  (root as { adoptedStyleSheets: CSSStyleSheet[] }).adoptedStyleSheets = sheets;
}

function listPictures(): { element: object; box: Line }[] {
  const { localName, rect } = getDom();
  const pictures: { element: object; box: Line }[] = [];
  for (const element of listElements()) {
    if (pictures.length === PICTURES_MAX || !pictureTags.has(localName(element))) continue;
    const box = rect(element);
    if (box.width >= PICTURE_MIN && box.height >= PICTURE_MIN) pictures.push({ element, box });
  }
  return pictures;
}

/** Returns an element with text whose contrast styles do not show; null for others. */
function readCandidate(
  element: object,
  pictures: readonly { element: object; box: Line }[],
  readLook: (element: object) => Look,
  isChanged: (element: object) => boolean,
  isAsked: boolean,
): Candidate | null {
  const { firstChild, nextSibling, isText, data, hasBox, namespace } = getDom();
  if (namespace(element) !== 'http://www.w3.org/1999/xhtml') return null;
  const nodes: object[] = [];
  for (let node = firstChild(element); node !== null; node = nextSibling(node)) {
    if (isText(node) && (isAsked ? /\S/ : TEXT).test(data(node))) nodes.push(node);
  }
  if (nodes.length === 0 || !hasBox(element, { visibilityProperty: true, opacityProperty: true }))
    return null;
  const style = getComputedStyle(element);
  const hasContrast = (behind: Color) => {
    const color = parseColor(style.getPropertyValue('color'));
    return color?.[3] === 1 && computeRatio(color, behind) >= getRequiredContrast(style);
  };
  const isOwn = isChanged(element) || hasPictureBehind(element, pictures, readLook, hasContrast);
  if (!isOwn && !isAsked) return null;
  const isSymbol = !nodes.some((node) => /[\p{L}\p{N}]/u.test(data(node)));
  const color = style.getPropertyValue('color');
  const isPlain =
    style.getPropertyValue('-webkit-text-fill-color') === color &&
    style.getPropertyValue('text-shadow') === 'none' &&
    style.getPropertyValue('-webkit-text-stroke-width') === '0px' &&
    style.getPropertyValue('background-clip') !== 'text';
  if (!isPlain) return null;
  return {
    element,
    nodes,
    areas: listAreas(element),
    color,
    required: isSymbol ? SYMBOL_MIN : getRequiredContrast(style),
    isSymbol,
    isAsked: !isOwn,
    isShown: false,
  };
}

/** Returns the elements around an element that scroll it up and down, from the innermost one. */
function listAreas(element: object): object[] {
  const areas: object[] = [];
  for (let up = getParent(element); up !== null; up = getParent(up)) {
    if (up === document.body || up === document.documentElement) break;
    const isArea = /auto|scroll/.test(getComputedStyle(up).getPropertyValue('overflow-y'));
    if (isArea && getMember(up, 'scrollHeight') > getMember(up, 'clientHeight')) areas.push(up);
  }
  return areas;
}

function getScrollTop(area: object): number {
  return getMember(area, 'scrollTop');
}

function setScrollTop(area: object, top: number): void {
  // Not by the style of the page, which can scroll slowly.
  Element.prototype.scrollTo.call(area, { top, behavior: 'instant' });
}

/** Returns the part of a line that areas show from side to side; nothing if that is less than a pixel. */
function cutSideways(line: Line, areas: readonly Line[]): Line[] {
  let { left, right } = line;
  for (const area of areas) {
    left = Math.max(left, area.left);
    right = Math.min(right, area.right);
  }
  return right - left < 1 ? [] : [{ ...line, left, right }];
}

function contains(outer: Line, inner: Line): boolean {
  return (
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.right <= outer.right &&
    inner.bottom <= outer.bottom
  );
}

/**
 * True if an image or gradient is the first thing behind the text. A strip that is a part of the background, such as an
 * underline, does not count if the color behind it has enough contrast.
 */
function hasPictureBehind(
  element: object,
  pictures: readonly { element: object; box: Line }[],
  readLook: (element: object) => Look,
  hasContrast: (behind: Color) => boolean,
): boolean {
  let hasStrip = false;
  let isMixed = false;
  let up: object | null = element;
  for (; up !== null; up = getParent(up)) {
    const { hasImage, hasStrips, background } = readLook(up);
    if (hasImage) break;
    if (hasStrips) hasStrip = true;
    const isOpaque = background !== null && background[3] === 1;
    if (background === null || isOpaque) {
      if (!hasStrip) return false;
      if (isOpaque && !isMixed && isInside(element, up) && hasContrast(background)) return false;
      break;
    }
    if (background[3] > 0) isMixed = true;
    if (isOnPicture(element, pictures)) break;
  }
  return up !== null || hasStrip;
}

/** True if the middle of an element is on a picture. */
function isOnPicture(element: object, pictures: readonly { element: object; box: Line }[]): boolean {
  if (pictures.length === 0) return false;
  const { left, top, right, bottom } = getDom().rect(element);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return pictures.some(({ box }) => x > box.left && x < box.right && y > box.top && y < box.bottom);
}

/**
 * Returns a function that returns whether an element, or one around it, changes the colors in which all of its content
 * is drawn. Each element is read once.
 */
function createChangeReader(): (element: object) => boolean {
  const known = new Map<object, boolean>();
  return (element) => {
    const path: object[] = [];
    let up: object | null = element;
    for (; up !== null && !known.has(up); up = getParent(up)) path.push(up);
    let isChanged = up !== null && known.get(up) === true;
    for (const each of path.reverse()) {
      isChanged ||= changesColors(each);
      known.set(each, isChanged);
    }
    return isChanged;
  };
}

/** axe-core itself computes what an opacity makes of colors. */
function changesColors(element: object): boolean {
  const style = getComputedStyle(element);
  const filter = style.getPropertyValue('filter');
  return (
    (filter !== 'none' && !HARMLESS_FILTER.test(filter)) ||
    style.getPropertyValue('mix-blend-mode') !== 'normal' ||
    style.getPropertyValue('mask-image') !== 'none'
  );
}

/** What an element draws behind the text in it. */
interface Look {
  /** True with an image or gradient; `hasStrips` if they are only lines. */
  hasImage: boolean;
  hasStrips: boolean;
  /** Null if it is of another color space. */
  background: Color | null;
}

/** Returns a function that reads the look of each element once: the same elements are around many texts. */
function createLookReader(): (element: object) => Look {
  const looks = new Map<object, Look>();
  return (element) => {
    const known = looks.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const hasAny = style.getPropertyValue('background-image') !== 'none';
    const hasStrips = hasAny && isStrip(style);
    const background = parseColor(style.getPropertyValue('background-color'));
    const look = { hasImage: hasAny && !hasStrips, hasStrips, background };
    looks.set(element, look);
    return look;
  };
}

/** True if each image of a background is a line: drawn once, and not larger than a line in one direction. */
function isStrip(style: Style): boolean {
  const list = (name: string) => style.getPropertyValue(name).split(', ');
  return (
    list('background-repeat').every((repeat) => repeat === 'no-repeat') &&
    list('background-size').every((size) =>
      size.split(' ').some((side) => side.endsWith('px') && Number.parseFloat(side) <= STRIP_MAX),
    )
  );
}

/** True if the background of an element, or of the page, is behind all of another element. */
function isInside(element: object, around: object): boolean {
  if (around === document.body || around === document.documentElement) return true;
  return contains(getDom().rect(around), getDom().rect(element));
}

/** Returns a computed color as red, green, blue and alpha; null if it is of another color space. */
function parseColor(text: string): Color | null {
  const [, red, green, blue, alpha] = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text) ?? [];
  if (red === undefined) return null;
  return [Number(red), Number(green), Number(blue), Number(alpha ?? 1)];
}

function readLines(nodes: readonly object[]): Line[] {
  const range = document.createRange();
  return nodes.flatMap((node) => {
    range.selectNodeContents(node);
    return [...range.getClientRects()]
      .filter(({ left, right }) => right - left >= 1)
      .map(({ left, top, right, bottom }) => ({ left, top, right, bottom }));
  });
}
