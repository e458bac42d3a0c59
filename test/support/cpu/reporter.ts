import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { type ProcessRow, readProcesses } from './processes.ts';

/** CPU time in milliseconds, by the kind of process that used it. */
interface Cpu {
  worker: number;
  browser: number;
  others: number;
}

interface Sample extends Cpu {
  at: number;
}

interface Row extends Cpu {
  project: string;
  file: string;
  tests: number;
  wallMs: number;
}

const SAMPLE_MS = 200;
const ROWS_SHOWN = 30;

/**
 * Prints which test files use the processors: time of the worker, of browsers, and of the other processes that it
 * started (functions, servers, commands). `MEASURE_CPU=FILE` turns it on and names the file for all rows, as JSON.
 *
 * It reads `/proc` five times a second, because the processes of a browser that is killed are lost to the times that
 * Linux sums up for their parents. What a process did after the last reading is missing, so short ones count too low.
 */
export default class CpuReporter implements Reporter {
  /** Sums over time, by the id of the worker. */
  readonly #samples = new Map<number, Sample[]>();
  /** Which worker each process belongs to. A process whose parent has died keeps its worker. */
  readonly #owners = new Map<string, number>();
  readonly #seen = new Map<string, { owner: number; kind: keyof Cpu; cpuMs: number }>();
  readonly #workers = new Set<number>();
  readonly #rows: Row[] = [];
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
  }

  onTestModuleEnd(module: TestModule): void {
    const { measured } = module.meta();
    if (!measured) return;
    this.#sample();
    this.#workers.add(measured.pid);
    this.#rows.push({
      project: module.project.name,
      file: relative(process.cwd(), module.moduleId),
      tests: [...module.children.allTests()].length,
      wallMs: measured.endedAt - measured.startedAt,
      ...this.#between(measured.pid, measured.startedAt, measured.endedAt),
    });
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    this.#sample();
    for (const owner of this.#samples.keys()) {
      if (this.#workers.has(owner)) continue;
      const file = owner === process.pid ? '(the runner)' : '(shared by files)';
      this.#rows.push({ project: 'all', file, tests: 0, wallMs: 0, ...this.#between(owner, 0, Date.now()) });
    }
    this.#rows.sort((one, other) => total(other) - total(one));
    const file = process.env.MEASURE_CPU;
    if (file) writeFileSync(file, `${JSON.stringify(this.#rows, null, 2)}\n`);
    process.stdout.write(`${this.#render()}\n`);
  }

  #sample(): void {
    const processes = readProcesses();
    const byPid = new Map(processes.map((row) => [row.pid, row]));
    for (const row of processes) {
      const owner = this.#owners.get(row.key) ?? findOwner(row, byPid);
      if (owner === undefined) continue;
      this.#owners.set(row.key, owner);
      const kind = row.pid === owner ? 'worker' : /chrom|headless/i.test(row.command) ? 'browser' : 'others';
      this.#seen.set(row.key, { owner, kind, cpuMs: row.cpuMs });
    }
    const sums = new Map<number, Sample>();
    const at = Date.now();
    for (const { owner, kind, cpuMs } of this.#seen.values()) {
      const sum = sums.get(owner) ?? { at, worker: 0, browser: 0, others: 0 };
      sum[kind] += cpuMs;
      sums.set(owner, sum);
    }
    for (const [owner, sum] of sums) {
      const samples = this.#samples.get(owner);
      if (samples) samples.push(sum);
      else this.#samples.set(owner, [sum]);
    }
  }

  /** Returns what a worker and its processes used in a period. */
  #between(owner: number, from: number, to: number): Cpu {
    const samples = this.#samples.get(owner) ?? [];
    const start = samples.findLast(({ at }) => at <= from);
    const end = samples.find(({ at }) => at >= to) ?? samples.at(-1);
    const used = (kind: keyof Cpu) => (end?.[kind] ?? 0) - (start?.[kind] ?? 0);
    return { worker: used('worker'), browser: used('browser'), others: used('others') };
  }

  #render(): string {
    const projects = Map.groupBy(this.#rows, ({ project }) => project);
    const sums = [...projects].map(([name, rows]) => line(`${name}, ${rows.length} files`, sum(rows)));
    const files = this.#rows.slice(0, ROWS_SHOWN).map((row) => line(row.file, row));
    const head = line('seconds of CPU', { worker: 'worker', browser: 'browser', others: 'others' }, 'all');
    return ['', head, ...sums, line('all', sum(this.#rows)), '', ...files].join('\n');
  }
}

/** Returns the child of this process that a process descends from: a worker, or what a global setup started. */
function findOwner(row: ProcessRow, byPid: ReadonlyMap<number, ProcessRow>): number | undefined {
  if (row.pid === process.pid) return row.pid;
  for (let current: ProcessRow | undefined = row; current; current = byPid.get(current.parent)) {
    if (current.parent === process.pid) return current.pid;
  }
  return undefined;
}

function sum(rows: readonly Cpu[]): Cpu {
  const add = (kind: keyof Cpu) => rows.reduce((all, row) => all + row[kind], 0);
  return { worker: add('worker'), browser: add('browser'), others: add('others') };
}

function total({ worker, browser, others }: Cpu): number {
  return worker + browser + others;
}

function line(name: string, cpu: Record<keyof Cpu, number | string>, all?: string): string {
  const cell = (value: number | string) =>
    String(typeof value === 'number' ? (value / 1000).toFixed(1) : value);
  const cells = [cpu.worker, cpu.browser, cpu.others, all ?? total(cpu as Cpu)].map((value) =>
    cell(value).padStart(9),
  );
  return `${cells.join('')}  ${name}`;
}
