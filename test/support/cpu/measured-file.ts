import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Process that ran the file, and when, in milliseconds since 1970. */
    measured?: { pid: number; startedAt: number; endedAt: number };
  }
}

/**
 * Setup file of a run with `MEASURE_CPU`: notes which process runs the test file and when, so that the reporter
 * knows whose CPU time it was. It runs before the test file is loaded, because loading costs as much as many tests.
 */
const startedAt = Date.now();

// biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures the hook uses: none.
afterAll(({}, suite) => {
  suite.file.meta.measured = { pid: process.pid, startedAt, endedAt: Date.now() };
});
