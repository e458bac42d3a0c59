import { randomBytes } from 'node:crypto';
import { type Report, reportSchema } from '../../core/reports/report.ts';
import { Api, ApiError } from '../../local/demo/api.ts';
import { scanSite } from '../../local/demo/scan.ts';
import { listMissingFaults, listReportedFaults, readKnownFaults } from './faults.ts';
import { RehearsalError } from './steps.ts';

const SCAN_PATIENCE_MS = 180_000;

/**
 * Sets credentials of a site, so that its scan must decrypt them. The demo site itself does not require any. Checks
 * that the response does not contain their values.
 */
export async function setCredentials(baseUrl: string, apiKey: string, siteId: string): Promise<void> {
  const secret = randomBytes(16).toString('hex');
  const credentials = { headers: { 'X-Rehearsal': secret } };
  const { body, text } = await new Api(baseUrl, apiKey).call('PATCH', `/sites/${siteId}`, { credentials });
  const shown = (body as { credentials?: { headers?: number } | null }).credentials;
  if (shown?.headers !== 1 || text.includes(secret)) {
    throw new RehearsalError(
      `PATCH /sites/${siteId} must return only the number of headers, not their values`,
    );
  }
}

/**
 * Lists the sites, scans one through the public API and waits for the end.
 * @returns the scan's id
 */
export async function runScan(baseUrl: string, apiKey: string, siteId: string): Promise<string> {
  const api = new Api(baseUrl, apiKey);
  const { body } = await api.call('GET', '/sites');
  const { items } = body as { items: { id: string }[] };
  if (!items.some(({ id }) => id === siteId)) throw new RehearsalError(`GET /sites does not list ${siteId}`);
  const finished = await scanSite(api, siteId, () => undefined, AbortSignal.timeout(SCAN_PATIENCE_MS)).catch(
    (error: Error) => {
      if (error.name !== 'TimeoutError') throw error;
      throw new RehearsalError(`the scan did not end within ${SCAN_PATIENCE_MS / 1000} s`);
    },
  );
  if (finished.status === 'completed') return finished.id;
  throw new RehearsalError(`the scan ended as ${finished.status}: ${finished.failure ?? 'no reason given'}`);
}

/**
 * Fetches the report as JSON, as HTML and by link, and compares it with the known faults of the demo site.
 * @returns a summary of the result
 */
export async function checkReport(baseUrl: string, apiKey: string, scanId: string): Promise<string> {
  const api = new Api(baseUrl, apiKey);
  const json = await api.call('GET', `/scans/${scanId}/report`);
  const parsed = reportSchema.safeParse(json.body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new RehearsalError(
      `the report does not match its schema: ${issue?.path.join('.')}: ${issue?.message}`,
    );
  }
  const html = await api.call('GET', `/scans/${scanId}/report?format=html`);
  const type = html.headers.get('content-type') ?? '';
  if (!type.startsWith('text/html') || !html.text.includes('</html>')) {
    throw new RehearsalError(`the HTML report has the content type ${type || '(none)'} or is incomplete`);
  }
  await checkLink(api, scanId, json.text);
  return compareWithKnownFaults(parsed.data);
}

async function checkLink(api: Api, scanId: string, report: string): Promise<void> {
  const { body } = await api.call('GET', `/scans/${scanId}/report?delivery=link`);
  const answer = await fetch((body as { url: string }).url);
  const text = await answer.text();
  if (!answer.ok || text !== report) {
    throw new RehearsalError(
      `the report's link returned ${answer.status} and another text than the API: ${text.slice(0, 200)}`,
    );
  }
}

async function compareWithKnownFaults(report: Report): Promise<string> {
  const [known, reported] = [await readKnownFaults(), listReportedFaults(report)];
  const missed = listMissingFaults(known, reported).map((fault) => `missed    ${fault}`);
  const falseFindings = listMissingFaults(reported, known).map((fault) => `false     ${fault}`);
  const { scanned, known: pages } = report.summary.pages;
  if (missed.length + falseFindings.length > 0 || scanned !== pages) {
    const lines = [`${scanned} of ${pages} pages were scanned`, ...missed, ...falseFindings];
    throw new RehearsalError(`the report differs from local/demo-site/faults.json:\n${lines.join('\n')}`);
  }
  return `${scanned} pages, ${reported.length} of ${known.length} known faults, no false findings`;
}

/** Checks that a revoked key is rejected. */
export async function checkRejected(baseUrl: string, apiKey: string): Promise<void> {
  try {
    await new Api(baseUrl, apiKey).call('GET', '/sites');
  } catch (error) {
    // MiniStack does not apply custom gateway responses, so it returns 403 where AWS returns 401.
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
    throw error;
  }
  throw new RehearsalError('the API accepted a revoked key');
}
