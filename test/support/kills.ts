/** After which of its writes a function is killed, in one scan after the other. */
export interface Kills {
  /** Numbers of writes, from 1. */
  writes: Iterable<number>;
  /** At least so many of them must be made, so that a test of no write fails. */
  leastWrites: number;
}

/** After each write, as long as a function makes as many. The caller ends when none was killed. */
export function everyWrite(leastWrites: number): Kills {
  return {
    leastWrites,
    writes: {
      *[Symbol.iterator]() {
        for (let write = 1; ; write++) yield write;
      },
    },
  };
}

/** After these writes only, all of which a function makes. */
export function someWrites(...writes: number[]): Kills {
  return { writes, leastWrites: writes.length };
}
