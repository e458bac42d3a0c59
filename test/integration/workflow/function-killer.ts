import type { FunctionName } from './functions.ts';

/** Returns what kills functions after one of their writes, each function once. */
export function createFunctionKiller() {
  /** The functions that are still to be killed, and after which of their writes. */
  let targets = new Set<FunctionName>();
  let after = 0;
  let killed: FunctionName[] = [];
  let writes = new Map<FunctionName, number>();

  return {
    /** Starts to count writes anew. Kills these functions after the write with this number. */
    arm(names: readonly FunctionName[], write: number): void {
      writes = new Map();
      killed = [];
      after = write;
      targets = new Set(names);
    },
    disarm(): void {
      targets = new Set();
    },
    /** Returns the functions that were killed since `arm`. */
    killed: () => killed,
    /** Counts a write. Returns true if the function is killed after it. */
    killAfterWrite(name: FunctionName): boolean {
      const count = (writes.get(name) ?? 0) + 1;
      writes.set(name, count);
      if (count !== after || !targets.delete(name)) return false;
      killed.push(name);
      return true;
    },
  };
}
