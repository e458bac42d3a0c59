import type { GateReason } from './gate-reasons.ts';

/** Who can resolve it that a gate is not decided. */
type Turn = 'site' | 'settings' | 'service';

/** How the result of a gate is called wherever people read it, after "gate". */
export const gateWords = { passed: 'passed', failed: 'failed', inconclusive: 'not decided' } as const;

const turnWords: Readonly<Record<Turn, string>> = {
  site: 'The site',
  settings: 'The settings of the scan',
  service: 'The service',
};

/** By reason for which a gate is not decided: whose turn it is, and what resolves it. */
const resolutions = {
  'no-page-scanned': [
    'site',
    'open the address in a private window. If it asks for a login, store credentials for the site; if it refuses the scanner, allow its user agent.',
  ],
  'start-page-not-scanned': [
    'site',
    'repair the page, or scan another start URL. If it shows a login form that is meant to be tested, set expect to {"login": true}.',
  ],
  'listed-page-not-scanned': ['site', 'repair these pages, or remove them from the listed pages.'],
  'low-coverage': [
    'site',
    'repair the pages that were not scanned, exclude them with excludeUrls, or lower failOn.minCoverage.',
  ],
  'rule-not-run': [
    'settings',
    'scan again. If a rule does not run again, exclude the part of the page that prevents it with excludeSelectors; a page with more elements that the Tab key reaches than can be tested with excludeUrls.',
  ],
  'frame-not-judged': [
    'site',
    'repair the address of the frame, or exclude the frame with excludeSelectors if it is not yours. If an HTML form cannot be read, rename its field. If a modal dialog covers the page, exclude it in the same way, which closes it, or store the cookie by which the site knows that it was answered in the credentials of the site.',
  ],
  'page-incomplete': ['settings', 'set waitFor to an element that shows that the page is ready.'],
  'script-failed': [
    'site',
    'repair what failed. If people can close what covers a page, exclude it with excludeSelectors. If the page is meant to be as it is, set waitFor to an element that shows that it is ready, or exclude it with excludeUrls.',
  ],
  'page-changed': [
    'site',
    'open the page. If it shows what it should, declare it with expectChanged, or accept the scan; otherwise repair the site and scan again.',
  ],
  'site-shrank': [
    'site',
    'restore the pages, or the links and the sitemap that lead to them. If they were removed on purpose, declare them with expectChanged, or accept the scan.',
  ],
  'selector-unmatched': ['settings', 'correct includeSelectors, or remove the selector.'],
  'scan-incomplete': [
    'service',
    'scan again. If it fails again, give the id of the scan to the person who operates the service.',
  ],
  'not-judged-before': [
    'settings',
    'scan the target branch again, so that the next comparison knows these rules and frames.',
  ],
  'no-baseline': ['settings', 'scan the target branch, or let all violations decide: any instead of new.'],
} as const satisfies Partial<Readonly<Record<GateReason, readonly [Turn, string]>>>;

/** Reasons for which a gate is not decided. */
export const undecidedReasons = Object.keys(resolutions) as [UndecidedReason, ...UndecidedReason[]];
type UndecidedReason = keyof typeof resolutions;

/** Returns whose turn it is and what resolves a reason; null for a reason for which a gate fails. */
export function describeResolution(code: GateReason): string | null {
  const known = (resolutions as Partial<Record<GateReason, readonly [Turn, string]>>)[code];
  return known === undefined ? null : `${turnWords[known[0]]}: ${known[1]}`;
}
