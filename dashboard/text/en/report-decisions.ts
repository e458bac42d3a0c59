import type { FindingDecision } from '../../../core/decisions/decision.ts';

/** Texts about decisions as a report shows them. */
export const reportDecisionsText = {
  by: (name: string) => `By ${name}`,
  /** What a report says about a finding. */
  inReport: {
    fine: 'Decided: it is fine',
    problem: 'Decided: it is a problem',
    outdated: 'Decided before, outdated',
  } satisfies Record<FindingDecision, string>,
  outdated:
    'It was fine. The element, the rule or the settings of the scan are not the same, so it needs review again.',
  filter: {
    label: 'Decisions',
    options: {
      open: 'Not decided to be fine',
      outdated: 'Decided before, outdated',
      fine: 'Decided to be fine',
      all: 'Show all',
    },
  },
  numbers: {
    fine: (count: string) => `Decided to be fine: ${count}.`,
    problems: (count: string) => `Decided to be a problem, and listed as violations: ${count}.`,
    outdated: (count: string) => `Decided before, outdated: ${count}.`,
  },
  groupFine: (count: string) => `${count} decided to be fine`,
  groupProblems: 'Decided by a person',
  groupOutdated: (count: string) => `${count} decided before, outdated`,
};
