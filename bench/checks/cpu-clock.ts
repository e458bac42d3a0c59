import { readdirSync, readFileSync } from 'node:fs';

/**
 * Reads the CPU time of this process and of all processes that it started, to the nanosecond. What a thread used that
 * ended between two snapshots is not counted.
 */
export class CpuClock {
  readonly #without: number | undefined;

  /** @param without the id of a process that is not counted, such as the server of the pages */
  constructor(without?: number) {
    this.#without = without;
  }

  /** Returns the CPU time in nanoseconds by thread. */
  read(): Map<string, number> {
    const times = new Map<string, number>();
    this.#readProcess(String(process.pid), times);
    return times;
  }

  #readProcess(pid: string, times: Map<string, number>): void {
    for (const thread of readOrEmpty(() => readdirSync(`/proc/${pid}/task`))) {
      const folder = `/proc/${pid}/task/${thread}`;
      // Source: https://docs.kernel.org/scheduler/sched-stats.html: time on the CPU in nanoseconds comes first.
      const [time] = readOrEmpty(() => readFileSync(`${folder}/schedstat`, 'utf8').split(' '));
      times.set(thread, Number(time ?? 0));
      const children = readOrEmpty(() => readFileSync(`${folder}/children`, 'utf8').trim().split(' '));
      for (const child of children)
        if (child !== '' && Number(child) !== this.#without) this.#readProcess(child, times);
    }
  }
}

/** Returns the CPU time between two snapshots in milliseconds. */
export function subtractCpu(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let nanoseconds = 0;
  for (const [thread, time] of after) nanoseconds += time - (before.get(thread) ?? 0);
  return nanoseconds / 1_000_000;
}

function readOrEmpty<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch {
    return []; // the process or thread has ended
  }
}
