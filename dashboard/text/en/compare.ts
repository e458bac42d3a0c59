import type { DifferenceState } from '../../../core/comparison/states.ts';
import type { FindingKind } from '../../../core/findings/finding-kind.ts';
import { findingTerms } from './finding-terms.ts';

/** Texts of the screen that compares two scans. */
export const compareText = {
  title: 'Compare scans',
  scan: 'Scan',
  intro: (scan: string) => `What changed between another scan of this site and the scan of ${scan}.`,
  of: (time: string, branch: string | undefined) => (branch === undefined ? time : `${time}, ${branch}`),
  fields: {
    with: 'Compare with',
    choose: 'Choose a scan',
    withHint: 'The newest 50 completed scans of the site',
    state: 'Change',
    allStates: 'All changes',
    kind: 'Kind',
    allKinds: 'Violations and needs review',
    impact: 'Impact',
    allImpacts: 'All impacts',
  },
  kinds: { violation: 'Violation', review: 'Needs review' } satisfies Record<FindingKind, string>,
  noOther: 'The site has no other completed scan to compare this one with.',
  chooseOne: 'Choose a scan to compare this one with.',
  settings: (names: string) =>
    `The scans have different settings (${names}). So it is not known whether a finding was fixed, and a new one may have been there before.`,
  engines:
    'The scans ran different versions of axe-core, of the checks of a11y-scan, or of the browser, which can also make findings appear or disappear.',
  unlisted: (count: string) => `${count} that the scans counted but did not list are not compared.`,
  findings: { one: 'finding', other: 'findings' },
  counts: 'Findings by what changed',
  show: (count: string, state: string) => `${count}: show ${state}`,
  change: 'Change',
  violations: 'Violations',
  needsReview: 'Needs review',
  meaning: 'Meaning',
  states: {
    new: findingTerms.states.new,
    regressed: findingTerms.states.regressed,
    reclassified: findingTerms.states.reclassified,
    fixed: 'Fixed',
    'not-seen-again': 'Not seen again',
    unknown: findingTerms.states.unknown,
    unchanged: findingTerms.states.unchanged,
  } satisfies Record<DifferenceState, string>,
  meanings: {
    new: 'Only this scan has it.',
    regressed: 'It was fixed before the other scan, and is there again.',
    reclassified: 'A violation became a finding that needs review, or the reverse.',
    fixed: 'Only the other scan has it, and this scan tested that it is gone.',
    'not-seen-again': 'Only the other scan has it, but this scan could not test whether it is gone.',
    unknown: 'It is not known whether something changed, because a scan did not test or list that part.',
    unchanged: 'Both scans have it.',
  } satisfies Record<DifferenceState, string>,
  caption: 'Findings of both scans',
  empty: 'No finding matches the filters.',
  columns: {
    state: 'Change',
    rule: 'Requirement',
    kind: 'Kind',
    impact: 'Impact',
    page: 'Page',
    element: 'Element',
  },
  suppressed: 'Suppressed',
};
