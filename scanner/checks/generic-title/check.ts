import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { findTitle } from '../in-page/title.ts';
import { toPhrase, toWords } from '../in-page/words/languages.ts';
import { placeholderTitles } from '../in-page/words/placeholders.ts';

declare const location: { pathname: string };

const placeholders: ReadonlySet<string> = new Set(placeholderTitles);
/** Minimum number of words of a page that are compared with its title. */
const WORDS_MIN = 5;
/** Minimum length of a word that says something, in characters. */
const WORD_MIN = 4;
/** Length of the beginning of words that is compared, so that other endings do not matter. */
const STEM_LENGTH = 4;
/** Minimum number of words that a heading has and the title lacks. */
const MORE_WORDS_MIN = 4;
/** Words of titles that say nothing about a page, in some languages. */
const empty: ReadonlySet<string> = new Set(
  (
    'a an the this that these of for to and or on in at with from by is are be it its my our your you we new ' +
    'page pages webpage website web site title titles document main start untitled tab ' +
    'name content ' +
    'der die das dies diese dieser und mit von für im auf zur zum ihre unsere seite titel ' +
    'le la les un une des de du et sur pour avec ce cette votre notre titre ' +
    'el los las una y con para este esta su nuestra página título'
  ).split(' '),
);
/** Words of titles for the first page of a site. */
const greetings: ReadonlySet<string> = new Set(
  'welcome home homepage willkommen startseite bienvenue accueil bienvenido bienvenidos inicio'.split(' '),
);
/** Minimum number of words of a title that says nothing without a greeting. */
const EMPTY_WORDS_MIN = 3;
/** Elements around the content of a page that all pages of a site have. */
const siteParts: ReadonlySet<string> = new Set(['header', 'footer', 'nav']);
/** Elements within which those are a part of the content. */
const contentParts: ReadonlySet<string> = new Set(['main', 'article', 'section', 'aside']);
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
  } else if (isEmpty(phrase) || sharesNoWord(page, phrase) || isOnlyPartOfHeading(page, phrase))
    yield askReview(title, 'Does the title describe the page?', { title: text });
  else yield pass();
};

/**
 * True for a title whose words say nothing about a page. The first page of a site may be its home. Two words are often
 * a name.
 */
function isEmpty(phrase: string): boolean {
  const words = phrase.split(' ');
  const isLong = words.length >= EMPTY_WORDS_MIN || words.some((word) => greetings.has(word));
  return isLong && location.pathname !== '/' && words.every((word) => empty.has(word) || greetings.has(word));
}

/** True if the title has words that say something, and none of them is on the page. */
function sharesNoWord(page: CheckedPage, phrase: string): boolean {
  const titleWords = phrase
    .split(' ')
    .filter((word) => word.length >= WORD_MIN && !empty.has(word) && !greetings.has(word));
  // The words of other writing systems are not separated by spaces.
  if (titleWords.length === 0 || /[^\p{Script=Latin}\p{M}\p{N}\s]/u.test(phrase)) return false;
  const stems = new Set(titleWords.map((word) => word.slice(0, STEM_LENGTH)));
  // The name of a site is around the content of all its pages, so it says nothing about one of them.
  const around = location.pathname === '/' ? new Set<PageElement>() : listAroundContent(page);
  let words = 0;
  for (const text of listTexts(page, around)) {
    for (const word of toWords(text)) {
      words += 1;
      if (stems.has(word.slice(0, STEM_LENGTH))) return false;
    }
  }
  return words >= WORDS_MIN;
}

/** Returns the elements of the header, the footer and the navigation of a page that has content beside them. */
function listAroundContent(page: CheckedPage): ReadonlySet<PageElement> {
  const [main] = page.byTag('main');
  if (main === undefined) return new Set();
  const inContent = listElementsWithin(page, ({ props }) => contentParts.has(props.nodeName));
  const parts = page.byTag(...siteParts).filter((element) => !inContent.has(element));
  const outer = new Set(parts);
  return new Set([...parts, ...listElementsWithin(page, (element) => outer.has(element))]);
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

/** Yields the texts of a page but of some elements, hidden or not, and of attributes that describe its elements. */
function* listTexts(page: CheckedPage, without: ReadonlySet<PageElement>): Generator<string> {
  for (const { parent, props } of page.allTexts) {
    const above = parent?.parent?.props.nodeName ?? '';
    if (parent === null || without.has(parent as PageElement)) continue;
    if (!unread.has(parent.props.nodeName) && parent.props.nodeName !== 'title' && !unread.has(above))
      yield props.nodeValue ?? '';
  }
  for (const element of page.allElements) {
    if (without.has(element)) continue;
    for (const name of describing) if (element.hasAttr(name)) yield element.attr(name) ?? '';
  }
}
