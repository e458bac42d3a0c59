import type { AlertMessage, MessageEntry, MessageSection } from '../../core/alerts/message.ts';
import { escapeLine } from '../../core/text/line.ts';
import { lengths, type UnsubscribeLink, words } from './words.ts';

/** RFC 5322, 2.1.1, recommends lines of at most 78 characters. Addresses may be longer. */
const WIDTH = 76;

/** Maximum number of characters of a word or an address, four bytes each: RFC 5322 allows 998 bytes in a line. */
const WORD_LENGTH_MAX = 240;

/** Returns a message as plain text. */
export function renderMailText(message: AlertMessage, unsubscribe: UnsubscribeLink | null): string {
  const { title, intro, sections, action, reason, settings } = message;
  const blocks = [
    underline(title, '='),
    ...intro.map((paragraph) => wrap(paragraph, lengths.paragraph)),
    ...sections.flatMap(renderSection),
    renderLink(action.text, action.url),
    '-'.repeat(WIDTH),
    wrap(`${words.reason}: ${reason}`, lengths.paragraph),
    settings === null ? '' : renderLink(settings.text, settings.url),
    unsubscribe === null ? '' : renderLink(words.unsubscribe[unsubscribe.kind], unsubscribe.url),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function renderSection({ heading, intro = [], entries, omitted }: MessageSection): string[] {
  return [
    underline(heading, '-'),
    ...intro.map((paragraph) => wrap(paragraph, lengths.paragraph)),
    ...entries.map(renderEntry),
    ...(omitted === 0 ? [] : [words.omitted(omitted)]),
  ];
}

function renderEntry({ title, link, facts, remedy }: MessageEntry, index: number): string {
  const number = `${index + 1}. `;
  const indent = ' '.repeat(number.length);
  return [
    wrap(title, lengths.heading, number, indent),
    ...facts.map(({ name, value }) => wrap(`${name}: ${value}`, lengths.fact, indent, `${indent}  `)),
    ...(remedy === null ? [] : [wrap(`${words.remedy}: ${remedy}`, lengths.remedy, indent, `${indent}  `)]),
    ...(link === null ? [] : [indent + toLine(link)]),
  ].join('\n');
}

function renderLink(text: string, url: string): string {
  return `${wrap(text, lengths.heading)}:\n${toLine(url)}`;
}

function underline(text: string, character: string): string {
  const wrapped = wrap(text, lengths.heading);
  const longest = Math.max(...wrapped.split('\n').map((line) => line.length));
  return `${wrapped}\n${character.repeat(Math.min(WIDTH, longest))}`;
}

/** Returns an address as one line. All characters of an address are ASCII. */
function toLine(url: string): string {
  return escapeLine(URL.parse(url)?.href ?? '', 4 * WORD_LENGTH_MAX);
}

/**
 * Returns a text, broken into lines between words.
 * @param max length in characters; longer text is cut
 * @param first begins the first line
 * @param rest begins all other lines
 */
function wrap(text: string, max: number, first = '', rest = ''): string {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of splitWords(escapeLine(text, max))) {
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = rest;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].join('\n');
}

/** Returns the words of a line. A very long one is split. */
function splitWords(line: string): string[] {
  return line.split(' ').flatMap((word) => word.match(LONGEST) ?? []);
}

/** At most `WORD_LENGTH_MAX` characters. */
const LONGEST = /.{1,240}/gsu;
