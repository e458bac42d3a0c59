import { findDifferingPages } from '../compare/score.ts';
import { computeMedian } from '../measure/median.ts';
import { contestants, ids } from './contestants.ts';
import { computeScore, type KnownFault, type Score } from './known-faults.ts';
import type { Run } from './run.ts';

/** Summary of all runs of one contestant: medians of the rounds. */
export interface Row {
  contestant: string;
  title: string;
  concurrency: number;
  rounds: number;
  wallMs: number;
  cpuMs: number;
  peakBytes: number;
  /** Ratio of the time and of the CPU time to those of pa11y-ci; null if pa11y-ci did not run. */
  timesPa11y: number | null;
  timesPa11yCpu: number | null;
  coresOfOthers: number;
  /** Of the last round. */
  score: Score;
  /** Pages that failed in any round, with the error. */
  failed: Record<string, string>;
  /** Pages whose findings differ between rounds. */
  differing: string[];
}

/** Returns one row for each contestant that ran, in the order of the contestants. */
export function summarize(runs: readonly Run[], faults: readonly KnownFault[]): Row[] {
  const computeRunMedian = (id: string, value: (run: Run) => number): number | null => {
    const of = runs.filter(({ contestant }) => contestant === id);
    return of.length === 0 ? null : computeMedian(of.map(value));
  };
  const wall = ({ wallMs }: Run) => wallMs;
  const cpu = ({ cpuMs }: Run) => cpuMs;
  const ratio = (id: string, value: (run: Run) => number): number | null => {
    const [one, other] = [computeRunMedian(id, value), computeRunMedian(ids.pa11y, value)];
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
      wallMs: computeMedian(same.map(wall)),
      cpuMs: computeMedian(same.map(cpu)),
      peakBytes: computeMedian(same.map(({ peakBytes }) => peakBytes)),
      timesPa11y: ratio(id, wall),
      timesPa11yCpu: ratio(id, cpu),
      coresOfOthers: computeMedian(same.map(({ coresOfOthers }) => coresOfOthers)),
      score: computeScore(last.pages, faults),
      failed: Object.fromEntries(failures.map(({ path, error }) => [path, error ?? ''])),
      differing: findDifferingPages(same.map(({ pages }) => pages)),
    };
  });
}
