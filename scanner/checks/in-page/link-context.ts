import type { PageElement } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';
import { isElement, listNodesWithin } from './nodes.ts';
import { readText } from './text.ts';
import { toPhrase, toWords } from './words/languages.ts';

/** Maximum length of a text that can say where a link leads. */
const CONTEXT_MAX = 2_000;
/** How many elements around a link can be its card. */
const LEVELS_MAX = 3;
const cellRoles: ReadonlySet<string> = new Set(['cell', 'gridcell']);
const landmarks: ReadonlySet<string> = new Set(['nav', 'header', 'footer']);
const codeTags: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'var']);
const headings: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** How many elements around a link are read at most; deeper links count as having a context. */
const ANCESTORS_MAX = 30;
/** Elements that end the search for the context, because they contain the page as a whole. */
const wholes: ReadonlySet<string> = new Set(['body', 'main', 'html']);

/** Words that say nothing, and that are also names, such as that of a language. */
const nameWords: ReadonlySet<string> = new Set(['go', 'this', 'here']);

/**
 * Returns a function that recognizes links whose text is a name: that of a part of the page, such as those of a table
 * of contents; the last part of the address, such as a language called Go; or code.
 */
export function createNaming(page: CheckedPage): (link: PageElement) => boolean {
  const byId = new Map(page.byAttribute('id').map((element) => [element.attr('id'), element]));
  return (link) => {
    if (isCode(link)) return true;
    const address = link.attr('href') ?? '';
    const part = address.startsWith('#') ? byId.get(address.slice(1)) : undefined;
    const phrase = toPhrase(page.name(link));
    if (part !== undefined) return toPhrase(readText(part, CONTEXT_MAX) ?? '') === phrase;
    const [path = ''] = address.split(/[?#]/, 1);
    const last = path.split('/').findLast((each) => each !== '');
    return nameWords.has(phrase) && toPhrase(last ?? '') === phrase;
  };
}

/** Returns whether the text of a link is code, as that of names in a reference. */
function isCode(link: PageElement): boolean {
  const content = link.children.filter((node) => isElement(node) || /\S/.test(node.props.nodeValue ?? ''));
  return [link.parent, content.length === 1 ? content[0] : null].some(
    (node) => node !== null && node !== undefined && codeTags.has(node.props.nodeName),
  );
}

/** Returns whether a link is the item of a list, which may be a menu. */
export function isListItem(page: CheckedPage, link: PageElement): boolean {
  return [link.parent, link.parent?.parent].some((up) => up != null && isElement(up) && isItem(page, up));
}

function isItem(page: CheckedPage, element: PageElement): boolean {
  return element.props.nodeName === 'li' || page.role(element) === 'listitem';
}

function isCell(page: CheckedPage, element: PageElement): boolean {
  return ['td', 'th'].includes(element.props.nodeName) || cellRoles.has(page.role(element) ?? '');
}

/** Returns the links to test that assistive technology perceives, also those by role. */
export function listLinksByRole(page: CheckedPage): PageElement[] {
  const byRole = page
    .byAttribute('role')
    .filter(({ props }) => props.nodeName !== 'a' && props.nodeName !== 'area');
  return [...page.byTag('a', 'area'), ...byRole].filter(
    (link) => page.role(link) === 'link' && page.isExposed(link),
  );
}

/**
 * Returns whether text around a link can say where it leads: a description, a table, a navigation, other words in its
 * block, or a heading beside it. Nothing around it can if false.
 */
export function hasContext(page: CheckedPage, link: PageElement, words: ReadonlySet<string>): boolean {
  const title = link.attr('title')?.trim() ?? '';
  if (link.hasAttr('aria-describedby') || link.hasAttr('aria-description')) return true;
  if (title !== '' && title !== page.name(link)) return true;
  let level = 0;
  let hasBlock = false;
  for (let up = link.parent; up !== null && isElement(up); up = up.parent) {
    const { nodeName } = up.props;
    if (landmarks.has(nodeName) || isCell(page, up) || up.attr('role') === 'navigation') return true;
    if (wholes.has(nodeName)) return !hasBlock && !isBlock(link) && hasOtherWords(up, words);
    if ((isItem(page, up) || !hasBlock) && hasOtherWords(up, words)) return true;
    if (up.hasAttr('aria-label') || up.hasAttr('aria-labelledby')) return true;
    hasBlock ||= isBlock(up);
    level += 1;
    if (level > ANCESTORS_MAX || (level <= LEVELS_MAX && hasHeading(up))) return true;
  }
  return false;
}

function isBlock(element: PageElement): boolean {
  return !element.getComputedStylePropertyValue('display').startsWith('inline');
}

/** Returns whether an element has words that are not those of links that say nothing. */
function hasOtherWords(element: PageElement, words: ReadonlySet<string>): boolean {
  const text = readText(element, CONTEXT_MAX);
  return text === null || toWords(text).some((word) => !words.has(word) && /\p{L}/u.test(word));
}

function hasHeading(element: PageElement): boolean {
  let nodes = 0;
  for (const node of listNodesWithin(element)) {
    nodes += 1;
    if (nodes > CONTEXT_MAX) return true;
    if (isElement(node) && (headings.has(node.props.nodeName) || node.attr('role') === 'heading'))
      return true;
  }
  return false;
}
