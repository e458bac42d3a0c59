import { differing } from '../compare/score.ts';
import { median } from '../measure/median.ts';
import { contestants, ids } from './contestants.ts';
import { type KnownFault, type Score, score } from './known-faults.ts';
import type { Run } from './run.ts';

/** What all runs of one contestant come to. Medians of the rounds. */
export interface Row {
  contestant: string;
  title: string;
  concurrency: number;
  rounds: number;
  wallMs: number;
  cpuMs: number;
  peakBytes: number;
  /** Of the time and of the CPU time of pa11y-ci; null where that did not run. */
  timesPa11y: number | null;
  timesPa11yCpu: number | null;
  coresOfOthers: number;
  /** Of the last round. */
  score: Score;
  /** Pages that failed in any round, with why. */
  failed: Record<string, string>;
  /** Pages whose findings differ between rounds. */
  differing: string[];
}

/** One row for each contestant that ran, in the order of the contestants. */
export function summarize(runs: readonly Run[], faults: readonly KnownFault[]): Row[] {
  const medianOf = (id: string, value: (run: Run) => number): number | null => {
    const of = runs.filter(({ contestant }) => contestant === id);
    return of.length === 0 ? null : median(of.map(value));
  };
  const wall = ({ wallMs }: Run) => wallMs;
  const cpu = ({ cpuMs }: Run) => cpuMs;
  const ratio = (id: string, value: (run: Run) => number): number | null => {
    const [one, other] = [medianOf(id, value), medianOf(ids.pa11y, value)];
    return one === null || other === null ? null : one / other;
  };
  return contestants.flatMap(({ id, title }) => {
    const same = runs.filter(({ contestant }) => contestant === id);
    const last = same.at(-1);
    if (last === undefined) return [];
    const failures = same.flatMap(({ pages }) => pages.flatMap((page) => (page.error ? [page] : [])));
    return {
      contestant: id,
      title,
      concurrency: last.concurrency,
      rounds: same.length,
      wallMs: median(same.map(wall)),
      cpuMs: median(same.map(cpu)),
      peakBytes: median(same.map(({ peakBytes }) => peakBytes)),
      timesPa11y: ratio(id, wall),
      timesPa11yCpu: ratio(id, cpu),
      coresOfOthers: median(same.map(({ coresOfOthers }) => coresOfOthers)),
      score: score(last.pages, faults),
      failed: Object.fromEntries(failures.map(({ path, error }) => [path, error ?? ''])),
      differing: differing(same.map(({ pages }) => pages)),
    };
  });
}
