/** Why a gate did not pass: meanings by stable code. Apart from the schema, so that users need not load its library. */
export const gateReasons = {
  new: 'New or regressed findings at or above the threshold.',
  any: 'Findings at or above the threshold.',
  total: 'More findings than allowed.',
  'best-practice-new': 'New or regressed best-practice findings at or above the threshold.',
  'best-practice-any': 'Best-practice findings at or above the threshold.',
  'best-practice-total': 'More best-practice findings than allowed.',
  'no-page-scanned': 'No page was scanned.',
  'start-page-not-scanned': 'The start page was not scanned.',
  'listed-page-not-scanned': 'A listed page was not scanned.',
  'low-coverage': 'Too few of the attempted pages were scanned.',
  'rule-not-run': 'A rule that could make the gate fail did not run on a page that was scanned.',
  'frame-not-judged': 'The content of a frame was not tested on a page that was scanned.',
  'page-incomplete':
    'The start page, a listed page, or too many others may not have shown all of their content when the rules ran.',
  'script-failed':
    'A page does not show what should be there: a script, style sheet or data of its site failed, it was still loading, its content is transparent or covered, or it says that an error occurred.',
  'page-changed':
    'A page changed so much since the baseline that it is not known whether it is the same page.',
  'site-shrank':
    'At least half of the pages that the compared scan judged are gone, redirected, or linked from nowhere any more.',
  'selector-unmatched': 'A selector of `includeSelectors` matches nothing on any page.',
  'scan-incomplete': 'The scan failed or was cancelled.',
  'not-judged-before':
    'Findings of rules or frames that were never tested on their page before: it is unknown whether they are new.',
  'no-baseline': 'There is no baseline, so it is unknown which findings are new.',
} as const;
export type GateReason = keyof typeof gateReasons;
export const gateReasonCodes = Object.keys(gateReasons) as [GateReason, ...GateReason[]];
