import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc/<pid>/stat: USER_HZ is 100 on every architecture that Chromium runs on. */
const TICKS_PER_SECOND = 100;
const SAMPLE_EVERY_MS = 100;
/** To compute the proportional set size, the kernel needs milliseconds per process, so it is read less often. */
const MEMORY_EVERY_SAMPLES = 3;

/** Resources that a process and all its descendants have used. */
export interface Usage {
  /** User and system time in seconds. */
  cpuSeconds: number;
  /** Peak memory in bytes since `forgetPeak`; shared memory pages are divided among the processes that share them. */
  peakBytes: number;
}

/** The fields of /proc/<pid>/stat that are used here. */
export interface ProcessStat {
  pid: number;
  parent: number;
  ticks: number;
  /** Identifies a process together with its pid, because pids are reused. */
  startedAt: string;
}

/**
 * Parses the content of /proc/<pid>/stat. Source: proc_pid_stat(5).
 * @returns undefined if it cannot be parsed
 */
export function parseStat(line: string): ProcessStat | undefined {
  // The name, in parentheses, may contain any character, including parentheses.
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
 * Follows a process and its descendants, including those whose parents have ended, by a sample every 100 ms. It
 * misses what a process uses between its last sample and its end, and a process that ends before its first sample.
 */
export class ProcessTree {
  readonly #known = new Map<number, { startedAt: string; ticks: number }>();
  /** Ticks of processes that have ended. */
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

  /** Stops sampling. */
  stop(): void {
    clearInterval(this.#timer);
  }

  /** Stops sampling, and kills all processes that still run. */
  kill(): void {
    this.stop();
    this.#sample();
    for (const pid of this.#known.keys()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has already ended.
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
    // A child may be listed before its parent, so repeat until no process is added.
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
    return ''; // the process has ended
  }
}
