import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { listLinks, readLinkTexts, readTextsAround } from '../in-page/link-texts.ts';
import { toWords } from '../in-page/words/languages.ts';

/** Names of types of files, in lower case, by extension. */
const typeNames: Readonly<Record<string, readonly string[]>> = {
  pdf: ['pdf', 'acrobat'],
  doc: ['doc', 'word'],
  docx: ['doc', 'word'],
  odt: ['odt', 'opendocument', 'writer'],
  rtf: ['rtf', 'rich text'],
  xls: ['xls', 'excel', 'spreadsheet', 'tabelle'],
  xlsx: ['xls', 'excel', 'spreadsheet', 'tabelle'],
  ods: ['ods', 'opendocument', 'calc', 'spreadsheet'],
  csv: ['csv'],
  ppt: ['ppt', 'powerpoint', 'slides', 'folien'],
  pptx: ['ppt', 'powerpoint', 'slides', 'folien'],
  odp: ['odp', 'opendocument', 'slides'],
  epub: ['epub', 'e-book', 'ebook'],
  zip: ['zip', 'archiv'],
};

/** Minimum length of a name of a type that words can begin with, such as "archiv" in "archive". */
const BEGIN_MIN = 5;

/** Folders in the addresses of pages that show a file of a repository or a wiki, with what else is known of it. */
const VIEWER = /\/(?:(?:blob|blame)\/|wiki\/[^/]{1,40}:)/i;

/** Tests links to documents and archives. */
export const check: Check = function* (page) {
  const textsAround = new Map<PageElement, string>();
  for (const link of listLinks(page)) {
    const extension = getExtension(link.attr('href') ?? '');
    const names = Object.hasOwn(typeNames, extension) ? typeNames[extension] : undefined;
    if (names === undefined) continue;
    const texts = readLinkTexts(page, link);
    const isNamed =
      names.some((name) => texts.includes(name)) ||
      hasWord(readTextsAround(page, link, textsAround), [extension, ...names]);
    if (link.hasAttr('aria-describedby') || isNamed) yield pass();
    else
      yield fail(link, `The link leads to a file of type ${extension}, and no text says so.`, { extension });
  }
};

/** Returns whether a text has one of the names as a word: other texts can have "doctor" or "password". */
function hasWord(text: string, names: readonly string[]): boolean {
  const words = toWords(text);
  const phrase = ` ${words.join(' ')} `;
  return names.some(
    (name) =>
      phrase.includes(` ${toWords(name).join(' ')} `) ||
      (name.length >= BEGIN_MIN && words.some((word) => word.startsWith(name))),
  );
}

/** Returns the extension of the file at an address, in lower case; empty without one. */
function getExtension(address: string): string {
  const { pathname } = URL.parse(address, 'http://host/') ?? { pathname: '' };
  if (VIEWER.test(pathname)) return '';
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
}
