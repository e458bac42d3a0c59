import { preferredType } from '../../adapters/http/accept.ts';
import type { Answer } from '../../adapters/http/answer.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { scanFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { pollAfterSeconds } from '../../core/api/parts.ts';
import { getReport } from '../../core/api/report-endpoints.ts';
import { Problem } from '../../core/problems/problem.ts';
import { type ReportFormat, reportFormatNames, reportFormats } from '../../core/reports/report-formats.ts';
import { reportKey } from '../../core/scans/result-key.ts';
import { isFinal, type Scan, viewScan } from '../../core/scans/scan.ts';
import { deliver } from './deliver.ts';
import { env } from './env.ts';

const access = openAccess(env);
const bucket = reportBucket(env.BUCKET_NAME);

const mediaTypes = reportFormatNames.map((name) => reportFormats[name].mediaType);

export const handler = apiHandler(getReport, access, async ({ principal, params, query, accept, now }) => {
  const scan = await scanFor(access.store, principal, params.scanId);
  const format = query.format ?? formatFor(accept);
  return answerFor(scan, format, query.delivery === 'link', now);
});

function formatFor(accept: string | undefined): ReportFormat {
  const type = preferredType(accept, mediaTypes);
  const format = reportFormatNames.find((name) => reportFormats[name].mediaType === type);
  if (format) return format;
  throw new Problem('not-acceptable', `A report comes as ${mediaTypes.join(' or ')}.`);
}

async function answerFor(scan: Scan, format: ReportFormat, asLink: boolean, now: Date): Promise<Answer> {
  if (!isFinal(scan.status) || scan.report === 'pending') {
    const retryAfter = scan.status === 'queued' ? pollAfterSeconds.queued : pollAfterSeconds.running;
    return { status: 202, headers: { 'Retry-After': String(retryAfter) }, json: viewScan(scan) };
  }
  const report =
    scan.report === 'ready' ? { key: reportKey(scan, format), scanId: scan.scanId, format } : undefined;
  const delivered = report && (await deliver(bucket, report, asLink, now));
  if (!delivered) throw new Problem('nothing-to-report', whyNothing(scan));
  return delivered;
}

function whyNothing(scan: Scan): string {
  if (scan.report === 'ready') return 'The report is past its retention and was deleted.';
  const { failure, cancelReason } = viewScan(scan);
  return `${failure?.reason ?? cancelReason ?? 'The scan ended without a result.'} There is nothing to report.`;
}
