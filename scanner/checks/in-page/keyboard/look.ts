import { type Animation, finishTransitions, listAnimations } from '../animations.ts';
import { getDom } from './focus.ts';

/** Members of the page's world that the code below uses. */
interface Style {
  getPropertyValue(name: string): string;
}
declare function getComputedStyle(element: object, pseudo?: string): Style;

const outlines = ['outline-style', 'outline-width', 'outline-color'];
const sides = ['top', 'right', 'bottom', 'left'] as const;
/** Properties by which a style sheet can show the focus on every element. */
const properties = [
  'animation-name',
  'background-image',
  'border-top-left-radius',
  'opacity',
  'visibility',
  'display',
  'width',
  'height',
  'translate',
  'scale',
  'filter',
  'clip',
  'clip-path',
  'padding-left',
  'margin-left',
  'mask-image',
  'content',
];
/** Properties that only text shows, those that only a line beside text shows, and those that only SVG shows. */
const ofText = ['color', 'font-weight', 'font-size', 'font-style', 'letter-spacing'];
const ofLine = ['text-decoration-color', 'text-decoration-style', 'text-decoration-thickness'];
const ofSvg = ['fill', 'stroke', 'stroke-width'];
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
/** The background of a page without one. */
const WHITE = 'rgb(255, 255, 255)';
/** Elements whose text is in inner parts. */
const FIELD = /^(?:input|textarea|select|meter|progress)$/;
/** Values of `transform` that change nothing. */
const IDENTITY = /^(?:none|matrix\(1, 0, 0, 1, 0, 0\))$/;
/** Numbers of the elements around a focused element that can show its focus. */
const MAX_ANCESTORS = 12;
const MAX_DESCENDANTS = 20;
const MAX_SIBLINGS = 2;

/** True if the style of an element shows an outline that is not transparent, and the element is not transparent. */
export function hasOutline(element: object): boolean {
  return isSeen(element) && showsOutline(getComputedStyle(element));
}

function isSeen(element: object): boolean {
  return getDom().hasBox(element, { visibilityProperty: true, opacityProperty: true });
}

function showsOutline(style: Style): boolean {
  return (
    style.getPropertyValue('outline-style') !== 'none' &&
    Number.parseFloat(style.getPropertyValue('outline-width')) > 0 &&
    !isTransparent(style.getPropertyValue('outline-color'))
  );
}

/** True if a computed color has no opacity. */
export function isTransparent(color: string): boolean {
  // The last number of `rgb(255, 0, 0)` is no opacity.
  const opacity = color.startsWith('rgb(') ? color.replaceAll(',', '') : color;
  return color === 'transparent' || /(?:,|\/)\s*0(?:\.0*)?\)$/.test(opacity);
}

/**
 * Returns the look of an element and of those around it as a text: its ancestors, siblings and descendants, each with
 * its pseudo-elements. Two looks that are equal show the same.
 */
export function describeLook(element: object): string {
  return listNear(element).map(describeStyles).join('\n');
}

/** True if the element or one around it is in motion: its style at one moment says nothing about the next one. */
export function isInMotion(element: object): boolean {
  const moving = listAnimationsAround(element).filter(({ playState }) => playState !== 'finished');
  const targets = new Set(moving.map(({ effect }) => effect?.target));
  return targets.size > 0 && listNear(element).some((near) => targets.has(near));
}

/** Ends the transitions that a change of styles has just started in the document of an element. */
export function finishTransitionsAround(element: object): void {
  finishTransitions(listAnimationsAround(element));
}

/** Returns the animations of the shadow roots around an element and of the document that still have an effect. */
function listAnimationsAround(element: object): Animation[] {
  const { rootOf, isShadowRoot, host } = getDom();
  const roots = [rootOf(element)];
  for (let root = roots[0] as object; isShadowRoot(root); roots.push(root)) root = rootOf(host(root));
  return roots.flatMap(listAnimations);
}

/** Returns the elements that can show the focus of an element. */
function listNear(element: object): object[] {
  const { parentNode, isElement, nextSibling, isShadowRoot, host } = getDom();
  const near: object[] = [element, ...listWithin(element, MAX_DESCENDANTS)];
  let up: object | null = element;
  for (let count = 0; count < MAX_ANCESTORS; count += 1) {
    const parent: object | null = up && parentNode(up);
    if (parent === null) break;
    up = isShadowRoot(parent) ? host(parent) : parent;
    if (!isElement(up)) break;
    near.push(up);
  }
  let count = 0;
  for (let next = nextSibling(element); next !== null && count < MAX_SIBLINGS; next = nextSibling(next)) {
    if (!isElement(next)) continue;
    count += 1;
    near.push(next, ...listWithin(next, MAX_SIBLINGS));
  }
  const previous = (element as { previousElementSibling?: object | null }).previousElementSibling;
  return previous ? [...near, previous] : near;
}

function describeStyles(element: object): string {
  if (!isSeen(element)) return '';
  return [undefined, '::before', '::after']
    .map((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      if (pseudo !== undefined && style.getPropertyValue('content') === 'none') return '';
      return describeStyle(element, style, pseudo !== undefined || hasOwnText(element)).join(';');
    })
    .join('|');
}

/**
 * Returns what a style shows. What no eye sees is omitted, such as the color of an outline or a border of no width, of
 * text that is not there, or of a background that is the one behind it. Pictures show what was omitted wrongly.
 */
function describeStyle(element: object, style: Style, hasText: boolean): string[] {
  const get = (name: string) => style.getPropertyValue(name);
  const look = properties.map(get);
  if (showsOutline(style)) look.push(...outlines.map(get));
  for (const side of sides) {
    const width = get(`border-${side}-width`);
    const color = get(`border-${side}-color`);
    look.push(
      width,
      width === '0px' || isTransparent(color) ? '' : `${color} ${get(`border-${side}-style`)}`,
    );
  }
  look.push(findBackground(element, get('background-color')), listShadows(get('box-shadow')));
  if (get('background-image') !== 'none') look.push(get('background-position'));
  if (hasText) look.push(...ofText.map(get));
  const line = get('text-decoration-line');
  if (line !== 'none') look.push(line, ...ofLine.map(get));
  if (getDom().namespace(element) === SVG_NAMESPACE) look.push(...ofSvg.map(get));
  if (!IDENTITY.test(get('transform'))) look.push(get('transform'));
  const position = get('position');
  if (position === 'absolute' || position === 'fixed') look.push(position);
  // Without an offset, an element stays where it is.
  for (const offset of position === 'static' ? [] : ['top', 'left'].map(get))
    if (offset !== 'auto' && offset !== '0px') look.push(offset);
  return look;
}

/** Returns a color, or that of the first element around it with one if it is transparent. */
function findBackground(element: object, color: string): string {
  const { parentNode, isElement, isShadowRoot, host } = getDom();
  let found = color;
  let up: object | null = element;
  for (let count = 0; count < MAX_ANCESTORS && isTransparent(found); count += 1) {
    const parent: object | null = up && parentNode(up);
    up = parent !== null && isShadowRoot(parent) ? host(parent) : parent;
    if (up === null || !isElement(up)) return WHITE;
    found = getComputedStyle(up).getPropertyValue('background-color');
  }
  return isTransparent(found) ? WHITE : found;
}

/** Returns the shadows of a value of `box-shadow` that show: those of no size, or of a transparent color, do not. */
function listShadows(value: string): string {
  const shows = (shadow: string) => {
    const color = /^[a-z]*(?:\([^()]*\))?/.exec(shadow)?.[0] ?? '';
    return !isTransparent(color) && /[1-9]/.test(shadow.slice(color.length));
  };
  // Commas in parentheses are those of colors.
  const shadows = value === 'none' ? [] : (value.match(/(?:[^,()]|\([^()]*\))+/g) ?? []);
  return shadows
    .map((shadow) => shadow.trim())
    .filter(shows)
    .join(', ');
}

/** True if an element has text of its own, or is a field whose text is in inner parts. */
function hasOwnText(element: object): boolean {
  const { firstChild, nextSibling, isText, data, localName } = getDom();
  if (FIELD.test(localName(element))) return true;
  for (let node = firstChild(element); node !== null; node = nextSibling(node)) {
    if (isText(node) && /\S/.test(data(node))) return true;
  }
  return false;
}

/** Returns the first elements within an element. */
function listWithin(element: object, max: number): object[] {
  const { firstChild, nextSibling, isElement, shadowRoot } = getDom();
  const within: object[] = [];
  const firstOf = (node: object) => {
    const root = shadowRoot(node);
    return firstChild(root ?? node);
  };
  const open: (object | null)[] = [firstOf(element)];
  while (open.length > 0 && within.length < max) {
    const node = open.pop() ?? null;
    if (node === null) continue;
    open.push(nextSibling(node));
    if (!isElement(node)) continue;
    within.push(node);
    open.push(firstOf(node));
  }
  return within;
}
