import { escapeLogLine } from '../terminal/log-text.ts';
import { wrap } from '../terminal/width.ts';

/** Layout of a paragraph. */
interface Look {
  /** Spaces before every line. */
  indent?: number;
  /** Text at its beginning, e.g. `- ` or `Page: `. */
  label?: string;
  /** Spaces before its further lines, in addition to `indent`. */
  hanging?: number;
  /** Styles each line. */
  style?: (line: string) => string;
}

/** Lines for a terminal, escaped and wrapped. Styles are applied after wrapping, because they need no columns. */
export class Sheet {
  readonly lines: string[] = [];
  readonly #columns: number;

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** Adds a paragraph. With a label, further lines are indented. */
  add(text: string, { indent = 0, label = '', hanging = label === '' ? 0 : 2, style }: Look = {}): void {
    const indentText = ' '.repeat(indent);
    for (const line of wrap(
      escapeLogLine(text),
      this.#columns,
      indentText + label,
      indentText + ' '.repeat(hanging),
    )) {
      const body = line.trimStart();
      this.lines.push(line.slice(0, line.length - body.length) + (style ? style(body) : body));
    }
  }

  /** Adds an empty line, except at the beginning or after another one. */
  gap(): void {
    if (this.lines.length > 0 && this.lines.at(-1) !== '') this.lines.push('');
  }
}
