import { type FindingState, findingStates } from '../../core/comparison/states.ts';
import type { Report, ReportNode } from '../../core/reports/report.ts';
import { formatNumber } from '../parts/words.ts';
import { html, type Markup } from './template.ts';

export const stateNames: Record<FindingState, string> = {
  new: 'New',
  regressed: 'Regressed',
  unchanged: 'Unchanged',
  reclassified: 'Reclassified',
  unknown: 'Unknown',
};

/** Meanings of the states, for the table of changes. */
export const stateMeanings: Record<FindingState, string> = {
  ...findingStates,
  // The table appears only if there is a baseline.
  unknown:
    'It is not known whether the finding is new: the page, rule or frame was never completely tested before, or more findings existed than were listed.',
};

/** The order in which states are shown: new findings first. */
export const stateOrder: readonly FindingState[] = [
  'new',
  'regressed',
  'reclassified',
  'unchanged',
  'unknown',
];

/** True if the report has a baseline. Without one, states mean nothing. */
export function isCompared({ comparison }: Report): boolean {
  return comparison.baseline !== null;
}

/** Number of findings by state: of an issue group, or of a group on one page. */
interface ByState {
  byState: Partial<Record<FindingState, number>>;
}

/** Returns the states that findings of the group have. */
export function listStates({ byState }: ByState): FindingState[] {
  return stateOrder.filter((state) => (byState[state] ?? 0) > 0);
}

/** Returns the states of a group as badges, with numbers if there are several states. */
export function renderStates(group: ByState): Markup[] {
  const states = listStates(group);
  return states.map((state) => {
    const number = states.length > 1 ? `${formatNumber(group.byState[state] ?? 0)} ` : '';
    const name = number === '' ? stateNames[state] : stateNames[state].toLowerCase();
    return html`<span class="state ${state}">${number}${name}</span> `;
  });
}

const causes: Record<NonNullable<ReportNode['cause']>, string> = {
  engine: 'caused by a change of the rules or the browser, not of the page',
  page: 'caused by a change of the page',
  unknown: 'the cause, a change of the page or of the rules, is unknown',
};

/** Returns the state of one element and its cause, e.g. `New: caused by a change of the page`. */
export function describeState({ state, cause }: ReportNode): string {
  return cause === null ? stateNames[state] : `${stateNames[state]}: ${causes[cause]}`;
}
