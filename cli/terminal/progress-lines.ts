import type { Progress } from './terminal.ts';

/** Between two lines of progress, in milliseconds: a log that grows by the second helps nobody. */
const PAUSE = 10_000;

/**
 * Progress as lines of their own: the first at once, others when the text has changed and the last line is older than
 * ten seconds.
 * @param now a clock that only goes forward, in milliseconds
 */
export function progressLines(write: (line: string) => void, now: () => number): Progress {
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
