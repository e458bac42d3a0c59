const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Whatever begins a character that terminals show two columns wide (https://www.unicode.org/reports/tr11/). */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NARROW_ONLY = /^[\x20-\x7e]*$/;

/** Columns that a line takes, as most terminals count. The line has neither controls nor marks. */
export function measureWidth(line: string): number {
  if (NARROW_ONLY.test(line)) return line.length;
  let width = 0;
  for (const { segment } of segments.segment(line)) width += columnsOf(segment);
  return width;
}

/** As much of a line as so many columns hold, with `…` at its end where that is not all. */
export function truncateToColumns(line: string, columns: number): string {
  if (measureWidth(line) <= columns) return line;
  let kept = '';
  let width = 0;
  for (const { segment } of segments.segment(line)) {
    width += columnsOf(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return columns < 1 ? '' : `${kept}…`;
}

function columnsOf(segment: string): number {
  return WIDE.test(segment) || segment.includes('\ufe0f') ? 2 : 1;
}

/**
 * A text of one line as lines of so many columns, broken at spaces. A word that is longer than a line, such as an
 * address or a selector, stays whole, so that it can be copied and followed.
 * @param first what the first line begins with
 * @param others what all others begin with
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
