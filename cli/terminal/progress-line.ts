import { stripVTControlCharacters } from 'node:util';
import type { Output } from '../host.ts';
import type { Progress } from './terminal.ts';
import { truncateToColumns } from './width.ts';

const CLEAR = '\r\u001b[K';

/** The one line of a terminal that is written anew while something goes on. */
export class ProgressLine {
  readonly #output: Output;
  #shown = '';
  #isClosed = false;

  constructor(output: Output) {
    this.#output = output;
  }

  /** Lets whole lines be written where the line of progress is, and shows that again below. */
  below(writeLines: () => void): void {
    const shown = this.#shown;
    this.#clear();
    writeLines();
    this.#show(shown);
  }

  /** Takes the line away for good, and shows none from now on. */
  close(): void {
    this.#clear();
    this.#isClosed = true;
  }

  begin(): Progress {
    let given = '';
    let isOver = false;
    return {
      update: (text) => {
        if (isOver || text === given) return;
        given = text;
        this.#clear();
        this.#show(text);
      },
      end: () => {
        isOver = true;
        this.#clear();
      },
    };
  }

  #clear(): void {
    if (this.#shown === '') return;
    this.#output.write(CLEAR);
    this.#shown = '';
  }

  #show(text: string): void {
    if (this.#isClosed || text === '') return;
    // The last column stays free, for some terminals go on to the next line when it is written.
    this.#shown = truncateToColumns(stripVTControlCharacters(text), this.#output.columns - 1);
    this.#output.write(this.#shown);
  }
}

/** Between two lines of progress, in milliseconds: a log that grows by the second helps nobody. */
const PAUSE = 10_000;

/**
 * Progress as lines of their own: the first at once, others when the text has changed and the last line is older than
 * ten seconds.
 * @param now a clock that only goes forward, in milliseconds
 */
export function createProgressLog(write: (line: string) => void, now: () => number): Progress {
  let said = '';
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    update: (text) => {
      if (text === said || now() - saidAt < PAUSE) return;
      said = text;
      saidAt = now();
      write(text);
    },
    end: () => {},
  };
}
