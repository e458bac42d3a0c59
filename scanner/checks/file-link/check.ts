import { type Check, fail, pass } from '../check.ts';
import { listLinks, readLinkTexts, readTextsAround } from '../in-page/link-texts.ts';

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

/** Tests links to documents and archives. */
export const check: Check = function* (page) {
  for (const link of listLinks(page)) {
    const extension = getExtension(link.attr('href') ?? '');
    const names = Object.hasOwn(typeNames, extension) ? typeNames[extension] : undefined;
    if (names === undefined) continue;
    const isNamedIn = (texts: string) => names.some((name) => texts.includes(name));
    const isNamed = isNamedIn(readLinkTexts(page, link)) || isNamedIn(readTextsAround(page, link));
    if (link.hasAttr('aria-describedby') || isNamed) yield pass();
    else
      yield fail(link, `The link leads to a file of type ${extension}, and no text says so.`, { extension });
  }
};

/** Returns the extension of the file in an address, in lower case; empty without one. */
function getExtension(address: string): string {
  const { pathname } = URL.parse(address, 'http://host/') ?? { pathname: '' };
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
}
