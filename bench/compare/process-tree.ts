import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc/<pid>/stat: USER_HZ, 100 on every architecture that Chromium runs on. */
const TICKS_PER_SECOND = 100;
const SAMPLE_EVERY_MS = 100;
/** Proportional set size takes the kernel milliseconds a process, so it is read less often. */
const MEMORY_EVERY_SAMPLES = 3;

/** What a process and all that descended from it have used. */
export interface Usage {
  /** User and system seconds. */
  cpuSeconds: number;
  /** Most bytes at once since `forgetPeak`, shared pages divided among those who share them. */
  peakBytes: number;
}

/** What /proc/<pid>/stat says of a process. */
export interface ProcessStat {
  pid: number;
  parent: number;
  ticks: number;
  /** With the pid it names a process for good, for pids are used again. */
  startedAt: string;
}

/**
 * Reads a line of /proc/<pid>/stat. Source: proc_pid_stat(5).
 * @returns undefined when it is none
 */
export function parseStat(line: string): ProcessStat | undefined {
  // The name, in parentheses, may hold anything, parentheses too.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [, parent, , , , , , , , , , user, system] = fields;
  const startedAt = fields[19];
  if (startedAt === undefined) return undefined;
  return {
    pid: Number.parseInt(line, 10),
    parent: Number(parent),
    ticks: Number(user) + Number(system),
    startedAt,
  };
}

/**
 * Follows a process and its descendants, also those whose parents have ended, by looking every 100 ms. What a
 * process uses between the last look and its end is not seen, nor one that is gone before the first look.
 */
export class ProcessTree {
  readonly #known = new Map<number, { startedAt: string; ticks: number }>();
  /** Ticks of those who ended. */
  #ended = 0;
  #peak = 0;
  #samples = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(root: number) {
    this.#known.set(root, { startedAt: '', ticks: 0 });
    this.#timer = setInterval(() => this.#sample(), SAMPLE_EVERY_MS);
    this.#sample();
  }

  usage(): Usage {
    this.#sample();
    let ticks = this.#ended;
    for (const each of this.#known.values()) ticks += each.ticks;
    return { cpuSeconds: ticks / TICKS_PER_SECOND, peakBytes: this.#peak };
  }

  forgetPeak(): void {
    this.#peak = 0;
  }

  /** Stops looking. */
  leave(): void {
    clearInterval(this.#timer);
  }

  /** Stops looking, and kills whoever is left. */
  end(): void {
    this.leave();
    this.#sample();
    for (const pid of this.#known.keys()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended meanwhile.
      }
    }
  }

  #sample(): void {
    const stats = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => parseStat(readOrEmpty(`/proc/${pid}/stat`)) ?? []);
    const alive = new Map(stats.map((stat) => [stat.pid, stat]));
    for (const [pid, known] of this.#known) {
      const stat = alive.get(pid);
      if (stat === undefined || (known.startedAt !== '' && known.startedAt !== stat.startedAt)) {
        this.#ended += known.ticks;
        this.#known.delete(pid);
      }
    }
    // A child may be listed before its parent, so until nobody joins.
    for (let before = -1; before !== this.#known.size; ) {
      before = this.#known.size;
      for (const stat of stats) {
        if (this.#known.has(stat.pid) || this.#known.has(stat.parent)) this.#known.set(stat.pid, stat);
      }
    }
    if (this.#samples++ % MEMORY_EVERY_SAMPLES === 0) this.#measureMemory();
  }

  #measureMemory(): void {
    let bytes = 0;
    for (const pid of this.#known.keys()) {
      const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`)) ?? [];
      bytes += Number(kilobytes ?? 0) * 1024;
    }
    this.#peak = Math.max(this.#peak, bytes);
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it ended meanwhile
  }
}
