import type { PageElement, PageNode } from './axe.ts';
import { getDom } from './keyboard/focus.ts';
import { isElement, isText } from './nodes.ts';

/** A text, and the language tag that the page declares for it; empty without one. */
export interface DeclaredText {
  lang: string;
  text: string;
}

/** The language of a text as detected. */
export interface TextLanguage {
  /** ISO 639-1 code; null if the text is too short or the language is not certain. */
  detected: string | null;
  /** True if the text is clearly not in the declared language. */
  isOther: boolean;
  /** Number of letters. */
  letters: number;
}

/** The text of one block in one language: without the text of blocks, and of elements with `lang`, within it. */
export interface TextPart extends DeclaredText {
  element: PageElement;
  /** The element whose attribute declares the language; null if no element does. */
  declaredBy: PageElement | null;
}

/**
 * Number of letters of a text below which only an attribute of its own makes it a text in a language: short texts in
 * the language of the page are often names and terms.
 */
export const SHORT_LETTERS = 35;
/** Number of letters of a text below which its language is not certain, even with an attribute of its own. */
export const PHRASE_LETTERS = 20;

/** Maximum length of the text of a part in UTF-16 units, and of all parts together. */
const PART_MAX = 800;
const TOTAL_MAX = 100_000;
/** Length of texts that are tested together, because they are too short to be tested alone. */
const SHORT = 60;
/** How many elements without a box around a text are read at most. */
const LEVELS_MAX = 30;
/** Minimum number of words in lower case of prose. */
const WORDS_MIN = 4;

const inline: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big button cite del dfn em font i img ins label q ruby s slot small span strike ' +
    'strong sub sup time u wbr'
  ).split(' '),
);
/** Elements whose text is in no language. */
const excluded: ReadonlySet<string> = new Set(
  (
    'address audio canvas code datalist iframe kbd math noscript object output pre samp script select style svg ' +
    'template textarea tt var video'
  ).split(' '),
);

interface Context {
  part: TextPart;
  declaredBy: PageElement | null;
  lang: string;
}

/**
 * Returns the texts of the document in its order, with the alternatives of images and the title. Without hidden texts,
 * they are those that users see or that assistive technology gets.
 */
export function listTextParts(root: PageElement, { withHidden }: { withHidden: boolean }): TextPart[] {
  const parts: TextPart[] = [];
  let total = 0;
  const open: [PageNode, Context | null][] = [[root, null]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, above] = next;
    if (isText(node) && above !== null && (withHidden || isRendered(node.parent as PageElement))) {
      const left = Math.min(PART_MAX - above.part.text.length, TOTAL_MAX - total);
      const text = (node.props.nodeValue ?? '').slice(0, Math.max(left, 0));
      above.part.text += text;
      total += text.length;
    }
    if (!isElement(node)) continue;
    const around = enter(node, above);
    if (around === null) continue;
    if (around.part !== above?.part) parts.push(around.part);
    if (node.props.nodeName === 'img' && (withHidden || isRendered(node)))
      around.part.text += ` ${(node.attr('alt') ?? '').slice(0, PART_MAX)} `;
    for (let at = node.children.length - 1; at >= 0; at -= 1)
      open.push([node.children[at] as PageNode, around]);
  }
  const read = parts
    .map((part) => ({ ...part, text: part.text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '');
  return [...read, joinShortTexts(root, read)];
}

/** True for an element that has a box or whose content has one, and for the title of the document. */
function isRendered(element: PageElement): boolean {
  const { hasBox } = getDom();
  let box = element;
  for (let level = 0; level < LEVELS_MAX && box.parent !== null; level += 1) {
    if (hasBox(box.actualNode, { visibilityProperty: true })) return true;
    // Only the content of such an element has boxes.
    if (box.getComputedStylePropertyValue('display') !== 'contents') break;
    box = box.parent as PageElement;
  }
  return element.props.nodeName === 'title' && element.parent?.props.nodeName === 'head';
}

/** Returns the short texts of the page in its declared language as one part, whose element is the root. */
function joinShortTexts(root: PageElement, parts: readonly TextPart[]): TextPart {
  const ofPage = parts.filter(({ declaredBy, text }) => declaredBy === root && text.length < SHORT);
  const text = ofPage
    .map((part) => part.text)
    .join(' ')
    .slice(0, PART_MAX);
  return { element: root, declaredBy: root, lang: (root.attr('lang') ?? '').trim(), text };
}

/** True unless the text has few words in lower case, like names, titles, addresses and commands. */
export function isProse(text: string): boolean {
  if (text.toLowerCase() === text.toUpperCase()) return true;
  const words = text.match(/(?<![\p{L}\p{N}_./-])\p{Ll}+(?![\p{L}\p{N}_/-])/gu);
  return words !== null && words.length >= WORDS_MIN;
}

/** Returns the part that the text of an element belongs to, and its declared language; null if it is in none. */
function enter(element: PageElement, above: Context | null): Context | null {
  const { nodeName } = element.props;
  if (excluded.has(nodeName) || element.attr('translate') === 'no') return null;
  const own = element.attr('lang');
  if (own === null && above !== null && inline.has(nodeName)) return above;
  const declaredBy = own === null ? (above?.declaredBy ?? null) : element;
  const lang = own === null ? (above?.lang ?? '') : own.trim();
  return { part: { element, declaredBy, lang, text: '' }, declaredBy, lang };
}
