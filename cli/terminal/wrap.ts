import { widthOf } from './width.ts';

/**
 * A text of one line as lines of so many columns, broken at spaces. A word that is longer than a line, such as an
 * address or a selector, stays whole, so that it can be copied and followed.
 * @param first what the first line begins with
 * @param others what all others begin with
 */
export function wrap(text: string, columns: number, first = '', others = first): string[] {
  const lines: string[] = [];
  let line = first;
  let width = widthOf(first);
  let isEmpty = true;
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const wordWidth = widthOf(word);
    if (!isEmpty && width + 1 + wordWidth > columns) {
      lines.push(line);
      line = others;
      width = widthOf(others);
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    width += isEmpty ? wordWidth : wordWidth + 1;
    isEmpty = false;
  }
  return [...lines, line];
}
