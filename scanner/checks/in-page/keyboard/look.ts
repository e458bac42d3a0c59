import { getDom } from './focus.ts';

/** Members of the page's world that the code below uses. */
interface Style {
  getPropertyValue(name: string): string;
}
declare function getComputedStyle(element: object, pseudo?: string): Style;
/** An animation of the page, as far as it is used. */
export interface Animation {
  effect: { target?: object | null } | null;
  playState: string;
  finish(): void;
  pause(): void;
  play(): void;
  cancel(): void;
}
declare const CSSTransition: new () => object;
interface Animated {
  prototype: { getAnimations: (this: object) => Animation[] };
}
declare const Document: Animated;
declare const ShadowRoot: Animated;

const outlines = ['outline-style', 'outline-width', 'outline-color'];
/** Other properties by which a style sheet can show the focus. */
const properties = [
  'animation-name',
  'box-shadow',
  'background-color',
  'background-image',
  'background-position',
  'color',
  'text-decoration-line',
  'text-decoration-color',
  'text-decoration-style',
  'text-decoration-thickness',
  'border-top-width',
  'border-right-width',
  'border-bottom-width',
  'border-left-width',
  'border-top-color',
  'border-right-color',
  'border-bottom-color',
  'border-left-color',
  'border-top-style',
  'border-bottom-style',
  'border-top-left-radius',
  'opacity',
  'visibility',
  'display',
  'position',
  'top',
  'left',
  'width',
  'height',
  'transform',
  'translate',
  'scale',
  'filter',
  'clip',
  'clip-path',
  'font-weight',
  'font-size',
  'font-style',
  'letter-spacing',
  'padding-left',
  'margin-left',
  'fill',
  'stroke',
  'stroke-width',
  'mask-image',
  'content',
];
/** Numbers of the elements around a focused element that can show its focus. */
const MAX_ANCESTORS = 12;
const MAX_DESCENDANTS = 20;
const MAX_SIBLINGS = 2;

/** True if the style of an element shows an outline that is not transparent. */
export function hasOutline(element: object): boolean {
  return showsOutline(getComputedStyle(element));
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
  return color === 'transparent' || /(?:,|\/)\s*0(?:\.0*)?\)$/.test(color);
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
export function finishTransitions(element: object): void {
  for (const animation of listAnimationsAround(element))
    if (animation instanceof CSSTransition) endTransition(animation as unknown as Animation);
}

function endTransition(transition: Animation): void {
  try {
    transition.finish();
  } catch {
    // The page has stopped it: it has no end.
    transition.cancel();
  }
}

/** Returns the animations of the shadow roots around an element and of the document that still have an effect. */
function listAnimationsAround(element: object): Animation[] {
  const { rootOf, isShadowRoot, host } = getDom();
  const roots = [rootOf(element)];
  for (let root = roots[0] as object; isShadowRoot(root); roots.push(root)) root = rootOf(host(root));
  return roots.flatMap(listAnimations);
}

/** Returns the animations of a document or shadow root that still have an effect. */
export function listAnimations(root: object): Animation[] {
  const { prototype } = getDom().isShadowRoot(root) ? ShadowRoot : Document;
  return prototype.getAnimations.call(root);
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
  return [undefined, '::before', '::after']
    .map((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      if (pseudo !== undefined && style.getPropertyValue('content') === 'none') return '';
      // An outline that does not show can have any width and color.
      const outline = showsOutline(style) ? outlines.map((name) => style.getPropertyValue(name)) : [];
      return [...outline, ...properties.map((name) => style.getPropertyValue(name))].join(';');
    })
    .join('|');
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
