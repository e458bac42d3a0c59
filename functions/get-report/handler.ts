import { readEnvironment } from '../../adapters/environment.ts';
import { preferredType } from '../../adapters/http/accept.ts';
import type { Answer } from '../../adapters/http/answer.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { scanFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { nothingToReport, stillToCome } from '../../adapters/http/report-there.ts';
import { reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { getReport } from '../../core/api/report-endpoints.ts';
import { Problem } from '../../core/problems/problem.ts';
import { type ReportFormat, reportFormatNames, reportFormats } from '../../core/reports/report-formats.ts';
import { earlierReportKey, hasEdition, reportKey } from '../../core/scans/result-key.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { deliver } from './deliver.ts';
import { schema } from './env.ts';

/** Formats that an Accept header can ask for; the others have the media type of one of these. */
const byMediaType = new Map(
  reportFormatNames.flatMap((name) => {
    const { mediaType } = reportFormats[name];
    return mediaType === null ? [] : [[mediaType, name] as const];
  }),
);
const mediaTypes = [...byMediaType.keys()];

function formatFor(accept: string | undefined): ReportFormat {
  const type = preferredType(accept, mediaTypes);
  const format = type && byMediaType.get(type);
  if (format) return format;
  throw new Problem(
    'not-acceptable',
    `A report comes as ${mediaTypes.join(', ')}; or say format=${reportFormatNames.join(', ')}.`,
  );
}

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const bucket = reportBucket(env.BUCKET_NAME);

  return apiHandler(getReport, access, async ({ principal, params, query, accept, now }) => {
    const scan = await scanFor(access.store, principal, params.scanId);
    const format = query.format ?? formatFor(accept);
    return answerFor(scan, format, query.delivery === 'link', now);
  });

  async function answerFor(scan: Scan, format: ReportFormat, asLink: boolean, now: Date): Promise<Answer> {
    const coming = stillToCome(scan);
    if (coming) return coming;
    const key = hasEdition(scan) ? reportKey(scan, format) : earlierReportKey(scan, format);
    const report = scan.report === 'ready' ? { key, scanId: scan.scanId, format } : undefined;
    const delivered = report && (await deliver(bucket, report, asLink, now));
    if (!delivered) throw nothingToReport(scan);
    return delivered;
  }
}
