import { type FindingState, findingStates } from '../../core/comparison/states.ts';
import type { Report, ReportNode } from '../../core/reports/report.ts';
import { formatNumber } from '../parts/words.ts';
import { html, type Markup } from './template.ts';

export const stateNames: Record<FindingState, string> = {
  new: 'New',
  regressed: 'Back again',
  unchanged: 'Unchanged',
  reclassified: 'Judged otherwise',
  unknown: 'Not known whether new',
};

/** What they mean, for the table of changes. */
export const stateMeanings: Record<FindingState, string> = {
  ...findingStates,
  // The table is there only where there is a baseline.
  unknown: 'The baseline has no result of that rule on that page.',
};

/** What came since the baseline first. */
export const stateOrder: readonly FindingState[] = [
  'new',
  'regressed',
  'reclassified',
  'unchanged',
  'unknown',
];

/** Whether states say anything: without a baseline they do not. */
export function isCompared({ comparison }: Report): boolean {
  return comparison.baseline !== null;
}

/** Findings by state, of an issue group or of one of its pages. */
interface ByState {
  byState: Partial<Record<FindingState, number>>;
}

/** States that findings of a group have. */
export function statesOf({ byState }: ByState): FindingState[] {
  return stateOrder.filter((state) => (byState[state] ?? 0) > 0);
}

/** The states of a group as badges, with numbers where there are several. */
export function stateBadges(group: ByState): Markup[] {
  const states = statesOf(group);
  return states.map((state) => {
    const number = states.length > 1 ? `${formatNumber(group.byState[state] ?? 0)} ` : '';
    const name = number === '' ? stateNames[state] : stateNames[state].toLowerCase();
    return html`<span class="state ${state}">${number}${name}</span> `;
  });
}

const causes: Record<NonNullable<ReportNode['cause']>, string> = {
  engine: 'caused by a change of the rules or the browser, not of the page',
  page: 'caused by a change of the page',
  unknown: 'whether the page or the rules changed is not known',
};

/** The state of one element and what caused it, e.g. `New: caused by a change of the page`. */
export function stateOf({ state, cause }: ReportNode): string {
  return cause === null ? stateNames[state] : `${stateNames[state]}: ${causes[cause]}`;
}
