import type { undecidedReasons } from '../../../core/gate/resolutions.ts';

/** Why the gate of a scan was not decided. */
export const gateReasonsText = {
  'no-page-scanned': 'No page was scanned',
  'start-page-not-scanned': 'The start page was not scanned',
  'listed-page-not-scanned': 'A listed page was not scanned',
  'low-coverage': 'Too few pages were scanned',
  'rule-not-run': 'A rule did not run on a page',
  'frame-not-judged': 'The content of a frame was not tested',
  'page-incomplete': 'A page may not have shown all of its content',
  'script-failed': 'A page did not show what should be there',
  'page-changed': 'A page changed too much to be compared',
  'site-shrank': 'Half of the pages of the site were gone',
  'selector-unmatched': 'A selector matched nothing',
  'scan-incomplete': 'The scan failed or was cancelled',
  'not-judged-before': 'Rules or frames were never tested on their page before',
  'no-baseline': 'There was no scan to compare with',
} satisfies Record<(typeof undecidedReasons)[number], string>;
