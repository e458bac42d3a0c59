import { describeDisturbance } from '../disturbance.ts';
import type { Machine } from '../machine.ts';
import { HELP_MS_MAX, type StartRow } from './start-up.ts';
import type { Row } from './summary.ts';

/** All results of the benchmark, as in the JSON file, except the single runs. */
export interface Results {
  /** RFC 3339 UTC. */
  takenAt: string;
  machine: Machine;
  /** Which package was measured as our CLI. */
  ours: string;
  versions: Record<string, string>;
  /** How often each command was started. */
  startRounds: number;
  starts: StartRow[];
  pages: number;
  rows: Row[];
  /** Why some contestants did not take part. */
  absent: string[];
}

/** Formats the results as text tables. */
export function describeResults({ machine, rows, starts, ...results }: Results): string {
  const { processor, cores, memoryBytes, platform, node, load, commit } = machine;
  return [
    `${results.takenAt}  ${commit ?? 'no commit'}`,
    `${processor}, ${cores} cores, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB, ${platform}, Node ${node}, load ${load.toFixed(1)}`,
    `${results.ours}; ${Object.entries(results.versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
    ...describeDisturbance(rows, cores),
    '',
    `${`Start to end, medians of ${results.startRounds}`.padEnd(42)}      ms   CPU ms  over node, ms   × node`,
    ...starts.map(renderStart),
    ...renderHelpTarget(starts),
    '',
    `${`Demo site, ${results.pages} pages, start to end`.padEnd(42)} at once rounds       s   CPU s peak MB  × pa11y-ci    × its CPU violations  reviews others differ`,
    ...rows.map(renderRow),
    ...results.absent,
    ...rows.flatMap(({ title, failed }) =>
      Object.entries(failed).map(([path, error]) => `${title}: ${path} failed: ${error.split('\n')[0]}`),
    ),
  ].join('\n');
}

function renderStart({ title, wallMs, cpuMs, overNodeMs, timesNode }: StartRow): string {
  return `  ${title.padEnd(40)}${wallMs.toFixed(0).padStart(8)}${cpuMs.toFixed(0).padStart(9)}${overNodeMs.toFixed(0).padStart(15)}${timesNode.toFixed(1).padStart(9)}`;
}

function renderHelpTarget(starts: readonly StartRow[]): string[] {
  const help = starts.find(({ title }) => title === 'a11y-scan --help');
  if (help === undefined) return [];
  const word = help.overNodeMs <= HELP_MS_MAX ? 'yes' : 'NO';
  return [`  a11y-scan --help within ${HELP_MS_MAX} ms of bare Node: ${word}`];
}

function renderRow(row: Row): string {
  const { violations, reviews, others } = row.score;
  const times = (value: number | null) => (value === null ? '-' : value.toFixed(2));
  return [
    `  ${row.title.padEnd(40)}`,
    String(row.concurrency).padStart(8),
    String(row.rounds).padStart(7),
    (row.wallMs / 1000).toFixed(1).padStart(8),
    (row.cpuMs / 1000).toFixed(1).padStart(8),
    (row.peakBytes / 2 ** 20).toFixed(0).padStart(8),
    times(row.timesPa11y).padStart(12),
    times(row.timesPa11yCpu).padStart(13),
    `${violations.found}/${violations.known}`.padStart(11),
    `${reviews.found}/${reviews.known}`.padStart(9),
    String(others).padStart(7),
    String(row.rounds > 1 ? row.differing.length : '-').padStart(7),
  ].join('');
}
