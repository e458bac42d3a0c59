import type { Contestant } from './contestants.ts';

/** A run that the schedule contains. */
export interface PlannedRun {
  contestant: Contestant;
  /** The part of the comparison that it belongs to. */
  group: string;
  concurrency: number;
  paths: string[];
  round: number;
}

/** A part of the comparison: the same pages at several concurrencies. */
export interface Group {
  name: string;
  paths: readonly string[];
  concurrencies: readonly number[];
  contestants: readonly Contestant[];
  rounds: number;
}

/**
 * Returns all runs in order: round after round, and in each round one concurrency after the other. The first
 * contestant changes from round to round, so that no contestant always runs first or after the same other one.
 */
export function schedule(groups: readonly Group[]): PlannedRun[] {
  const rounds = Math.max(0, ...groups.map((group) => group.rounds));
  const runs: PlannedRun[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const group of groups.filter((each) => round <= each.rounds)) {
      for (const [index, concurrency] of group.concurrencies.entries()) {
        for (const contestant of rotate(group.contestants, round - 1 + index)) {
          const paths = group.paths.filter((_, at) => at % contestant.onePageIn === 0);
          runs.push({ contestant, group: group.name, concurrency, paths, round });
        }
      }
    }
  }
  return runs;
}

/** Returns the items in the same cyclic order, starting `by` positions later. */
export function rotate<T>(items: readonly T[], by: number): T[] {
  const at = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
