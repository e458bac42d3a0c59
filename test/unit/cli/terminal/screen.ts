import type { Host, Output } from '../../../../cli/host.ts';

/**
 * A terminal with a number of columns that shows both outputs. It supports what the tests need: text, CR, LF, erase to
 * the end.
 */
export class Screen {
  readonly columns: number;
  /** Everything that was written. */
  raw = '';
  readonly #lines: string[] = [''];
  #column = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  /** Returns the visible lines, without empty lines at the end. */
  get shown(): string[] {
    return this.#lines.slice(0, this.#lines.findLastIndex((line) => line !== '') + 1);
  }

  get cursorColumn(): number {
    return this.#column;
  }

  readonly output: Output = {
    isTTY: true,
    columns: 0,
    write: (text) => {
      this.raw += text;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences that a terminal interprets
      for (const [token] of text.matchAll(/\u001b\[K|\u001b\[\d+m|[\s\S]/gu)) this.#take(token);
    },
  };

  #take(token: string): void {
    const line = this.#lines.at(-1) ?? '';
    if (token === '\n') {
      this.#lines.push('');
      this.#column = 0;
    } else if (token === '\r') this.#column = 0;
    else if (token === '\u001b[K') this.#lines[this.#lines.length - 1] = line.slice(0, this.#column);
    else if (!token.startsWith('\u001b')) {
      if (this.#column === this.columns) {
        this.#take('\n');
        this.#take(token);
        return;
      }
      this.#lines[this.#lines.length - 1] =
        line.slice(0, this.#column) + token + line.slice(this.#column + 1);
      this.#column += 1;
    }
  }
}

/** The text that one output received, as lines of a file. */
export class Pipe {
  text = '';
  readonly output: Output = {
    isTTY: false,
    columns: 80,
    write: (text) => {
      this.text += text;
    },
  };
}

/** Returns a host with these outputs. */
export function hostOf(
  { stdout, stderr }: Pick<Host, 'stdout' | 'stderr'>,
  env: Host['env'] = {},
): { host: Host; interrupt: () => void } {
  const interruption = new AbortController();
  return {
    host: { env, cwd: '/', stdout, stderr, ask: null, interrupted: interruption.signal },
    interrupt: () => interruption.abort(),
  };
}
