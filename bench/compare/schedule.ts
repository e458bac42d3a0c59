import type { Contestant } from './contestants.ts';

/** One run that is to be made. */
export interface PlannedRun {
  contestant: Contestant;
  /** Which part of the comparison it belongs to. */
  group: string;
  concurrency: number;
  paths: string[];
  round: number;
}

/** A part of the comparison: the same pages at some concurrencies. */
export interface Group {
  name: string;
  paths: readonly string[];
  concurrencies: readonly number[];
  contestants: readonly Contestant[];
  rounds: number;
}

/**
 * All runs in the order in which they are made: round after round, and within one each concurrency after the other.
 * Who begins changes from round to round, so that nobody always runs first, or after the same other.
 */
export function schedule(groups: readonly Group[]): PlannedRun[] {
  const rounds = Math.max(0, ...groups.map((group) => group.rounds));
  const runs: PlannedRun[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const group of groups.filter((each) => round <= each.rounds)) {
      for (const [place, concurrency] of group.concurrencies.entries()) {
        for (const contestant of rotated(group.contestants, round - 1 + place)) {
          const paths = group.paths.filter((_, at) => at % contestant.onePageIn === 0);
          runs.push({ contestant, group: group.name, concurrency, paths, round });
        }
      }
    }
  }
  return runs;
}

/** The same in the same order, beginning later. */
export function rotated<T>(items: readonly T[], by: number): T[] {
  const at = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
