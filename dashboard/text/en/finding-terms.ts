import type { FindingState } from '../../../core/comparison/states.ts';
import type { FindingKind } from '../../../core/findings/finding-kind.ts';
import type { Impact } from '../../../core/scans/page-result.ts';

/** Names of what describes a finding or an issue group everywhere. */
export const findingTerms = {
  impacts: {
    critical: 'Critical',
    serious: 'Serious',
    moderate: 'Moderate',
    minor: 'Minor',
  } satisfies Record<Impact, string>,
  kinds: {
    violation: 'Violations',
    review: 'Needs review',
  } satisfies Record<FindingKind, string>,
  states: {
    new: 'New',
    regressed: 'Regressed',
    unchanged: 'Unchanged',
    reclassified: 'Reclassified',
    unknown: 'Unknown',
  } satisfies Record<FindingState, string>,
};
