import { stripVTControlCharacters } from 'node:util';
import type { Output } from '../host.ts';
import type { Progress } from './terminal.ts';
import { truncateToColumns } from './width.ts';

const CLEAR = '\r\u001b[K';

/** One line of a terminal that is rewritten while the progress changes. */
export class ProgressLine {
  readonly #output: Output;
  #shown = '';
  #isClosed = false;

  constructor(output: Output) {
    this.#output = output;
  }

  /** Clears the progress line, lets the callback write whole lines, and shows the progress line again below them. */
  writeAbove(writeLines: () => void): void {
    const shown = this.#shown;
    this.#clear();
    writeLines();
    this.#show(shown);
  }

  /** Removes the line. Later updates show nothing. */
  close(): void {
    this.#clear();
    this.#isClosed = true;
  }

  begin(): Progress {
    let lastText = '';
    let isOver = false;
    return {
      update: (text) => {
        if (isOver || text === lastText) return;
        lastText = text;
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
    // The last column stays free, because some terminals wrap as soon as it is written.
    this.#shown = truncateToColumns(stripVTControlCharacters(text), this.#output.columns - 1);
    this.#output.write(this.#shown);
  }
}

/** Minimum time between two progress lines in a log, in milliseconds. Without it the log grows too fast. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Creates progress that writes a new line for each update: the first at once, later ones if the text changed and the
 * last line is older than ten seconds.
 * @param now a monotonic clock, in milliseconds
 */
export function createProgressLog(write: (line: string) => void, now: () => number): Progress {
  let lastText = '';
  let writtenAt = Number.NEGATIVE_INFINITY;
  return {
    update: (text) => {
      if (text === lastText || now() - writtenAt < LOG_INTERVAL_MS) return;
      lastText = text;
      writtenAt = now();
      write(text);
    },
    end: () => {},
  };
}
