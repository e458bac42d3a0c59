import { createHash } from 'node:crypto';
import { type Answer, toResult } from '../../adapters/http/answer.ts';
import { type ReportFormat, reportFormats } from '../../core/reports/report-formats.ts';

/**
 * Maximum size in bytes of a function's response: Lambda's limit of 6 MB
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html) less the headers that are added later. It
 * applies to the response as the function returns it: JSON with the body as an escaped string.
 */
export const ANSWER_BYTES_MAX = 6 * 1024 * 1024 - 16 * 1024;

/**
 * Headers of the HTML report. The page has its own Content-Security-Policy in a `meta` element; these headers add what
 * `meta` cannot express. The sandbox gives the page an origin of its own: it contains text of scanned pages, and the
 * API has the origin of the dashboard.
 */
const htmlHeaders = {
  'Content-Security-Policy': "sandbox allow-scripts; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** Returns the response with a report. */
export function buildContentAnswer(format: ReportFormat, content: Uint8Array): Answer {
  const headers = { ...(format === 'html' ? htmlHeaders : {}), 'Repr-Digest': computeDigest(content) };
  // The digest includes a byte order mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  return { status: 200, headers, text: { content: text, type: reportFormats[format].contentType } };
}

/** True if a response can contain a report. */
export function canAnswerWith(format: ReportFormat, content: Uint8Array): boolean {
  return isWithinAnswerLimit(buildContentAnswer(format, content));
}

/** True if a response is within the size limit of a function. */
function isWithinAnswerLimit(answer: Answer): boolean {
  return Buffer.byteLength(JSON.stringify(toResult(answer))) <= ANSWER_BYTES_MAX;
}

/** Returns the digest of a report in the format of RFC 9530: https://www.rfc-editor.org/rfc/rfc9530#section-3 */
function computeDigest(stored: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(stored).digest('base64')}:`;
}
