const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
/**
 * Matches the beginning of a character that terminals show two columns wide (https://www.unicode.org/reports/tr11/).
 */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NARROW_ONLY = /^[\x20-\x7e]*$/;

/**
 * Returns the number of columns of a line in most terminals. The line must not contain control or escape characters.
 */
export function measureWidth(line: string): number {
  if (NARROW_ONLY.test(line)) return line.length;
  let width = 0;
  for (const { segment } of segments.segment(line)) width += getColumns(segment);
  return width;
}

/** Truncates a line to a number of columns; a truncated line ends with `…`. */
export function truncateToColumns(line: string, columns: number): string {
  if (measureWidth(line) <= columns) return line;
  let kept = '';
  let width = 0;
  for (const { segment } of segments.segment(line)) {
    width += getColumns(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return columns < 1 ? '' : `${kept}…`;
}

function getColumns(segment: string): number {
  return WIDE.test(segment) || segment.includes('\ufe0f') ? 2 : 1;
}

/**
 * Wraps one line of text at spaces. A word that is longer than a line, such as a URL or a selector, stays whole, so
 * that it can be copied.
 * @param first beginning of the first line
 * @param others beginning of all other lines
 */
export function wrap(text: string, columns: number, first = '', others = first): string[] {
  const lines: string[] = [];
  let line = first;
  let width = measureWidth(first);
  let isEmpty = true;
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const wordWidth = measureWidth(word);
    if (!isEmpty && width + 1 + wordWidth > columns) {
      lines.push(line);
      line = others;
      width = measureWidth(others);
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    width += isEmpty ? wordWidth : wordWidth + 1;
    isEmpty = false;
  }
  return [...lines, line];
}
