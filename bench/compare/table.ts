import { disturbance } from '../disturbance.ts';
import type { Machine } from '../machine.ts';
import { prices } from '../prices.ts';
import { appearances } from '../site/faults.ts';
import { contestants } from './contestants.ts';
import type { Cost } from './cost.ts';
import { isReached, type Row, type Target } from './summary.ts';

/** Everything that the comparison found, as it is written to the JSON file, but for the single runs. */
export interface Comparison {
  /** RFC 3339 UTC. */
  takenAt: string;
  machine: Machine;
  versions: Record<string, string>;
  axeVersion: string;
  rules: number;
  rows: Row[];
  targets: Target[];
  costs: Cost[];
}

/** The comparison as people read it. */
export function describeComparison(comparison: Comparison): string {
  const { takenAt, machine, versions, axeVersion, rules, rows, targets, costs } = comparison;
  const { processor, cores, memoryBytes, platform, node, load, commit } = machine;
  return [
    `${takenAt}  ${commit ?? 'no commit'}`,
    `${processor}, ${cores} cores, ${gib(memoryBytes)} GiB, ${platform}, Node ${node}, load ${load.toFixed(1)}`,
    `axe-core ${axeVersion}, ${rules} rules; ${Object.entries(versions)
      .filter(([name]) => name !== 'axe-core')
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
    ...disturbance(rows, cores),
    ...[...Map.groupBy(rows, ({ group }) => group)].flatMap(([group, of]) => ['', ...tableOf(group, of)]),
    '',
    ...foundBy(rows),
    '',
    'To be reached                                                            bound   reached',
    ...targets.map(targetLine),
    '',
    `US dollars for 1,000 pages, list prices of ${prices.asOf}      memory   s/page   browser    around     total`,
    ...costs.map(
      ({ megabytes, secondsPerPage, browser, around, total }) =>
        `  engine at concurrency 1, pages up to 1,500 elements ${`${megabytes} MB`.padStart(10)}${secondsPerPage.toFixed(2).padStart(9)}${[browser, around, total].map((dollars) => dollars.toFixed(4).padStart(10)).join('')}`,
    ),
    ...notes(rows),
  ].join('\n');
}

function tableOf(group: string, rows: readonly Row[]): string[] {
  return [
    `${group.padEnd(50)}  at once  pages   s/page  pages/s  CPU s/page  peak MB   found  false  differ`,
    ...rows
      .toSorted((a, b) => a.concurrency - b.concurrency || placeOf(a) - placeOf(b))
      .map(
        (row) =>
          `  ${titleOf(row.contestant).padEnd(50)}${String(row.concurrency).padStart(9)}${String(row.pages).padStart(7)}${(row.msPerPage / 1000).toFixed(2).padStart(9)}${row.pagesPerSecond.toFixed(2).padStart(9)}${(row.cpuMsPerPage / 1000).toFixed(2).padStart(12)}${(row.peakBytes / 2 ** 20).toFixed(0).padStart(9)}${share(row.score.found, row.score.planted).padStart(8)}${String(row.score.false).padStart(7)}${String(row.rounds > 1 ? row.differing.length : '-').padStart(8)}`,
      ),
  ];
}

/** What each contestant finds by how elements come into the page: the same at every concurrency, give or take. */
function foundBy(rows: readonly Row[]): string[] {
  const [group] = rows.map((row) => row.group);
  const first = rows.filter((row) => row.group === group && row.concurrency === rows[0]?.concurrency);
  return [
    `${'Planted faults found, by where or when they appear'.padEnd(52)}${appearances.map((each) => each.padStart(9)).join('')}`,
    ...first
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .map(
        ({ contestant, score: { byAppearance } }) =>
          `  ${titleOf(contestant).padEnd(50)}${appearances.map((each) => share(byAppearance[each].found, byAppearance[each].planted).padStart(9)).join('')}`,
      ),
  ];
}

function targetLine(target: Target): string {
  const { what, bound, atLeast, reached } = target;
  const word = { true: 'yes', false: 'NO', undefined: 'not measured' }[String(isReached(target))];
  const value = reached === null ? '' : reached.toFixed(2);
  return `  ${what.padEnd(66)}${`${atLeast ? '≥' : '≤'} ${bound}`.padStart(10)}${value.padStart(10)}  ${word}`;
}

function notes(rows: readonly Row[]): string[] {
  return rows.flatMap(({ contestant, group, concurrency, failed, differing }) => {
    const where = `${titleOf(contestant)}, ${group}, concurrency ${concurrency}`;
    return [
      ...Object.entries(failed).map(([path, error]) => `${where}: ${path} failed: ${error.split('\n')[0]}`),
      ...differing.slice(0, 3).map((path) => `${where}: the findings of ${path} differ between rounds`),
    ];
  });
}

function titleOf(id: string): string {
  return contestants.find((each) => each.id === id)?.title ?? id;
}

function placeOf({ contestant }: Row): number {
  return contestants.findIndex(({ id }) => id === contestant);
}

function share(found: number, planted: number): string {
  return planted === 0 ? '-' : `${((100 * found) / planted).toFixed(0)} %`;
}

function gib(bytes: number): string {
  return (bytes / 2 ** 30).toFixed(1);
}
