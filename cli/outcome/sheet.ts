import { escapeLogLine } from '../terminal/log-text.ts';
import { wrap } from '../terminal/width.ts';

/** How a paragraph looks. */
interface Look {
  /** Spaces before every line. */
  indent?: number;
  /** What it begins with, e.g. `- ` or `Page: `. */
  label?: string;
  /** Spaces before its further lines, beyond `indent`. */
  hanging?: number;
  /** Put on every line. */
  mark?: (line: string) => string;
}

/**
 * Lines for a terminal, escaped and wrapped at its width. Marks are put on after the wrapping, for they take no columns.
 */
export class Sheet {
  readonly lines: string[] = [];
  readonly #columns: number;

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** Adds a paragraph; with a label its further lines are indented a little. */
  add(text: string, { indent = 0, label = '', hanging = label === '' ? 0 : 2, mark }: Look = {}): void {
    const before = ' '.repeat(indent);
    for (const line of wrap(
      escapeLogLine(text),
      this.#columns,
      before + label,
      before + ' '.repeat(hanging),
    )) {
      const body = line.trimStart();
      this.lines.push(line.slice(0, line.length - body.length) + (mark ? mark(body) : body));
    }
  }

  /** An empty line, but neither at the beginning nor after another. */
  gap(): void {
    if (this.lines.length > 0 && this.lines.at(-1) !== '') this.lines.push('');
  }
}
