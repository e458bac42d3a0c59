import { computeMedian } from '../measure/median.ts';
import type { PlantedFault } from '../site/faults.ts';
import { type Cost, computeCostPerThousand } from './cost.ts';
import type { Run } from './run.ts';
import { computeScore, findDifferingPages, type Score } from './score.ts';

/** Summary of all runs of one contestant on the same pages at the same concurrency: medians of the rounds. */
export interface Row {
  contestant: string;
  group: string;
  concurrency: number;
  pages: number;
  rounds: number;
  /** Milliseconds per page: the run's time divided by the number of its pages. */
  msPerPage: number;
  pagesPerSecond: number;
  cpuMsPerPage: number;
  peakBytes: number;
  /** Cores that all other processes of the machine used during the run. */
  coresOfOthers: number;
  /** Of the last round. */
  score: Score;
  /** Pages that failed in any round, with the error. */
  failed: Record<string, string>;
  /** Pages whose findings differ between rounds. */
  differing: string[];
}

/** Returns one row for each contestant, group of pages and concurrency, in the order of their first runs. */
export function summarize(runs: readonly Run[], faultsOf: (path: string) => readonly PlantedFault[]): Row[] {
  const key = ({ contestant, group, concurrency }: Run) => `${group} ${concurrency} ${contestant}`;
  return [...Map.groupBy(runs, key).values()].flatMap((same) => {
    const last = same.at(-1);
    if (last === undefined) return [];
    const { contestant, group, concurrency, paths } = last;
    const computeRunMedian = (value: (run: Run) => number) => computeMedian(same.map(value));
    const msPerPage = computeRunMedian(({ wallMs }) => wallMs) / paths.length;
    const failures = same.flatMap(({ pages }) => pages.flatMap((page) => (page.error ? [page] : [])));
    return {
      contestant,
      group,
      concurrency,
      pages: paths.length,
      rounds: same.length,
      msPerPage,
      pagesPerSecond: 1000 / msPerPage,
      cpuMsPerPage: computeRunMedian(({ cpuMs }) => cpuMs) / paths.length,
      peakBytes: computeRunMedian(({ peakBytes }) => peakBytes),
      coresOfOthers: computeRunMedian(({ coresOfOthers }) => coresOfOthers),
      score: computeScore(last.pages, faultsOf),
      failed: Object.fromEntries(failures.map(({ path, error }) => [path, error ?? ''])),
      differing: findDifferingPages(same.map(({ pages }) => pages)),
    };
  });
}

/**
 * A target of the benchmark and the measured value. Pages per second are compared only for pages that both
 * contestants opened.
 */
export interface Target {
  what: string;
  /** Minimum if `atLeast`, otherwise maximum. */
  bound: number;
  atLeast: boolean;
  /** The measured ratio; null if one of the two did not run. */
  reached: number | null;
}

const LENGTH_PAGES = 'pages of 150 elements in one run';

/** Names of the parts of the comparison. */
export const groups = {
  small: 'pages up to 1,500 elements',
  large: 'pages of 5,000 and 20,000 elements',
  length: (pages: number) => `${pages.toLocaleString('en')} ${LENGTH_PAGES}`,
} as const;

/** Compares the rows with the targets. */
export function evaluateTargets(rows: readonly Row[], cores: number): Target[] {
  const findRow = (contestant: string, concurrency: number, group: string = groups.small) =>
    rows.find(
      (row) => row.contestant === contestant && row.concurrency === concurrency && row.group === group,
    );
  const ratio = (value: (row: Row) => number, one: Row | undefined, other: Row | undefined): number | null =>
    one === undefined || other === undefined ? null : value(one) / value(other);
  const speed = ({ pagesPerSecond }: Row) => pagesPerSecond;
  const time = ({ msPerPage }: Row) => msPerPage;
  const targets: Target[] = [];
  for (const concurrency of new Set([1, cores])) {
    const engine = findRow('engine', concurrency);
    const peer = findRow('pa11y-ci', concurrency);
    const at = `concurrency ${concurrency}`;
    targets.push(
      {
        what: `engine to pa11y-ci, pages a second, ${at}`,
        bound: 3,
        atLeast: true,
        reached: ratio(speed, engine, peer),
      },
      {
        what: `engine to pa11y-ci, planted faults found, ${at}`,
        bound: 1,
        atLeast: true,
        reached: ratio(({ score: { found } }) => found, engine, peer),
      },
      {
        what: `engine to its bare steps, time a page, ${at}`,
        bound: 1.1,
        atLeast: false,
        reached: ratio(time, engine, findRow('floor', concurrency)),
      },
      {
        what: `service to engine, time a page, ${at}`,
        bound: 1.25,
        atLeast: false,
        reached: ratio(time, findRow('service', concurrency), engine),
      },
    );
  }
  targets.push(
    {
      what: 'engine to Lighthouse, pages a second, concurrency 1',
      bound: 15,
      atLeast: true,
      reached: ratio(speed, findRow('engine', 1), findRow('lighthouse', 1)),
    },
    {
      what: 'engine at concurrency 2 to 1, pages a second',
      bound: 1.6,
      atLeast: true,
      reached: ratio(speed, findRow('engine', 2), findRow('engine', 1)),
    },
  );
  const lengths = [...new Set(rows.map(({ group }) => group))].filter((group) =>
    group.endsWith(LENGTH_PAGES),
  );
  for (const group of lengths.slice(1)) {
    targets.push({
      what: `engine, time a page of ${group} to ${lengths[0]}`,
      bound: 1.1,
      atLeast: false,
      reached: ratio(time, findRow('engine', 1, group), findRow('engine', 1, lengths[0])),
    });
  }
  return targets;
}

/** True if the target was reached; undefined if it was not measured. */
export function isReached({ bound, atLeast, reached }: Target): boolean | undefined {
  if (reached === null) return undefined;
  return atLeast ? reached >= bound : reached <= bound;
}

/** Returns the cost of the engine's pages on AWS, one page at a time, for each memory setting. */
export function computeCosts(
  rows: readonly Row[],
  megabytes: readonly number[],
  pagesPerChunk: number,
): Cost[] {
  const row = rows.find(
    ({ contestant, concurrency, group }) =>
      contestant === 'engine' && concurrency === 1 && group === groups.small,
  );
  if (row === undefined) return [];
  return megabytes.map((each) =>
    computeCostPerThousand(row.msPerPage, row.cpuMsPerPage, each, pagesPerChunk),
  );
}
