import { redactQueries } from '../../core/redaction/redact-queries.ts';
import { type PageOutcome, pageOutcomes } from '../../core/scans/page-outcome.ts';
import { type FrontierPage, scanFailures } from '../../core/scans/scan.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** What to do about it, by how a page ended. */
const advice: Partial<Record<PageOutcome, string>> = {
  'connection-refused': 'Is the server running, and on this port?',
  'connection-failed': 'Is the server running, and can this machine reach it?',
  'empty-response': 'Is it an HTTP server, and is the scheme right?',
  'dns-error': 'Is the host name right, and known to this machine?',
  'tls-error': 'The browser must trust the certificate; scan a preview by http:// where it has none.',
  timeout: 'Is the server ready? Wait until it answers before you scan.',
  'http-error': 'Open the address in a browser: it must answer with a page.',
  'not-html': 'Give the address of an HTML page.',
  'login-required': 'A local scan cannot sign in; scan a preview without a login.',
  'off-site-redirect': 'Scan the address that it leads to, or name it: --allow-origin',
  'blocked-address': 'Name what it leads to, if it may be opened: --allow-origin',
};

/** Why no page of a scan was scanned, and what to do. @param pages in the order of the report */
export function explainNoPageScanned(pages: readonly FrontierPage[]): string {
  const [first] = pages;
  if (first?.outcome === undefined) return scanFailures['no-page-scanned'];
  const { url, outcome, detail } = first;
  return [
    scanFailures['no-page-scanned'],
    `${escapeLogLine(redactQueries(url), 200)}: ${escapeLogLine(detail || pageOutcomes[outcome].sentence, 500)}`,
    ...(advice[outcome] === undefined ? [] : [advice[outcome]]),
    ...(pages.length > 1 ? [`All ${pages.length} pages: ${byOutcome(pages)}.`] : []),
  ].join(' ');
}

function byOutcome(pages: readonly FrontierPage[]): string {
  const counts = new Map<string, number>();
  for (const { outcome = 'not-attempted' } of pages) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return Array.from(counts, ([outcome, count]) => `${count} ${outcome}`).join(', ');
}
