import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const rootFolder = join(import.meta.dirname, '../..');

/** Returns the text of a document, by its path from the root, with line breaks as spaces. */
export function readDocument(path: string): string {
  return readFileSync(join(rootFolder, path), 'utf8').replaceAll(/\s+/g, ' ');
}

/** Returns the cells of the rows of every table of a document that has these headings. */
export function readRows(path: string, ...headings: string[]): string[][] {
  const [, ...tables] = readFileSync(join(rootFolder, path), 'utf8').split(`| ${headings.join(' | ')} |\n`);
  return tables.flatMap((table) => {
    // The first row separates the headings from the others.
    const [, ...rows] = (/^(?:\|.*\n)*/.exec(table)?.[0] ?? '').split('\n').filter(Boolean);
    return rows.map((row) =>
      row
        .slice(2, -2)
        .split(/(?<!\\) \| /)
        .map((cell) => cell.replaceAll('\\|', '|')),
    );
  });
}

/** Returns a number in the notation of the documents: `1,000`. */
export function written(number: number): string {
  return number.toLocaleString('en-US');
}

const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Returns a small number as a word. */
export function inWords(number: number): string {
  return words[number] ?? String(number);
}
