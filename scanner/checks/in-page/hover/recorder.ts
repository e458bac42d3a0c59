import { startAnimations } from '../animations.ts';
import { mayHaveChanged } from '../keyboard/changes.ts';
import { isWithin } from '../keyboard/dialogs.ts';
import { blurElement, findFocused, getDom } from '../keyboard/focus.ts';
import { findCovered } from './covered.ts';
import { type PseudoName, pseudoNames, readPseudoBox, readPseudoText } from './pseudo.ts';
import { type Box, getParent, intersect, isLarger, isShown, listShown, readWindow } from './shown.ts';
import { listTriggers } from './triggers.ts';

/** Members of the page's world that the code below uses. */
declare const document: {
  elementFromPoint(x: number, y: number): object | null;
};
declare const Element: { prototype: object };
declare function getComputedStyle(element: object): { getPropertyValue(name: string): string };

/** A point in CSS pixels from the corner of the window of its document. */
export interface Point {
  x: number;
  y: number;
}

/** Content that appeared while the pointer was on an element. */
export interface Content {
  text: string;
  /** A text that it covers; null if it covers nothing but the element under the pointer. */
  covered: string | null;
  /** The boxes of the element and of the content touch each other. */
  isAdjacent: boolean;
  /** The shortest way of the pointer from the element to the middle of the content. */
  path: Point[];
}

/** What was observed of content that appears while the pointer is on an element. */
export interface HoverFact {
  element: object;
  content: string;
  covered: string | null;
  isAdjacent: boolean;
  /** Virtual milliseconds after which it vanished, while the pointer stayed; null if it did not. */
  vanishedAfter: number | null;
  /** Escape closed it; null if that was not tested. */
  closesOnEscape: boolean | null;
  /** Where the pointer was when the content vanished before it could be pointed at; null if it did not. */
  vanishedOn: 'way' | 'content' | null;
}

/** What appeared: an element, or a text that a style sheet shows beside the content of one. */
interface Appeared {
  element: object;
  pseudo: PseudoName | null;
  text: string;
  box: Box;
}

/** Maximum lengths of texts, and numbers of nodes of a text and of elements with pseudo-elements. */
const TEXT_MAX = 80;
const NODES_MAX = 2_000;
const PSEUDO_ELEMENTS_MAX = 30;
/** Width and height in CSS pixels from which content without text counts: smaller ones are icons and lines. */
const PICTURE_MIN = 24;
/** Largest distance in CSS pixels between boxes that touch each other. */
const ADJACENT_MAX = 1;
/** Distance in CSS pixels of the pointer from the edge of a box, and of two points of its way. */
const INSET = 2;
const STEP = 8;
const PICTURES = 'img, svg, canvas, video, picture, iframe, input, button, select, textarea';
/** Points of an element that are looked for, as parts of its width and height. */
const parts = [0.5, 0.25, 0.75, 0.1, 0.9];

/** Records in one document what appears while the pointer is on an element. The scanner calls the functions. */
export class HoverRecorder {
  readonly facts: HoverFact[] = [];
  #triggers: object[] = [];
  #shown: ReadonlyMap<object, Box> = new Map();
  #pseudoTexts: ReadonlySet<string> = new Set();
  #content: Appeared | null = null;

  /** Returns the number of elements that may show content while the pointer is on them, and of all that show. */
  findTriggers(): { triggers: number; shown: number } {
    const shown = listShown();
    this.#triggers = listTriggers(shown);
    return { triggers: this.#triggers.length, shown: shown.size };
  }

  /** Removes the focus, so that Escape reaches no field. */
  blur(): void {
    const focused = findFocused();
    if (focused !== null) blurElement(focused);
  }

  /** See the function of this name. */
  startAnimations(): void {
    startAnimations();
  }

  /** Scrolls to an element. Returns false if the pointer cannot be on it, because it is disabled or gone. */
  scrollTo(trigger: number): boolean {
    const element = this.#get(trigger);
    if (!listsAsPointable(element)) return false;
    const { scrollIntoView } = Element.prototype as { scrollIntoView(this: object, options: object): void };
    scrollIntoView.call(element, { block: 'center', inline: 'nearest', behavior: 'instant' });
    return true;
  }

  /**
   * Remembers what shows. Returns a point at which nothing covers the element; `unreachable` if the page had always
   * covered all of it; null if the scanner may have opened what covers it.
   */
  aim(trigger: number): Point | 'unreachable' | null {
    const element = this.#get(trigger);
    this.#shown = listShown();
    this.#pseudoTexts = new Set(
      listPseudoTexts(element).map(({ element: of, pseudo }) => getKey(of, pseudo)),
    );
    this.#content = null;
    return findPoint(element) ?? (hasChangedCover(element) ? null : 'unreachable');
  }

  /** True if the pointer is on an element. */
  isHovered(trigger: number): boolean {
    return getDom().matches(this.#get(trigger), ':hover');
  }

  /**
   * Returns the content that appeared since `aim`; null without any. `unknown` if there is some whose position cannot
   * be computed.
   */
  findContent(trigger: number, from: Point): Content | 'unknown' | null {
    const element = this.#get(trigger);
    const found = this.#listAppeared(element);
    if (found === 'unknown') return 'unknown';
    const [content] = found;
    if (content === undefined) return null;
    this.#content = content;
    const box = getBoxNear(element, from);
    return {
      text: content.text.slice(0, TEXT_MAX),
      covered: findCovered(content.element, content.box, element, this.#shown)?.slice(0, TEXT_MAX) ?? null,
      isAdjacent: computeGap(box, content.box) <= ADJACENT_MAX,
      path: buildPath(element, box, content.box, from),
    };
  }

  /** True if the content that was found shows, or other content with the same text. */
  isContentShown(trigger: number): boolean {
    const content = this.#content;
    if (content === null) return false;
    if (content.pseudo !== null) return readPseudoText(content.element, content.pseudo) !== '';
    if (isShown(content.element)) return true;
    const found = this.#listAppeared(this.#get(trigger));
    return found !== 'unknown' && content.text !== '' && found.some(({ text }) => text === content.text);
  }

  /** Stores what was observed. */
  addFact(trigger: number, fact: Omit<HoverFact, 'element'>): void {
    this.facts.push({ element: this.#get(trigger), ...fact });
  }

  /** Returns what appeared since `aim`, the largest content with a text first. */
  #listAppeared(trigger: object): Appeared[] | 'unknown' {
    const shown = listShown();
    const appeared = new Set<object>();
    for (const [element, box] of shown) {
      if (this.#shown.has(element) || isWithin(trigger, element)) continue;
      if (isLarger(intersect(box, readWindow()), 1)) appeared.add(element);
    }
    const found: Appeared[] = [];
    for (const element of appeared) {
      const parent = getParent(element);
      if (parent !== null && appeared.has(parent)) continue;
      const box = shown.get(element) as Box;
      const text = readText(element, shown);
      const isPicture = isLarger(box, PICTURE_MIN) && hasPicture(element);
      if (/[\p{L}\p{N}]/u.test(text) || isPicture) found.push({ element, pseudo: null, text, box });
    }
    for (const { element, pseudo, text } of listPseudoTexts(trigger)) {
      if (this.#pseudoTexts.has(getKey(element, pseudo))) continue;
      const box = readPseudoBox(element, pseudo);
      if (box === null) return 'unknown';
      if (isLarger(intersect(box, readWindow()), 1)) found.push({ element, pseudo, text, box });
    }
    const rank = ({ text, box }: Appeared) => (text === '' ? 0 : 1e9) + computeArea(box);
    return found.sort((one, other) => rank(other) - rank(one));
  }

  #get(trigger: number): object {
    return this.#triggers[trigger] as object;
  }
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** Returns a text that names a pseudo-element. */
function getKey(element: object, pseudo: PseudoName): string {
  const number = numbers.get(element) ?? ++lastNumber;
  numbers.set(element, number);
  return `${number}${pseudo}`;
}

function listPseudoTexts(trigger: object): { element: object; pseudo: PseudoName; text: string }[] {
  const elements = [trigger, ...[...getDom().allBelow(trigger, '*')].slice(0, PSEUDO_ELEMENTS_MAX)];
  return elements.flatMap((element) =>
    pseudoNames
      .map((pseudo) => ({ element, pseudo, text: readPseudoText(element, pseudo) }))
      .filter(({ text }) => text !== ''),
  );
}

function listsAsPointable(element: object): boolean {
  const { hasBox } = getDom();
  return (
    hasBox(element, { visibilityProperty: true }) &&
    getComputedStyle(element).getPropertyValue('pointer-events') !== 'none'
  );
}

/** Returns a point of an element in the window at which it is the topmost one. */
function findPoint(element: object): Point | null {
  return [...listPoints(element)].find((point) => isOn(element, point)) ?? null;
}

/** True if what covers an element, or keeps it out of the window, may have changed since the interaction began. */
function hasChangedCover(element: object): boolean {
  return [...listPoints(element)].some(({ x, y }) =>
    mayHaveChanged(document.elementFromPoint(x, y) ?? element),
  );
}

/** Yields points of the part of an element that is in the window. */
function* listPoints(element: object): Generator<Point> {
  const { left, top, right, bottom } = intersect(getDom().rect(element), readWindow());
  for (const row of parts) {
    for (const column of parts) {
      yield { x: left + (right - left) * column, y: top + (bottom - top) * row };
    }
  }
}

function isOn(element: object, { x, y }: Point): boolean {
  const { shadowRoot } = getDom();
  let top = document.elementFromPoint(x, y);
  for (let root = top && shadowRoot(top); root !== null; root = shadowRoot(top as object)) {
    const inner = (root as { elementFromPoint(x: number, y: number): object | null }).elementFromPoint(x, y);
    if (inner === null || inner === top) break;
    top = inner;
  }
  return top !== null && isWithin(top, element);
}

/** Returns the box of an element around a point: an inline element has one in each line. */
function getBoxNear(element: object, { x, y }: Point): Box {
  const { getClientRects } = Element.prototype as { getClientRects(this: object): Iterable<Box> };
  const isAround = (box: Box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  return [...getClientRects.call(element)].find(isAround) ?? getDom().rect(element);
}

function buildPath(trigger: object, from: Box, to: Box, start: Point): Point[] {
  const visible = intersect(to, readWindow());
  const middle = { x: (visible.left + visible.right) / 2, y: (visible.top + visible.bottom) / 2 };
  const edge = moveInto(middle, from);
  const stops = [isOn(trigger, edge) ? edge : start];
  stops.push(moveInto(stops[0] as Point, visible), middle);
  const path: Point[] = [];
  let last = start;
  for (const stop of stops) {
    const steps = Math.max(1, Math.min(12, Math.ceil(Math.hypot(stop.x - last.x, stop.y - last.y) / STEP)));
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      path.push({ x: last.x + (stop.x - last.x) * part, y: last.y + (stop.y - last.y) * part });
    }
    last = stop;
  }
  return path;
}

/** Returns the point of a box that is nearest to another point, without its edges. */
function moveInto({ x, y }: Point, { left, top, right, bottom }: Box): Point {
  const clamp = (value: number, low: number, high: number) =>
    high - low < 2 * INSET ? (low + high) / 2 : Math.min(Math.max(value, low + INSET), high - INSET);
  return { x: clamp(x, left, right), y: clamp(y, top, bottom) };
}

/** Returns the distance of two boxes; 0 or less if they overlap. */
function computeGap(one: Box, other: Box): number {
  return Math.max(
    one.left - other.right,
    other.left - one.right,
    one.top - other.bottom,
    other.top - one.bottom,
  );
}

function computeArea({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}

function hasPicture(element: object): boolean {
  const { matches, allBelow } = getDom();
  if (matches(element, PICTURES) || [...allBelow(element, PICTURES)].length > 0) return true;
  return getComputedStyle(element).getPropertyValue('background-image') !== 'none';
}

/** Returns the text within an element that shows, with single spaces; cut. */
function readText(element: object, shown: ReadonlyMap<object, Box>): string {
  const { firstChild, nextSibling, isElement, isText, data, shadowRoot } = getDom();
  const texts: string[] = [];
  const open: { node: object | null; isShown: boolean }[] = [
    { node: firstChild(shadowRoot(element) ?? element), isShown: true },
  ];
  for (let count = 0; open.length > 0 && count < NODES_MAX; count += 1) {
    const { node, isShown } = open.pop() as (typeof open)[number];
    if (node === null) continue;
    open.push({ node: nextSibling(node), isShown });
    if (isText(node) && isShown) texts.push(data(node));
    if (isElement(node)) {
      const root = shadowRoot(node);
      open.push({ node: firstChild(root ?? node), isShown: shown.has(node) });
    }
  }
  return texts.join(' ').replace(/\s+/g, ' ').trim().slice(0, NODES_MAX);
}
