import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { listElementsWithin } from '../in-page/checked-page.ts';
import { isText } from '../in-page/nodes.ts';

/** Four or more single letters with spaces between them. */
const RUN = /(?<![\p{L}\p{M}\p{N}'’-])\p{L}\p{M}*(?:\s+\p{L}\p{M}*(?![\p{L}\p{M}\p{N}'’-])){3,}/gu;
const LATIN = /^[\p{Script=Latin}\p{M}]+$/u;
const VOWEL = /[aeiouyæøœı]/i;
/** Writing without spaces between words, whose signs are often moved apart. */
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Notes of strings, and initials of months and days with vowels among them. */
const noWords: ReadonlySet<string> = new Set(
  'EADGBE EBGDAE EADG ADGBE GDAE EADGB BEADG DADGAD CGDA GCEA JFMAMJJASOND EFMAMJJASOND GFMAMGLASOND MTOTFLS'.split(
    ' ',
  ),
);
const QUESTION = 'Are these letters one word? Screen readers read them one by one.';
const codeTags: ReadonlySet<string> = new Set(
  'code pre samp kbd var math script style noscript textarea template svg'.split(' '),
);

/** Tests the texts of visible elements. */
export const check: Check = function* (page) {
  const isCode = ({ props }: PageElement) => codeTags.has(props.nodeName);
  const within = listElementsWithin(page, isCode);
  for (const element of page.elements) {
    if (isCode(element) || within.has(element)) continue;
    const texts = element.children.filter(isText).map(({ props }) => props.nodeValue ?? '');
    if (!texts.some((text) => /\S/.test(text)) || !page.isVisible(element)) continue;
    const word = texts.map(findSpacedWord).find((found) => found !== null);
    yield word === undefined ? pass() : askReview(element, QUESTION, { text: word });
  }
};

/** Returns the first run of single letters with spaces between them that may be a word; null without one. */
function findSpacedWord(text: string): string | null {
  for (const [run] of text.matchAll(RUN)) {
    const letters = run.split(/\s+/);
    if (isWord(letters)) return letters.join(' ');
  }
  return null;
}

/** False for letters that are read one by one anyway, for a part of the alphabet, and for the same letters again. */
function isWord(letters: readonly string[]): boolean {
  const word = letters.join('');
  const isOrdered = letters.every((letter, index) => index === 0 || letter > (letters[index - 1] as string));
  const isSpelled = LATIN.test(word) && !VOWEL.test(word.normalize('NFD'));
  return !isOrdered && !isSpelled && new Set(letters).size > 2 && !CJK.test(word) && !noWords.has(word);
}
