import { axe, type PageElement, parseColor } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithText } from '../in-page/checked-page.ts';
import { getRequiredContrast, SYMBOL_MIN } from '../in-page/contrast/contrast-ratio.ts';
import { readPseudoText } from '../in-page/hover/pseudo.ts';
import { getDom } from '../in-page/keyboard/focus.ts';
import { matchAll, readStyleRules, type StyleRule, splitSelector } from '../in-page/style-rules.ts';

interface Style {
  getPropertyValue(name: string): string;
}
/** Members of the page's world that the code below uses. */
declare function getComputedStyle(element: object, pseudo?: string): Style;

/** A text that has a style of its own, which is not that of an element with a box. */
export interface StyledText {
  element: PageElement;
  /** What the text is, as the beginning of a sentence. */
  name: string;
  /** Rounded down to hundredths. */
  contrast: number;
  required: number;
}

type Pseudo = '::before' | '::after' | '::first-line' | '::placeholder';

const ENDS_WITH_PSEUDO = /::?(before|after|first-line)$/;
/** Maximum number of characters of symbols, with the white space around them. */
const SYMBOLS_MAX = 100;
const TEXT = /[\p{L}\p{N}]{2}/u;
/** Maximum number of selectors that are looked for. With more, or if a style sheet cannot be read, all elements are. */
const SELECTORS_MAX = 200;
/** Minimum size of a text that people see, in CSS pixels. */
const SIZE_MIN = 2;

const stylePseudos = ['::before', '::after', '::first-line'] as const;
const pseudoNames: Readonly<Record<Pseudo, string>> = {
  '::before': 'The text that a style sheet shows before the content',
  '::after': 'The text that a style sheet shows after the content',
  '::first-line': 'The first line of the text',
  '::placeholder': 'The placeholder',
};

/**
 * Yields texts that axe-core does not test, with their contrast to the color behind them: placeholders, texts of style
 * sheets, first lines with a color of their own, and texts of elements without a box. Yields nothing for those over
 * images, because the color behind them is not known.
 */
export function* listStyledTexts(page: CheckedPage): Generator<StyledText> {
  for (const [element, pseudos] of findPseudoTexts(page)) {
    if (!page.isVisible(element)) continue;
    for (const pseudo of pseudos) {
      const style = getComputedStyle(element.actualNode, pseudo);
      const contrast = isLaidOut(style, pseudo) ? readContrast(element, style) : null;
      if (contrast !== null) yield { element, name: pseudoNames[pseudo], ...contrast };
    }
  }
  for (const element of listElementsWithText(page)) {
    if (element.getComputedStylePropertyValue('display') !== 'contents' || !hasOwnText(element)) continue;
    const around = findBox(element);
    if (around === null || !page.isVisible(around) || page.find(element.actualNode) === undefined) continue;
    const contrast = readContrast(around, getComputedStyle(element.actualNode));
    if (contrast !== null) yield { element, name: 'The text', ...contrast };
  }
}

/** True if the only text of an element is symbols, whose color has enough contrast. */
export function isClearSymbol(element: PageElement): boolean {
  const text = element.children.map(({ props }) => (props.nodeType === 3 ? props.nodeValue : '')).join('');
  if (text.length > SYMBOLS_MAX || /[\p{L}\p{N}]/u.test(text)) return false;
  const known = readContrast(element, getComputedStyle(element.actualNode));
  return known !== null && known.contrast >= SYMBOL_MIN;
}

/** Returns the elements to test that have a text with a style of its own, with the names of these texts. */
function findPseudoTexts(page: CheckedPage): Map<PageElement, Set<Pseudo>> {
  const found = new Map<PageElement, Set<Pseudo>>();
  const add = (element: PageElement, pseudo: Pseudo) =>
    found.set(element, (found.get(element) ?? new Set()).add(pseudo));
  const { matches } = getDom();
  for (const field of page.byAttribute('placeholder')) {
    const isShown = TEXT.test(field.attr('placeholder') ?? '');
    if (isShown && matches(field.actualNode, ':placeholder-shown:not(:disabled)'))
      add(field, '::placeholder');
  }
  const { rules, areComplete } = readStyleRules();
  const selectors = listSelectors(rules);
  const areKnown = areComplete && selectors.length <= SELECTORS_MAX;
  for (const pseudo of stylePseudos) {
    const candidates = areKnown
      ? selectors
          .filter((each) => each.pseudo === pseudo)
          .flatMap(({ selector, root }) => matchAll(selector, root).flatMap((node) => page.find(node) ?? []))
      : page.elements;
    for (const element of candidates) if (hasText(element, pseudo)) add(element, pseudo);
  }
  return found;
}

interface PseudoSelector {
  selector: string;
  root: object;
  pseudo: Pseudo;
}

/** Returns the selectors of elements to which rules add a text, or whose first line has a color of its own. */
function listSelectors(rules: readonly StyleRule[]): PseudoSelector[] {
  const found = new Map<string, PseudoSelector>();
  const roots = new Map<object, number>();
  for (const { selector, style, root } of rules) {
    if (!selector.includes(':')) continue;
    if (!roots.has(root)) roots.set(root, roots.size);
    for (const part of splitSelector(selector)) {
      const [end, name] = ENDS_WITH_PSEUDO.exec(part) ?? [];
      if (end === undefined || style.getPropertyValue(name === 'first-line' ? 'color' : 'content') === '')
        continue;
      const base = part.slice(0, -end.length);
      const ofElements = base === '' || /[\s>+~]$/.test(base) ? `${base}*` : base;
      const pseudo = `::${name}` as Pseudo;
      found.set(`${roots.get(root)} ${pseudo} ${ofElements}`, { selector: ofElements, root, pseudo });
    }
  }
  return [...found.values()];
}

function hasText(element: PageElement, pseudo: Pseudo): boolean {
  if (pseudo === '::before' || pseudo === '::after')
    return TEXT.test(readPseudoText(element.actualNode, pseudo));
  if (!hasOwnText(element)) return false;
  const colorOf = (name?: string) => getComputedStyle(element.actualNode, name).getPropertyValue('color');
  return colorOf(pseudo) !== colorOf();
}

/** False for a text that is not where its element is, or so small that nobody sees it. */
function isLaidOut(style: Style, pseudo: Pseudo): boolean {
  if (pseudo === '::first-line' || pseudo === '::placeholder') return true;
  const read = (name: string) => style.getPropertyValue(name);
  if (read('position') === 'fixed' || Number.parseFloat(read('font-size')) === 0) return false;
  if (read('position') === 'absolute' && !isOpaque(read('background-color'))) return false;
  // A text without a box of its own has no size.
  const sizes = ['width', 'height'].map((name) => Number.parseFloat(read(name)));
  return sizes.every((size) => Number.isNaN(size) || size >= SIZE_MIN);
}

/** Returns the contrast of a text in an element; null if what is behind it is no plain color. */
function readContrast(around: PageElement, style: Style): Omit<StyledText, 'element' | 'name'> | null {
  const { getBackgroundColor, getContrast } = axe.commons.color;
  const read = (name: string) => style.getPropertyValue(name);
  if (read('background-image') !== 'none' || read('text-shadow') !== 'none' || isFaded(around)) return null;
  const fill = parseColor(read('-webkit-text-fill-color'));
  const own = parseColor(read('background-color'));
  if (fill === null || own === null) return null;
  const behind = own.alpha === 1 ? own : getBackgroundColor(around.actualNode);
  // What is half transparent in front of a color is rare, and laid over it by nobody but axe-core.
  if (behind === null || (own.alpha > 0 && own.alpha < 1)) return null;
  fill.alpha *= Number(read('opacity'));
  // A text that nobody sees is hidden on purpose.
  if (fill.alpha === 0) return null;
  const contrast = getContrast(behind, fill);
  if (contrast === null) return null;
  return { contrast: Math.floor(contrast * 100) / 100, required: getRequiredContrast(style) };
}

function isOpaque(text: string): boolean {
  return parseColor(text)?.alpha === 1;
}

/** True if an element, or one around it, is drawn half transparent. */
function isFaded(element: PageElement): boolean {
  for (let up: PageElement | null = element; up !== null; up = up.parent as PageElement | null) {
    if (up.getComputedStylePropertyValue('opacity') !== '1') return true;
  }
  return false;
}

function hasOwnText({ children }: PageElement): boolean {
  return children.some(({ props }) => props.nodeType === 3 && TEXT.test(props.nodeValue ?? ''));
}

/** Returns the nearest element around another one that has a box. */
function findBox(element: PageElement): PageElement | null {
  let up = element.parent as PageElement | null;
  while (up !== null && up.getComputedStylePropertyValue('display') === 'contents')
    up = up.parent as PageElement | null;
  return up;
}
