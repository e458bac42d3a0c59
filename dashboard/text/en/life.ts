import type { LifeState } from '../../../core/history/site-history.ts';

/** Texts of the history of a finding or an issue group. */
export const lifeText = {
  label: 'History',
  states: {
    open: 'It is open.',
    fixed: 'It is fixed.',
    unknown: 'It was open, but later scans did not test that part again.',
  } satisfies Record<LifeState, string>,
  earlier: 'It was there before this history begins.',
  omitted: { one: 'change in between is not listed.', other: 'changes in between are not listed.' },
  events: { 'first-seen': 'First seen', fixed: 'Fixed', returned: 'Seen again' },
  missing: 'There is no history of it: no completed scan has seen it.',
};
