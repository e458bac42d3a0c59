import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { listElementsWithin } from '../in-page/checked-page.ts';
import { isText } from '../in-page/nodes.ts';

/** Minimum number of letters of a word. */
const LETTERS_MIN = 4;
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
    yield word === undefined ? pass(element) : askReview(element, QUESTION, { text: word });
  }
};

/** Returns the first run of single letters with single spaces between them that may be a word; null without one. */
function findSpacedWord(text: string): string | null {
  let run: string[] = [];
  for (const part of [...text.replace(/[\t\n\r]/g, ' ').split(/[ \u00a0]/), '']) {
    if (/^\p{L}$/u.test(part)) run.push(part);
    else {
      if (run.length >= LETTERS_MIN && isWord(run)) return run.join(' ');
      run = [];
    }
  }
  return null;
}

/** False for a part of the alphabet, and for the same letters again. */
function isWord(letters: readonly string[]): boolean {
  const isOrdered = letters.every((letter, index) => index === 0 || letter > (letters[index - 1] as string));
  return !isOrdered && new Set(letters).size > 2;
}
