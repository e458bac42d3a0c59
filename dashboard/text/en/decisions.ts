import type { Verdict } from '../../../core/decisions/decision.ts';

/** Texts about decisions as they are now. */
export const decisionsText = {
  by: (name: string) => `By ${name}`,
  since: {
    fine: 'Decided since this scan: it is fine. This counts from the next scan on.',
    problem: 'Decided since this scan: it is a problem. This counts from the next scan on.',
  } satisfies Record<Verdict, string>,
  removedSince:
    'The decision was removed since this scan. The finding needs review again from the next scan on.',
  action: 'Decide',
  actionOf: (location: string) => `Decide about ${location}`,
};
