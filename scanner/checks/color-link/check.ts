import { askOnce, askReview, type Check, pass } from '../check.ts';
import { axe, type PageElement, type PageNode, parseColor } from '../in-page/axe.ts';
import { isText } from '../in-page/nodes.ts';

declare function getComputedStyle(
  element: object,
  pseudo: string,
): {
  content: string;
  width: string;
  height: string;
  opacity: string;
  transform: string;
  backgroundColor: string;
  borderBottomWidth: string;
  borderBottomColor: string;
  visibility: string;
  getPropertyValue(name: string): string;
};

/** https://www.w3.org/WAI/WCAG22/Techniques/general/G183 */
const CONTRAST_MIN = 3;
/** Maximum number of characters of a value of a style that are read. */
const VALUE_MAX = 2_000;
/** A color in a computed value. */
const COLOR = /(?:rgba?|color|oklch|oklab|lab|lch|hsl)\([^()]*\)/g;
const sides = ['top', 'right', 'bottom', 'left'] as const;
/** Styles that make a word different from the words around it. */
const fontStyles = [
  'font-weight',
  'font-style',
  'font-size',
  'font-family',
  'font-variant-caps',
  'text-transform',
  'letter-spacing',
] as const;

/** Tests what axe-core's `link-in-text-block` does not: boxes of their own, invisible underlines, and no difference. */
export const check: Check = function* (page) {
  const lengths = new Map<PageNode, number>();
  const unseen: PageElement[] = [];
  for (const link of page.byTag('a')) {
    const { parent } = link;
    if (parent === null || !link.hasAttr('href') || !page.isVisible(link)) continue;
    // axe-core tests the other links, but does not know lines that are drawn in another way.
    const isLeft = isSkipped(link);
    if (!isLeft && hasDrawnLine(link, parent as PageElement)) yield pass(link);
    const length = lengths.get(parent) ?? countLetters(parent);
    lengths.set(parent, length);
    // As for axe-core, a link that is longer than the text around it is not one of its words.
    if (!link.children.every(isText) || countLetters(link) === 0 || length <= countLetters(link)) continue;
    const contrast = readContrast(link, parent as PageElement);
    if (contrast === 1 && !looksDifferent(link, parent as PageElement)) unseen.push(link);
    if (!isLeft || contrast === null || contrast === 1) continue;
    if (contrast >= CONTRAST_MIN || looksDifferent(link, parent as PageElement)) yield pass();
    else {
      yield askReview(
        link,
        `Only a color with a contrast of ${contrast}:1 sets the link off from the text. Do users see it?`,
        { contrast },
      );
    }
  }
  yield* askOnce(
    unseen.map((element) => ({ element })),
    'The link looks exactly like the text around it. Can users see that it is a link?',
  );
};

/** True for links that axe-core does not test, or lets pass because of a line that nobody sees. */
function isSkipped(link: PageElement): boolean {
  const display = link.getComputedStylePropertyValue('display');
  return (
    display === 'inline-block' || display === 'inline-flex' || (display === 'inline' && hasLine(link, true))
  );
}

/** Returns the number of letters in the texts of an element itself. */
function countLetters({ children }: PageNode): number {
  let count = 0;
  for (const { props } of children.filter(isText))
    count += (props.nodeValue ?? '').match(/\p{L}/gu)?.length ?? 0;
  return count;
}

/** True if a line is drawn at the text of a link. @param isInvisible whether it must be transparent, or must not be */
function hasLine(link: PageElement, isInvisible: boolean): boolean {
  return (
    link.getComputedStylePropertyValue('text-decoration-line') !== 'none' &&
    isTransparent(link.getComputedStylePropertyValue('text-decoration-color')) === isInvisible
  );
}

function isTransparent(text: string): boolean {
  return parseColor(text)?.alpha === 0;
}

/** Returns the contrast of a link to the text around it, rounded down; null if it is not known. */
function readContrast(link: PageElement, around: PageElement): number | null {
  const [own, other] = [link, around].map((element) =>
    parseColor(element.getComputedStylePropertyValue('color')),
  );
  if (own?.alpha !== 1 || other?.alpha !== 1 || link.getComputedStylePropertyValue('opacity') !== '1')
    return null;
  const contrast = axe.commons.color.getContrast(other, own);
  return contrast === null ? null : Math.floor(contrast * 100) / 100;
}

/** True if something else than its color makes a link different from the text around it. */
function looksDifferent(link: PageElement, around: PageElement): boolean {
  const get = (name: string) => link.getComputedStylePropertyValue(name);
  const hasBorder = sides.some(
    (side) =>
      Number.parseFloat(get(`border-${side}-width`)) > 0 && !isTransparent(get(`border-${side}-color`)),
  );
  return (
    hasBorder ||
    hasLine(link, false) ||
    fontStyles.some((name) => get(name) !== around.getComputedStylePropertyValue(name)) ||
    !isTransparent(get('background-color')) ||
    get('outline-style') !== 'none' ||
    ['background-image', 'box-shadow', 'text-shadow'].some((name) => get(name) !== 'none') ||
    ['::before', '::after'].some((pseudo) => hasSign(link, pseudo))
  );
}

/**
 * True if a shadow, a gradient or a box of the style sheet draws something at a link whose color has enough contrast to
 * what is behind the text.
 */
function hasDrawnLine(link: PageElement, around: PageElement): boolean {
  const behind = axe.commons.color.getBackgroundColor(around.actualNode);
  if (behind === null) return false;
  const isSeen = (values: string) =>
    (values.slice(0, VALUE_MAX).match(COLOR) ?? []).some((text) => {
      const color = parseColor(text);
      return color !== null && (axe.commons.color.getContrast(behind, color) ?? 0) >= CONTRAST_MIN;
    });
  const isDrawn = (read: (name: string) => string) =>
    isSeen(`${read('box-shadow')} ${read('background-image')}`);
  if (isDrawn((name) => link.getComputedStylePropertyValue(name))) return true;
  return ['::before', '::after'].some((pseudo) => {
    if (!hasSign(link, pseudo)) return false;
    const style = getComputedStyle(link.actualNode, pseudo);
    const isLarge = [style.width, style.height].every((side) => Number.parseFloat(side) >= 1);
    const hasBorder = Number.parseFloat(style.borderBottomWidth) > 0 && isSeen(style.borderBottomColor);
    const isShown = isLarge && style.visibility === 'visible';
    return (
      isShown &&
      (hasBorder || isSeen(style.backgroundColor) || isDrawn((name) => style.getPropertyValue(name)))
    );
  });
}

/** True if styles add something to a link. A line that only grows while the pointer is there has no width before. */
function hasSign(link: PageElement, pseudo: string): boolean {
  const { content, width, opacity, transform } = getComputedStyle(link.actualNode, pseudo);
  const isEmpty = content === '""' && (width === '0px' || transform.startsWith('matrix(0,'));
  return content !== 'none' && !isEmpty && opacity !== '0';
}
