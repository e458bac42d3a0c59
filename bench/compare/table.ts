import { describeDisturbance } from '../disturbance.ts';
import type { Machine } from '../machine.ts';
import { prices } from '../prices.ts';
import { appearances } from '../site/faults.ts';
import { contestants } from './contestants.ts';
import type { Cost } from './cost.ts';
import { isReached, type Row, type Target } from './summary.ts';

/** All results of the comparison, as in the JSON file, except the single runs. */
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

/** Formats the comparison as text tables. */
export function describeComparison(comparison: Comparison): string {
  const { takenAt, machine, versions, axeVersion, rules, rows, targets, costs } = comparison;
  const { processor, cores, memoryBytes, platform, node, load, commit } = machine;
  return [
    `${takenAt}  ${commit ?? 'no commit'}`,
    `${processor}, ${cores} cores, ${formatGibibytes(memoryBytes)} GiB, ${platform}, Node ${node}, load ${load.toFixed(1)}`,
    `axe-core ${axeVersion}, ${rules} rules; ${Object.entries(versions)
      .filter(([name]) => name !== 'axe-core')
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
    ...describeDisturbance(rows, cores),
    ...[...Map.groupBy(rows, ({ group }) => group)].flatMap(([group, of]) => ['', ...renderGroup(group, of)]),
    '',
    ...renderAppearances(rows),
    '',
    'Target                                                                   bound   reached',
    ...targets.map(renderTarget),
    '',
    `US dollars for 1,000 pages, list prices of ${prices.asOf}      memory   s/page   browser    around     total`,
    ...costs.map(
      ({ megabytes, secondsPerPage, browser, around, total }) =>
        `  engine at concurrency 1, pages up to 1,500 elements ${`${megabytes} MB`.padStart(10)}${secondsPerPage.toFixed(2).padStart(9)}${[browser, around, total].map((dollars) => dollars.toFixed(4).padStart(10)).join('')}`,
    ),
    ...renderNotes(rows),
  ].join('\n');
}

function renderGroup(group: string, rows: readonly Row[]): string[] {
  return [
    `${group.padEnd(50)}  at once  pages   s/page  pages/s  CPU s/page  peak MB   found  false  differ`,
    ...rows
      .toSorted((a, b) => a.concurrency - b.concurrency || getPosition(a) - getPosition(b))
      .map(
        (row) =>
          `  ${getTitle(row.contestant).padEnd(50)}${String(row.concurrency).padStart(9)}${String(row.pages).padStart(7)}${(row.msPerPage / 1000).toFixed(2).padStart(9)}${row.pagesPerSecond.toFixed(2).padStart(9)}${(row.cpuMsPerPage / 1000).toFixed(2).padStart(12)}${(row.peakBytes / 2 ** 20).toFixed(0).padStart(9)}${formatShare(row.score.found, row.score.planted).padStart(8)}${String(row.score.false).padStart(7)}${String(row.rounds > 1 ? row.differing.length : '-').padStart(8)}`,
      ),
  ];
}

/**
 * Returns what each contestant finds by how elements are added to the page. It is nearly the same at every
 * concurrency.
 */
function renderAppearances(rows: readonly Row[]): string[] {
  const [group] = rows.map((row) => row.group);
  const first = rows.filter((row) => row.group === group && row.concurrency === rows[0]?.concurrency);
  return [
    `${'Planted faults found, by where or when they appear'.padEnd(52)}${appearances.map((each) => each.padStart(9)).join('')}`,
    ...first
      .toSorted((a, b) => getPosition(a) - getPosition(b))
      .map(
        ({ contestant, score: { byAppearance } }) =>
          `  ${getTitle(contestant).padEnd(50)}${appearances.map((each) => formatShare(byAppearance[each].found, byAppearance[each].planted).padStart(9)).join('')}`,
      ),
  ];
}

function renderTarget(target: Target): string {
  const { what, bound, atLeast, reached } = target;
  const word = { true: 'yes', false: 'NO', undefined: 'not measured' }[String(isReached(target))];
  const value = reached === null ? '' : reached.toFixed(2);
  return `  ${what.padEnd(66)}${`${atLeast ? '≥' : '≤'} ${bound}`.padStart(10)}${value.padStart(10)}  ${word}`;
}

function renderNotes(rows: readonly Row[]): string[] {
  return rows.flatMap(({ contestant, group, concurrency, failed, differing }) => {
    const where = `${getTitle(contestant)}, ${group}, concurrency ${concurrency}`;
    return [
      ...Object.entries(failed).map(([path, error]) => `${where}: ${path} failed: ${error.split('\n')[0]}`),
      ...differing.slice(0, 3).map((path) => `${where}: the findings of ${path} differ between rounds`),
    ];
  });
}

function getTitle(id: string): string {
  return contestants.find((each) => each.id === id)?.title ?? id;
}

function getPosition({ contestant }: Row): number {
  return contestants.findIndex(({ id }) => id === contestant);
}

function formatShare(found: number, planted: number): string {
  return planted === 0 ? '-' : `${((100 * found) / planted).toFixed(0)} %`;
}

function formatGibibytes(bytes: number): string {
  return (bytes / 2 ** 30).toFixed(1);
}
