import type { PageState } from '../../../core/reports/scan-pages.ts';
import type { PageOutcome } from '../../../core/scans/page-outcome.ts';

/** Names of how a page of a scan ended. */
export const pageOutcomesText = {
  scanned: 'Scanned',
  'partially-scanned': 'Partly scanned',
  'off-site-redirect': 'Redirect to another site',
  'duplicate-redirect': 'Redirect to another page',
  'http-error': 'Server error',
  'broken-link': 'Broken link',
  gone: 'Gone',
  'not-html': 'Not HTML',
  'too-large': 'Too large',
  empty: 'Empty',
  'nothing-selected': 'Nothing selected',
  'dns-error': 'Host not found',
  'connection-refused': 'Connection refused',
  'connection-failed': 'Connection failed',
  'tls-error': 'TLS error',
  timeout: 'No answer in time',
  'too-many-redirects': 'Too many redirects',
  'empty-response': 'Empty response',
  'rate-limited': 'Rate-limited',
  'blocked-by-site': 'Blocked by the site',
  'login-required': 'Login required',
  'blocked-address': 'Address not allowed',
  crashed: 'Browser crashed',
  'service-fault': 'Fault of the service',
  'not-attempted': 'Not attempted',
} satisfies Record<PageOutcome, string>;

/** Names of the states of a page while its scan runs. */
export const pageStatesText = {
  waiting: 'Waiting',
  running: 'In a browser',
  ended: 'Ended',
} satisfies Record<PageState, string>;
