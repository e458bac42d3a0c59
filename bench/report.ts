import type { Machine } from './machine.ts';
import type { FunctionSize } from './measure/functions.ts';
import { computeMedian } from './measure/median.ts';

/** Results of one run of the benchmark. All times are in milliseconds, in the order in which they were measured. */
export interface Results {
  /** RFC 3339 UTC. */
  takenAt: string;
  machine: Machine;
  /** From `npm start` until the API answers, and until a key is available. */
  starts: Record<'first' | 'later', { answersMs: number[]; usableMs: number[] }>;
  /** From the trigger of a scan of the demo site until its report has been read. */
  scans: { afterStartMs: number; laterMs: number[] };
  functions: FunctionSize[];
}

/** Formats the results as text tables. */
export function describeResults({ takenAt, machine, starts, scans, functions }: Results): string {
  const { processor, cores, memoryBytes, platform, node, load, commit } = machine;
  const times = (label: string, values: number[]) =>
    `  ${label.padEnd(44)}${seconds(computeMedian(values))}${values.length > 1 ? `   (${values.map((value) => seconds(value).trim()).join(', ')})` : ''}`;
  return [
    `${takenAt}  ${commit ?? 'no commit'}`,
    `${processor}, ${cores} cores, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB, ${platform}, Node ${node}, load ${load.toFixed(1)}`,
    '',
    'npm start, seconds until …                        median   (each)',
    times('the API answers, first start', starts.first.answersMs),
    times('a key is available, first start', starts.first.usableMs),
    times('the API answers, later start', starts.later.answersMs),
    times('a key is available, later start', starts.later.usableMs),
    '',
    'Demo site, seconds from trigger to report         median   (each)',
    times('first scan after a start', [scans.afterStartMs]),
    times('later scans', scans.laterMs),
    '',
    'Function            code, bytes        gzip   import, ms (median)',
    ...functions.map(
      ({ name, bytes, gzipBytes, importMedianMs }) =>
        `  ${name.padEnd(18)}${grouped(bytes).padStart(11)}${grouped(gzipBytes).padStart(12)}${importMedianMs.toFixed(0).padStart(13)}`,
    ),
  ].join('\n');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2).padStart(12);
}

function grouped(number: number): string {
  return number.toLocaleString('en');
}
