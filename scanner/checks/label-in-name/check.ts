import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { isElement, isText, listNodesWithin } from '../in-page/nodes.ts';
import { toWords } from '../in-page/words/languages.ts';

/** Roles of controls that have their name from content. A switch shows its state, which is not its label. */
const roles: ReadonlySet<string> = new Set(
  'button checkbox link menuitem menuitemcheckbox menuitemradio option radio tab treeitem'.split(' '),
);
/** Maximum length of a label; the text of a longer one is content. */
const LABEL_MAX = 80;
const NODES_MAX = 400;
/** Minimum size of an element that shows its text, in pixels. */
const SIZE_MIN = 2;
const ICON_FONT = /icon|symbol|glyph|awesome/i;
const QUESTION = 'Is the visible text the label of the control, so that users of voice control say it?';

/** Scripts without spaces between words. */
const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** A text that is only a number, such as "4", "99+" or "1.2k". */
const NUMBER = /^(?=\P{L}*\p{N})\P{L}+(?:[kKmM]\+?)?$/u;
/** An amount with an abbreviated unit, such as "5min". */
const AMOUNT = /^\p{N}+\p{L}{1,3}\.?$/u;
/** Symbols between words, which people say: "Terms & conditions". */
const SYMBOL = /[\p{L}\p{N}] ?[^\p{L}\p{N}\s.,;:!?'"’]{1,4} ?[\p{L}\p{N}]/u;
const ELLIPSIS = /…|\.\.\./;
/** What makes a number an ordinal, as in names of days of a calendar: "15th". */
const ORDINAL_END = /^\p{L}{1,3}$/u;
/** Maximum length of a single word that can be an abbreviation without a sign of it: "Mon" for Monday. */
const SHORT_MAX = 4;

/** Tests controls that have a name besides their text. */
export const check: Check = function* (page) {
  const controls = new Set([...page.byAttribute('aria-label'), ...page.byAttribute('aria-labelledby')]);
  if (controls.size === 0) return;
  const keys = listElementsWithin(page, isKey);
  for (const control of controls) {
    if (!roles.has(page.role(control) ?? '') || !page.isExposed(control) || !page.isVisible(control))
      continue;
    const label = readVisibleLabel(page, control, keys);
    const name = page.name(control);
    if (label === null || name === '') continue;
    const spoken = removeParentheses(label.text);
    const words = toSpokenWords(spoken);
    const letters = words.join('');
    if (!/\p{L}|\p{N}/u.test(letters)) {
      // Symbols are no words that people say.
      yield pass(control);
      continue;
    }
    const data = { label: label.text, name };
    const texts = [spoken, label.parts.join(' '), removeParentheses(removeCounts(label.parts).join(' '))];
    if (letters.length === 1 || texts.some((text) => isWithinName(text, name))) {
      yield pass(control);
      continue;
    }
    const all = toSpokenWords(name);
    const isSpelledOtherwise = isOpenToSpelling(spoken, words, name) || isAbbreviated(spoken, all);
    if (isSpelledOtherwise || hasStateOnly(control, words)) yield pass(control);
    else if (label.blocks.length > 1) {
      if (!label.blocks.some((text) => isWithinName(text, name))) yield askReview(control, QUESTION, data);
    } else if (!isInOrder(words, all))
      yield fail(control, 'The name does not contain the visible text.', data);
    else if (label.parts.length > 1) yield askReview(control, QUESTION, data);
    else if (!SYMBOL.test(spoken))
      yield fail(control, 'The name has other words between those of the visible text.', data);
  }
};

interface VisibleLabel {
  /** The text as inline elements show it: nothing between them but their own spaces. */
  text: string;
  /** The text by nodes of the document. */
  parts: string[];
  /** The texts of headings and paragraphs. If there are several, only a part of the text may be the label. */
  blocks: string[];
}

/**
 * Returns the text that a control shows, without keys; null if it is long, or has so much content that a text is not
 * its label.
 * @param keys the elements within those that show keys
 */
function readVisibleLabel(
  page: CheckedPage,
  control: PageElement,
  keys: ReadonlySet<PageElement>,
): VisibleLabel | null {
  let [text, nodes] = ['', 0];
  const parts: string[] = [];
  const blocks = new Map<PageElement, string>();
  for (const node of listNodesWithin(control)) {
    nodes += 1;
    if (nodes > NODES_MAX || text.length > LABEL_MAX * 4) return null;
    if (isElement(node)) {
      if (node.props.nodeName === 'br') text += ' ';
      continue;
    }
    const parent = node.parent as PageElement | null;
    const value = node.props.nodeValue ?? '';
    if (!isText(node) || parent === null || !/\S/.test(value)) {
      if (isText(node)) text += ' ';
      continue;
    }
    if (isKey(parent) || keys.has(parent) || !isShown(page, parent)) continue;
    const isBlock =
      parent !== control && !parent.getComputedStylePropertyValue('display').startsWith('inline');
    if (isBlock) blocks.set(parent, `${blocks.get(parent) ?? ''} ${value}`);
    text += isBlock ? ` ${value} ` : value;
    parts.push(value);
  }
  const joined = text.replace(/\s+/g, ' ').trim();
  return joined.length > LABEL_MAX ? null : { text: joined, parts, blocks: [...blocks.values()] };
}

/** Returns whether an element shows a key, which is a hint and not a part of the label. */
function isKey({ props }: PageElement): boolean {
  return props.nodeName === 'kbd';
}

/** Returns whether an element shows its text as text: not clipped away, and not as icons. */
function isShown(page: CheckedPage, element: PageElement): boolean {
  if (!page.isVisible(element) || ICON_FONT.test(element.getComputedStylePropertyValue('font-family')))
    return false;
  const { width, height } = element.boundingClientRect;
  return width >= SIZE_MIN && height >= SIZE_MIN;
}

/** Removes parts in parentheses, such as the number of messages; they are not a part of what people say. */
function removeParentheses(text: string): string {
  return text.replace(/[(（][^()（）]{0,80}[)）]/g, ' ');
}

/** Removes numbers in texts of their own at both ends, such as the number of messages. */
function removeCounts(parts: readonly string[]): readonly string[] {
  const isWord = (part: string) => !NUMBER.test(part.trim());
  return parts.slice(Math.max(parts.findIndex(isWord), 0), parts.findLastIndex(isWord) + 1);
}

/** Returns the words of a text in the same case, also "ß" and "SS". */
function toSpokenWords(text: string): string[] {
  return toWords(text.toUpperCase());
}

/** Returns whether all words of a text follow each other in the name, with or without its parentheses. */
function isWithinName(text: string, name: string): boolean {
  const space = NO_SPACES.test(text) ? '' : ' ';
  const join = (each: string) => `${space}${toSpokenWords(each).join(space)}${space}`;
  const words = join(text);
  return words.trim() !== '' && [name, removeParentheses(name)].some((each) => join(each).includes(words));
}

/** Returns whether the text can be another spelling of the name: with hyphens, with digits in words, or cut. */
function isOpenToSpelling(label: string, words: readonly string[], name: string): boolean {
  const all = toSpokenWords(name).join('');
  const hyphen = /[\p{L}\p{N}][-\u00ad\u2010-\u2013_/&'’.][\p{L}\p{N}]/u;
  const isOpen =
    hyphen.test(label) ||
    hyphen.test(name) ||
    words.some((word) => /\p{L}/u.test(word) && /\p{N}/u.test(word));
  if (isOpen && all.includes(words.join(''))) return true;
  const shown = label.split(ELLIPSIS).map((part) => toSpokenWords(part).join(''));
  return shown.length > 1 && all.includes(shown.find((part) => part !== '') ?? '');
}

/**
 * Returns whether the text has words of the name in their order, some of them abbreviated: with a point, beside a
 * number as in dates, with an amount, or as the only word.
 */
function isAbbreviated(label: string, all: readonly string[]): boolean {
  const parts = label.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+(?:\.(?!\.))?/gu) ?? [];
  const hasNumber = parts.some((part) => /^\p{N}+\.?$/u.test(part));
  let [at, isShort] = [0, false];
  for (const part of parts) {
    const word = toSpokenWords(part).join('');
    const isOnly = parts.length === 1 && word.length <= SHORT_MAX;
    const isNumber = /^\p{N}+$/u.test(word);
    const canBeShort = (isOnly || hasNumber || part.endsWith('.')) && !/\p{N}/u.test(word);
    if (AMOUNT.test(part)) {
      isShort = true;
      continue;
    }
    const isSame = (other = '') =>
      other === word ||
      (isNumber && other.startsWith(word) && ORDINAL_END.test(other.slice(word.length))) ||
      (canBeShort && other.startsWith(word)) ||
      (canBeShort && part.endsWith('.') && other[0] === word[0] && isInOrder([...word], [...other]));
    while (at < all.length && !isSame(all[at])) at += 1;
    if (at === all.length) return false;
    isShort ||= all[at] !== word;
    at += 1;
  }
  return isShort;
}

/** Returns whether the words are in this order among others. */
function isInOrder(words: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  for (const other of others) if (other === words[at]) at += 1;
  return at === words.length;
}

/** Returns whether a control that can be on or off shows only which of them it is. */
function hasStateOnly(control: PageElement, words: readonly string[]): boolean {
  const canBeOn = ['aria-pressed', 'aria-checked', 'aria-expanded'].some((name) => control.hasAttr(name));
  return canBeOn && words.every((word) => states.has(word));
}

const states: ReadonlySet<string> = new Set(
  'on off yes no an aus ein ja nein oui non sí si no activé désactivé aan uit ligado desligado'.split(' '),
);
