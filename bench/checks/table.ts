import { computeMedian } from '../measure/median.ts';
import type { Cost } from './measure-phases.ts';

/** The phases of the own checks, with the median of real time in milliseconds that each may take on a page. */
export const budgets = {
  dom: ['DOM and words', 100],
  viewport: ['layouts', 150],
  keyboard: ['keyboard', 500],
  openers: ['openers', 200],
  time: ['motion and time', 100],
} as const;

/** Median of all own checks together on pages of at most 1,500 elements, in milliseconds. */
const BUDGET_IN_ALL = 1_050;

/** The cost of one page. */
export interface PageCost {
  url: string;
  /** The whole page with all checks, and with the rules of axe-core only. */
  all: Cost;
  axe: Cost;
  phases: ReadonlyMap<string, Cost>;
}

const nothing: Cost = { real: 0, cpu: 0 };

/** Returns the median cost of each page. @param rounds the costs of the same pages in the same order */
export function joinRounds(rounds: readonly (readonly PageCost[])[]): PageCost[] {
  const [first = []] = rounds;
  return first.map(({ url, phases }, page) => {
    const ofPage = rounds.flatMap((round) => round[page] ?? []);
    const pick = (read: (cost: PageCost) => Cost): Cost => ({
      real: computeMedian(ofPage.map((cost) => read(cost).real)),
      cpu: computeMedian(ofPage.map((cost) => read(cost).cpu)),
    });
    const names = [...phases.keys()];
    return {
      url,
      all: pick(({ all }) => all),
      axe: pick(({ axe }) => axe),
      phases: new Map(names.map((name) => [name, pick((cost) => cost.phases.get(name) ?? nothing)])),
    };
  });
}

/** Returns a table in Markdown of the cost of the phases on some pages. */
export function formatCosts(name: string, pages: readonly PageCost[]): string[] {
  const pick = (phase: string) => pages.map(({ phases }) => phases.get(phase) ?? nothing);
  const own = pages.map(({ phases }) =>
    Object.keys(budgets)
      .map((phase) => phases.get(phase) ?? nothing)
      .reduce(add, nothing),
  );
  const ratio = (kind: keyof Cost) => {
    const sum = (costs: readonly Cost[]) => costs.reduce(add, nothing)[kind];
    return (sum(pages.map(({ all }) => all)) / sum(pages.map(({ axe }) => axe))).toFixed(2);
  };
  const share = (kind: keyof Cost) => {
    const evidence = pick('evidence').reduce(add, nothing)[kind];
    return `${((100 * evidence) / pages.map(({ all }) => all).reduce(add, nothing)[kind]).toFixed(1)} %`;
  };
  const ofPages = computeMedian(
    own.map(({ real }, page) => real / Math.max(1, pick('axe')[page]?.real ?? 0)),
  ).toFixed(2);
  return [
    `### ${name}: ${pages.length} pages`,
    '',
    '| | median | 95 % | CPU, median | CPU, 95 % | budget | |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(budgets).map(([phase, [title, budget]]) => formatRow(title, pick(phase), budget)),
    formatRow('**own checks in all**', own, BUDGET_IN_ALL),
    formatRow('evidence', pick('evidence')),
    formatRow('axe-core', pick('axe')),
    formatRow(
      'page, `checks: "axe"`',
      pages.map(({ axe }) => axe),
    ),
    formatRow(
      'page, `checks: "all"`',
      pages.map(({ all }) => all),
    ),
    '',
    `Scan of all pages, "all" / "axe": time × ${ratio('real')}, CPU × ${ratio('cpu')}. ` +
      `Own checks / axe-core on a page, median: ${ofPages}.`,
    `Evidence that pages show what should be there, of the whole time: ${share('real')}; of the CPU time: ${share('cpu')}.`,
  ];
}

function formatRow(title: string, costs: readonly Cost[], budget?: number): string {
  const [real, cpu] = [costs.map((cost) => cost.real), costs.map((cost) => cost.cpu)];
  const median = computeMedian(real);
  const verdict = budget === undefined ? '' : median <= budget ? 'met' : 'OVER';
  const cells = [
    title,
    ...[median, computeHigh(real), computeMedian(cpu), computeHigh(cpu)].map(formatMs),
    budget === undefined ? '' : formatMs(budget),
    verdict,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Returns the value that 95 % of the values do not exceed. */
function computeHigh(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;
}

function add(one: Cost, other: Cost): Cost {
  return { real: one.real + other.real, cpu: one.cpu + other.cpu };
}

function formatMs(milliseconds: number): string {
  return `${Math.round(milliseconds)} ms`;
}
