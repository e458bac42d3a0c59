import { z } from 'zod';

/**
 * How one page of a scan ended. `scanned` states whether the rules judged the page. An outcome that is not scanned
 * never counts as a page without problems. `sentence` is for people.
 */
export const pageOutcomes = {
  scanned: { scanned: true, sentence: 'The page was scanned.' },
  'partially-scanned': { scanned: true, sentence: 'The page was scanned, but not all of it.' },
  'off-site-redirect': {
    scanned: false,
    sentence: 'The page redirected to another site and was not scanned.',
  },
  'duplicate-redirect': {
    scanned: false,
    sentence: 'The page redirected to a page that this scan already covers.',
  },
  'http-error': { scanned: false, sentence: 'The server returned an error status.' },
  'broken-link': {
    scanned: false,
    sentence: 'A link or sitemap leads here, but the server says that the page does not exist (404 or 410).',
  },
  gone: {
    scanned: false,
    sentence:
      'The compared scan judged the page, nothing leads to it any more, and it does not exist (404 or 410).',
  },
  'not-html': { scanned: false, sentence: 'The address does not lead to an HTML page.' },
  'too-large': { scanned: false, sentence: 'The page is larger than the limit.' },
  empty: { scanned: false, sentence: 'The page rendered nothing.' },
  'nothing-selected': {
    scanned: false,
    sentence: 'The selectors of the scan exclude everything on the page.',
  },
  'dns-error': { scanned: false, sentence: 'The host name could not be resolved.' },
  'connection-refused': { scanned: false, sentence: 'The server refused the connection.' },
  'connection-failed': { scanned: false, sentence: 'The connection to the server failed.' },
  'tls-error': { scanned: false, sentence: 'The TLS certificate or handshake was not accepted.' },
  timeout: { scanned: false, sentence: 'The page did not respond in time.' },
  'too-many-redirects': { scanned: false, sentence: 'The page redirected too many times.' },
  'empty-response': { scanned: false, sentence: 'The server closed the connection without a response.' },
  'rate-limited': {
    scanned: false,
    sentence: 'The server kept requesting fewer requests, so the page was not scanned.',
  },
  'blocked-by-site': {
    scanned: false,
    sentence: 'The site showed a challenge or refusal to bots instead of the page.',
  },
  'login-required': { scanned: false, sentence: 'The site showed a login form instead of the page.' },
  'blocked-address': { scanned: false, sentence: 'This service is not allowed to open the address.' },
  crashed: { scanned: false, sentence: 'The browser crashed on this page twice.' },
  'service-fault': {
    scanned: false,
    sentence: 'This service failed to scan the page; the page is not at fault.',
  },
  'not-attempted': { scanned: false, sentence: 'The page was not attempted.' },
} as const satisfies Record<string, { scanned: boolean; sentence: string }>;

export type PageOutcome = keyof typeof pageOutcomes;

export const pageOutcomeCodes = Object.keys(pageOutcomes) as [PageOutcome, ...PageOutcome[]];

export const pageOutcomeSchema = z.enum(pageOutcomeCodes).meta({
  description: pageOutcomeCodes.map((code) => `\`${code}\`: ${pageOutcomes[code].sentence}`).join(' '),
});

/** True if an outcome means that the page was scanned, wholly or in part. */
export function isScanned(outcome: PageOutcome): boolean {
  return pageOutcomes[outcome].scanned;
}

/**
 * True if a page with this outcome can have findings. The document of an empty page can have faults, but that nothing
 * else was found there says nothing about the page.
 */
export function canHaveFindings(outcome: PageOutcome): boolean {
  return isScanned(outcome) || outcome === 'empty';
}
