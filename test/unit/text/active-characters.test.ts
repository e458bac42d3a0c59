import { describe, expect, it } from 'vitest';
import { escapeLogBlock, escapeLogLine } from '../../../cli/terminal/log-text.ts';
import { formatTable } from '../../../cli/terminal/table.ts';
import { toPlainMessage } from '../../../core/fixes/describe-fix.ts';
import { escapeAsJson, escapeText } from '../../../core/text/active-characters.ts';
import { escapeJson } from '../../../core/text/json.ts';
import { escapeLine } from '../../../core/text/line.ts';
import { escapeCsvCell } from '../../../formats/escaping/csv-cell.ts';
import { formatCodeSpan } from '../../../formats/escaping/markdown.ts';
import { escapeXmlLine } from '../../../formats/escaping/xml.ts';
import { escapeHtml } from '../../../formats/html/template.ts';
import { escapeMessageText } from '../../../formats/sarif/text.ts';
import { escapeLogText, toPlainText } from '../../../local/terminal.ts';

/**
 * From DerivedCoreProperties.txt, PropList.txt and UnicodeData.txt of Unicode 16.0,
 * https://www.unicode.org/Public/16.0.0/ucd/
 */
const activeRanges: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x061c, 0x061c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xfdd0, 0xfdef],
  [0xfeff, 0xfeff],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe00ff],
  [0xe01f0, 0xe0fff],
  ...Array.from({ length: 17 }, (_, plane) => [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff] as const),
];
const active = activeRanges.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
);

/** The output of each writer for a text from a page. */
const shownByCodePoint: Record<string, (text: string) => string> = {
  text: escapeText,
  line: escapeLine,
  'log of the command': escapeLogLine,
  'lines in the log of the command': escapeLogBlock,
  'table of the administrator': (text) => formatTable([{ text }], [['', (row) => row.text]]).trim(),
  'terminal of the runtime': toPlainText,
  HTML: escapeHtml,
  CSV: escapeCsvCell,
  Markdown: (text) => formatCodeSpan(text, 1_000).slice(1, -1),
  'XML of JUnit': escapeXmlLine,
  SARIF: (text) => escapeMessageText(text, 1_000),
};
const writtenAsJson: Record<string, (text: string) => string> = {
  'JSON of reports and commands': (text) => escapeJson(JSON.stringify(text)),
  'log of the runtime': (text) => escapeLogText(JSON.stringify(text)),
};

describe('active characters', () => {
  it('are exactly those that Unicode defines as controls, as ignorable, as separators or as noncharacters', () => {
    const found: string[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
      const character = String.fromCodePoint(codePoint);
      if (escapeAsJson(character) !== character) found.push(character);
    }
    expect(found).toEqual(active.toSorted((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0)));
  });

  it.each(Object.entries(shownByCodePoint))('never reach a %s', (_, written) => {
    const left = active.filter((character) => written(`a ${character} b`).includes(character));
    expect(left).toEqual([]);
  });

  it.each(Object.entries(writtenAsJson))('never reach a %s, whose value stays the same', (_, written) => {
    for (const character of active) {
      const text = `a ${character} b`;
      expect(written(text)).not.toContain(character);
      expect(JSON.parse(written(text))).toBe(text);
    }
  });

  it('never reach a text about a fix, which replaces them by a space', () => {
    const left = active.filter((character) => toPlainMessage(`a${character}b`).includes(character));
    expect(left.filter((character) => !/\p{Cn}/u.test(character))).toEqual([]);
  });
});

/** Text, its escaped text for people, and its JSON text. */
const cases: readonly [what: string, text: string, shown: string, json: string][] = [
  ['an escape sequence', 'a\u001b[31mb', 'a[U+001B][31mb', '"a\\u001b[31mb"'],
  ['its one-byte encoding', 'a\u009b2Jb', 'a[U+009B]2Jb', '"a\\u009b2Jb"'],
  ['a backspace', 'a\u0008b', 'a[U+0008]b', '"a\\bb"'],
  ['a right-to-left override', 'a\u202eb', 'a[U+202E]b', '"a\\u202eb"'],
  ['an isolate', 'a\u2066b', 'a[U+2066]b', '"a\\u2066b"'],
  ['a right-to-left mark', 'a\u200fb', 'a[U+200F]b', '"a\\u200fb"'],
  ['an Arabic letter mark', 'a\u061cb', 'a[U+061C]b', '"a\\u061cb"'],
  ['a zero-width space', 'a\u200bb', 'a[U+200B]b', '"a\\u200bb"'],
  ['a word joiner', 'a\u2060b', 'a[U+2060]b', '"a\\u2060b"'],
  ['a byte order mark', 'a\ufeffb', 'a[U+FEFF]b', '"a\\ufeffb"'],
  ['a Mongolian vowel separator', 'a\u180eb', 'a[U+180E]b', '"a\\u180eb"'],
  ['an interlinear annotation', 'a\ufff9b', 'a[U+FFF9]b', '"a\\ufff9b"'],
  ['a line separator', 'a\u2028b', 'a[U+2028]b', '"a\\u2028b"'],
  ['a tag character', 'a\u{e0041}b', 'a[U+E0041]b', '"a\\udb40\\udc41b"'],
  ['a noncharacter', 'a\uffffb', 'a[U+FFFF]b', '"a\\uffffb"'],
  ['a lone surrogate', 'a\ud800b', 'a\ufffdb', '"a\\ud800b"'],
  ['a soft hyphen in a word', 'Bundes\u00adamt', 'Bundes\u00adamt', '"Bundes\\u00adamt"'],
  ['a soft hyphen elsewhere', 'a \u00ad1', 'a [U+00AD]1', '"a \\u00ad1"'],
  ['a non-joiner in a word', 'می\u200cخواهم', 'می\u200cخواهم', '"می\\u200cخواهم"'],
  ['a non-joiner elsewhere', 'a\u200c.b', 'a[U+200C].b', '"a\\u200c.b"'],
  ['joiners of emoji', '👩🏽\u200d💻 ❤️\u200d🔥', '👩🏽\u200d💻 ❤️\u200d🔥', '"👩🏽\\u200d💻 ❤️\\u200d🔥"'],
  ['a second joiner', 'a\u200d\u200db', 'a[U+200D][U+200D]b', '"a\\u200d\\u200db"'],
  [
    'letters and numbers of any script',
    '日本語 ٣ \u0600٣ Ünï',
    '日本語 ٣ \u0600٣ Ünï',
    '"日本語 ٣ \u0600٣ Ünï"',
  ],
];

describe.each(cases)('%s', (_, text, shown, json) => {
  it.each(Object.entries(shownByCodePoint))('in %s', (_name, written) => {
    expect(written(text)).toBe(shown);
  });

  it.each(Object.entries(writtenAsJson))('in %s', (_name, written) => {
    expect(written(text)).toBe(json);
  });
});
