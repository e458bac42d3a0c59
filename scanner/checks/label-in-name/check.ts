import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
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

/** Tests controls that have a name besides their text. */
export const check: Check = function* (page) {
  const controls = new Set([...page.byAttribute('aria-label'), ...page.byAttribute('aria-labelledby')]);
  for (const control of controls) {
    if (!roles.has(page.role(control) ?? '') || !page.isExposed(control) || !page.isVisible(control))
      continue;
    const label = readVisibleLabel(page, control);
    const name = page.name(control);
    if (label === null || name === '') continue;
    const spoken = removeParentheses(label.text);
    const words = toWords(spoken);
    const letters = words.join('');
    if (!/\p{L}|\p{N}/u.test(letters)) continue;
    const data = { label: label.text, name };
    if (
      letters.length === 1 ||
      isWithin(words, toWords(name)) ||
      isWithin(toWords(label.spaced), toWords(name))
    ) {
      yield pass();
    } else if (isOpenToSpelling(spoken, words, name)) continue;
    else if (hasStateOnly(control, words)) yield pass();
    else if (label.hasBlocks || isInOrder(words, toWords(name))) yield askReview(control, QUESTION, data);
    else yield fail(control, 'The name does not contain the visible text.', data);
  }
};

interface VisibleLabel {
  /** The text as inline elements show it: nothing between them but their own spaces. */
  text: string;
  /** The text with a space between elements. */
  spaced: string;
  /** Whether it has headings or paragraphs, so that only a part of it may be the label. */
  hasBlocks: boolean;
}

/** Returns the text that a control shows; null if it is long, or has so much content that a text is not its label. */
function readVisibleLabel(page: CheckedPage, control: PageElement): VisibleLabel | null {
  let [text, spaced, nodes] = ['', '', 0];
  const blocks = new Set<PageElement>();
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
    if (!isShown(page, parent)) continue;
    const isBlock =
      parent !== control && !parent.getComputedStylePropertyValue('display').startsWith('inline');
    if (isBlock) blocks.add(parent);
    text += isBlock ? ` ${value} ` : value;
    spaced += ` ${value} `;
  }
  const joined = text.replace(/\s+/g, ' ').trim();
  return joined.length > LABEL_MAX ? null : { text: joined, spaced, hasBlocks: blocks.size > 1 };
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
  return text.replace(/\([^()]{0,80}\)/g, ' ');
}

/** Returns whether all words follow each other in others. Both are short. */
function isWithin(words: readonly string[], others: readonly string[]): boolean {
  return words.length > 0 && ` ${others.join(' ')} `.includes(` ${words.join(' ')} `);
}

/**
 * Returns whether the text can be another spelling of the name: it is abbreviated or shortened, has hyphens, or has
 * words of digits and letters.
 */
function isOpenToSpelling(label: string, words: readonly string[], name: string): boolean {
  if (/…|\.\.\./.test(label) || words.some((word) => /\p{L}/u.test(word) && /\p{N}/u.test(word))) return true;
  const hyphen = /[\p{L}\p{N}][-\u00ad\u2010-\u2013_/&'’.][\p{L}\p{N}]/u;
  if (hyphen.test(label) || hyphen.test(name)) {
    if (toWords(name).join('').includes(words.join(''))) return true;
  }
  // Each word begins one of the name, in order: "University Ave." for "University Avenue".
  let at = 0;
  const all = toWords(name);
  for (const word of words) {
    while (at < all.length && !all[at]?.startsWith(word)) at += 1;
    if (at === all.length) return false;
    at += 1;
  }
  // Without a shortened word, the name has other words between those of the text.
  return /\./.test(label) || words.some((word) => !all.includes(word));
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
