import type { ListenersWorld } from '../../../page/in-page/listeners.ts';
import { getDom, listElements } from '../keyboard/focus.ts';
import { matchAll, readStyleRules, splitSelector } from '../style-rules.ts';
import type { Box } from './shown.ts';

/** Members of the page's world that the code below uses. */
declare const innerWidth: number;
declare const innerHeight: number;

/** Properties by which style sheets show what is hidden. */
const SHOWING =
  'display visibility opacity content left right top bottom width height max-width max-height transform scale clip clip-path';
const names = SHOWING.split(' ');
/** Maximum numbers of selectors, of elements of each, and of siblings that are looked at. */
const SELECTORS_MAX = 200;
const ELEMENTS_MAX = 300;
const SIBLINGS_MAX = 20;
/** Part of the window from which an element is a part of the page, whose listeners serve what is in it. */
const LARGE = 0.5;

const events: ReadonlySet<string> = new Set('mouseenter mouseover pointerenter pointerover'.split(' '));
/** Attributes of libraries and of HTML that name a tooltip. */
const ofLibraries = [
  ...['tooltip', 'tooltip-content', 'tooltip-id', 'tip', 'tippy-content', 'original-title', 'hint'].map(
    (name) => `[data-${name}]`,
  ),
  ...['toggle', 'bs-toggle'].flatMap((name) => [`[data-${name}="tooltip"]`, `[data-${name}="popover"]`]),
  '[interestfor]',
].join(', ');
const POPUP = '[aria-haspopup]:not([aria-haspopup="false"]):not([role="combobox"]):not(input)';

/**
 * Returns the elements that may show content while the pointer is on them, in the order of the document: by rules with
 * `:hover`, listeners, and attributes. @param shown what shows without the pointer
 */
export function listTriggers(shown: ReadonlyMap<object, Box>): object[] {
  const found = new Set<object>([
    ...findByStyles(shown),
    ...findByListeners(shown),
    ...matchAll(`${ofLibraries}, ${POPUP}`),
    ...findByDescription(shown),
  ]);
  if (found.size === 0) return [];
  return [...listElements()].filter((element) => found.has(element) && shown.has(element));
}

function* findByStyles(shown: ReadonlyMap<object, Box>): Generator<object> {
  const selectors = new Map<string, { trigger: string; pseudo: boolean; root: object }>();
  for (const { selector, style, root } of readStyleRules().rules) {
    if (!selector.includes(':hover') || !names.some((name) => style.getPropertyValue(name) !== '')) continue;
    for (const part of splitSelector(selector)) {
      const split = splitAtHover(part);
      if (split !== null && selectors.size < SELECTORS_MAX) selectors.set(split.content, { ...split, root });
    }
  }
  for (const [content, { trigger, pseudo, root }] of selectors) {
    let count = 0;
    for (const element of matchAll(content, root)) {
      count += 1;
      if (count > ELEMENTS_MAX) break;
      if (!pseudo && shown.has(element)) continue;
      const found = findTrigger(element, trigger);
      if (found !== null) yield found;
    }
  }
}

/**
 * Returns the selector of the content that a rule with `:hover` shows, and that of the element under the pointer; null
 * if they are the same element.
 */
function splitAtHover(part: string): { content: string; trigger: string; pseudo: boolean } | null {
  const [, base = part, pseudo] = /^(.*?)::?(before|after)$/s.exec(part) ?? [];
  const at = base.search(HOVER);
  if (at < 0) return null;
  let depth = 0;
  for (const character of base.slice(0, at)) depth += character === '(' ? 1 : character === ')' ? -1 : 0;
  let end = at;
  for (; end < base.length; end += 1) {
    const character = base[end] as string;
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (depth === 0 && /[\s>+~]/.test(character)) break;
  }
  if (base.slice(end).trim() === '' && pseudo === undefined) return null;
  const strip = (text: string) => text.replaceAll(ALL_STATES, ':is(*)');
  return { content: strip(base), trigger: strip(base.slice(0, end)), pseudo: pseudo !== undefined };
}

/** A colon after a backslash is a part of a name, as in `.hover\:block`. */
const HOVER = /(?<!\\):hover(?![\w-])/;
const ALL_STATES = /(?<!\\):(?:hover|focus-within|focus-visible|focus|active)(?![\w-])/g;

/** Returns the nearest element around or before the content that a selector matches. */
function findTrigger(content: object, selector: string): object | null {
  const { matches, parentNode, isElement } = getDom();
  try {
    for (let up: object | null = content; up !== null && isElement(up); up = parentNode(up)) {
      if (matches(up, selector)) return up;
      let before = getPrevious(up);
      for (let count = 0; before !== null && count < SIBLINGS_MAX; count += 1) {
        if (matches(before, selector)) return before;
        before = getPrevious(before);
      }
    }
  } catch {
    // The part of the selector does not stand alone.
  }
  return null;
}

function getPrevious(element: object): object | null {
  return (element as { previousElementSibling?: object | null }).previousElementSibling ?? null;
}

function* findByListeners(shown: ReadonlyMap<object, Box>): Generator<object> {
  const listeners = (globalThis as unknown as ListenersWorld).a11yListeners;
  for (const [element, facts] of listeners ?? []) {
    const box = shown.get(element);
    if (box === undefined || !facts.some(({ type }) => events.has(type))) continue;
    const area = (box.right - box.left) * (box.bottom - box.top);
    if (area < innerWidth * innerHeight * LARGE) yield element;
  }
}

/** Yields the elements that are described by what does not show. */
function* findByDescription(shown: ReadonlyMap<object, Box>): Generator<object> {
  const { attribute, rootOf, byId } = getDom();
  for (const element of matchAll('[aria-describedby]')) {
    for (const id of (attribute(element, 'aria-describedby') ?? '').trim().split(/\s+/)) {
      const description = id === '' ? null : byId(rootOf(element), id);
      // Libraries add the description to the document only while it shows.
      if (description === null || !shown.has(description)) {
        yield element;
        break;
      }
    }
  }
}
