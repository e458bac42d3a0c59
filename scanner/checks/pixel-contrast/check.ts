import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { getDom } from '../in-page/keyboard/focus.ts';
import { isTransparent } from '../in-page/keyboard/look.ts';
import { isClearSymbol, listStyledTexts } from './styled-texts.ts';

/** The part of the required contrast that a clear fault does not reach: pictures are not exact. */
const CLEAR = 0.93;
/** The part of the required contrast below which letters can hardly be read. */
const UNREADABLE = 0.6;
/** Names of logos: as a word of their own, or as a word in a name such as `siteLogo`. */
const LOGO = /(?:(?<![A-Za-z])(?:logo|brand)|Logo|Brand|LOGO|BRAND)(?:[Tt]ype)?(?![a-z])/;
/** How many elements around a text can be the logo that the text is a part of. */
const LOGO_LEVELS = 4;

/**
 * Reports text that has too little contrast in nearly all of its pixels, or far too little in a quarter of them, and
 * text with a style of its own whose color has too little.
 */
export const check: Check = function* (page) {
  for (const { element: node, required, isSymbol, low, high, quarter } of page.contrast.results) {
    const element = page.find(node);
    if (element === undefined || isExempt(element)) continue;
    if (low >= required) yield pass(element);
    // Whether users need a symbol is for a person to decide.
    else if (isSymbol || isTransparentText(element)) continue;
    else if (high < required * CLEAR) {
      const message = `The text has a contrast of at most ${high}:1 to what is behind it. Needed: ${required}:1.`;
      yield fail(element, message, { low, high, required });
    } else if (quarter < required * UNREADABLE) {
      const message = `A quarter of the text has a contrast of at most ${quarter}:1 to what is behind it. Needed: ${required}:1.`;
      yield fail(element, message, { low, high, quarter, required });
    }
  }
  for (const node of page.contrast.unmeasured) {
    const element = page.find(node);
    if (element !== undefined && isClearSymbol(element)) yield pass(element);
  }
  for (const { element, name, contrast, required } of listStyledTexts(page)) {
    if (isExempt(element)) continue;
    if (contrast >= required) yield pass();
    else {
      const message = `${name} has a contrast of ${contrast}:1 to what is behind it. Needed: ${required}:1.`;
      yield fail(element, message, { contrast, required });
    }
  }
};

/** True for a text whose letters are not painted, such as one for screen readers, or below a spinner. */
function isTransparentText(element: PageElement): boolean {
  const read = (name: string) => element.getComputedStylePropertyValue(name);
  return (
    isTransparent(read('-webkit-text-fill-color')) &&
    !read('background-clip').includes('text') &&
    read('text-shadow') === 'none' &&
    Number.parseFloat(read('-webkit-text-stroke-width')) === 0
  );
}

/** True if the text is of an inactive control or in a logo, or only for the eye. */
function isExempt(element: PageElement): boolean {
  let level = 0;
  for (let up: PageElement | null = element; up !== null; up = up.parent as PageElement | null) {
    if (up.hasAttr('disabled') || up.attr('aria-disabled') === 'true' || isLabelOfInactive(up)) return true;
    if (up.attr('aria-hidden') === 'true' || up.attr('role') === 'img') return true;
    if (level < LOGO_LEVELS && LOGO.test(`${up.attr('class')} ${up.attr('id')}`)) return true;
    level += 1;
  }
  return false;
}

function isLabelOfInactive({ props, actualNode }: PageElement): boolean {
  if (props.nodeName !== 'label') return false;
  const { control } = actualNode as { control?: object | null };
  return control !== null && control !== undefined && getDom().matches(control, ':disabled');
}
