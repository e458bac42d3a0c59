import { askReview, type Check, fail, pass } from '../check.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { findTitle } from '../in-page/title.ts';
import { toPhrase, toWords } from '../in-page/words/languages.ts';
import { placeholderTitles } from '../in-page/words/placeholders.ts';

declare const location: { pathname: string };

const placeholders: ReadonlySet<string> = new Set(placeholderTitles);
/** Minimum number of words of a page that are compared with its title. */
const WORDS_MIN = 8;
/** Minimum length of a word that says something, in characters. */
const WORD_MIN = 4;
/** Length of the beginning of words that is compared, so that other endings do not matter. */
const STEM_LENGTH = 4;
/** Minimum number of words that a heading has and the title lacks. */
const MORE_WORDS_MIN = 4;
const unread: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template', 'noscript']);
const describing = ['alt', 'title', 'aria-label', 'placeholder', 'value'];

/** Tests the first title of a document. */
export const check: Check = function* (page) {
  if (!page.isWhole || !page.isTop) return;
  const found = findTitle(page);
  if (found === undefined) return;
  const { title, text } = found;
  const phrase = toPhrase(text);
  if (phrase === '') return;
  if (placeholders.has(phrase))
    yield fail(title, 'The title is a text that a template or a tool wrote.', { title: text });
  else if (/^[^\s/]{1,80}\.(?:html?|php|aspx?|jsp)$/i.test(text)) {
    yield fail(title, 'The title is the name of a file.', { title: text });
  } else if (sharesNoWord(page, phrase) || isOnlyPartOfHeading(page, phrase))
    yield askReview(title, 'Does the title describe the page?', { title: text });
  else yield pass();
};

/** True if the title has words that say something, and none of them is on the page. */
function sharesNoWord(page: CheckedPage, phrase: string): boolean {
  const titleWords = phrase.split(' ').filter((word) => word.length >= WORD_MIN);
  // The words of other writing systems are not separated by spaces.
  if (titleWords.length === 0 || /[^\p{Script=Latin}\p{N}\s]/u.test(phrase)) return false;
  const stems = new Set(titleWords.map((word) => word.slice(0, STEM_LENGTH)));
  let words = 0;
  for (const text of listTexts(page)) {
    for (const word of toWords(text)) {
      words += 1;
      if (stems.has(word.slice(0, STEM_LENGTH))) return false;
    }
  }
  return words >= WORDS_MIN;
}

/**
 * True if the only main heading has the title and more words: then the title may be the name of the site, which the
 * first page of a site may have.
 */
function isOnlyPartOfHeading(page: CheckedPage, phrase: string): boolean {
  const [heading, another] = page.byTag('h1').filter((each) => page.isVisible(each));
  if (heading === undefined || another !== undefined || location.pathname === '/') return false;
  const more = ` ${toPhrase(page.name(heading))} `;
  const words = phrase.split(' ').length;
  return words > 1 && more.includes(` ${phrase} `) && more.trim().split(' ').length >= words + MORE_WORDS_MIN;
}

/** Yields the texts of a page, hidden or not, and of attributes that describe its elements. */
function* listTexts(page: CheckedPage): Generator<string> {
  for (const { parent, props } of page.allTexts) {
    const above = parent?.parent?.props.nodeName ?? '';
    if (parent !== null && !unread.has(parent.props.nodeName) && !unread.has(above))
      yield props.nodeValue ?? '';
  }
  for (const element of page.allElements) {
    for (const name of describing) if (element.hasAttr(name)) yield element.attr(name) ?? '';
  }
}
