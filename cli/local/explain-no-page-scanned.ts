import { redactQueries } from '../../core/redaction/redact-queries.ts';
import { type PageOutcome, pageOutcomes } from '../../core/scans/page-outcome.ts';
import { type FrontierPage, scanFailures } from '../../core/scans/scan.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** What to do, by the outcome of the page. */
const advice: Partial<Record<PageOutcome, string>> = {
  'connection-refused': 'Check that the server is running on this port.',
  'connection-failed': 'Check that the server is running and this machine can reach it.',
  'empty-response': 'Check that it is an HTTP server and the scheme is right.',
  'dns-error': 'Check the host name, and that this machine can resolve it.',
  'tls-error': 'The browser must trust the certificate. If a preview has none, scan it with http://.',
  timeout: 'Start the scan when the server responds.',
  'http-error': 'Open the URL in a browser. It must return a page.',
  'not-html': 'Use the URL of an HTML page.',
  'login-required': 'A local scan cannot sign in. Scan a preview without a login.',
  'off-site-redirect': 'Scan the target of the redirect, or allow it: --allow-origin',
  'blocked-address': 'If the target may be opened, allow it: --allow-origin',
};

/** Returns why no page was scanned, and what to do. @param pages in the order of the report */
export function explainNoPageScanned(pages: readonly FrontierPage[]): string {
  const [first] = pages;
  if (first?.outcome === undefined) return scanFailures['no-page-scanned'];
  const { url, outcome, detail } = first;
  return [
    scanFailures['no-page-scanned'],
    `${escapeLogLine(redactQueries(url), 200)}: ${escapeLogLine(detail || pageOutcomes[outcome].sentence, 500)}`,
    ...(advice[outcome] === undefined ? [] : [advice[outcome]]),
    ...(pages.length > 1 ? [`All ${pages.length} pages: ${formatByOutcome(pages)}.`] : []),
  ].join(' ');
}

function formatByOutcome(pages: readonly FrontierPage[]): string {
  const counts = new Map<string, number>();
  for (const { outcome = 'not-attempted' } of pages) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return Array.from(counts, ([outcome, count]) => `${count} ${outcome}`).join(', ');
}
