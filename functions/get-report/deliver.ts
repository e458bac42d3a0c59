import { createHash } from 'node:crypto';
import { type Answer, toResult } from '../../adapters/http/answer.ts';
import {
  getObject,
  linkTo,
  objectSize,
  type ReportBucket,
} from '../../adapters/report-bucket/report-bucket.ts';
import { REPORT_LINK_SECONDS } from '../../core/api/report-endpoints.ts';
import { type ReportFormat, reportFormats } from '../../core/reports/report-formats.ts';

/**
 * What Lambda lets a function answer, 6 MB
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html), less room for the headers that are
 * still to come. It is measured on the answer as a function hands it over: JSON with the body as an escaped text.
 */
export const ANSWER_BYTES_MAX = 6 * 1024 * 1024 - 16 * 1024;

/** Headers of the HTML report. The page carries its own policy; this adds what only a header can say. */
const htmlHeaders = { 'Content-Security-Policy': "frame-ancestors 'none'", 'Referrer-Policy': 'no-referrer' };

/** A report in the bucket. */
export interface StoredReport {
  key: string;
  scanId: string;
  format: ReportFormat;
}

/**
 * The report itself where an answer can hold it, and else, or when asked for, a link. Undefined when the bucket
 * has it no longer.
 */
export async function deliver(
  bucket: ReportBucket,
  report: StoredReport,
  asLink: boolean,
  now: Date,
): Promise<Answer | undefined> {
  const size = await objectSize(bucket, report.key);
  if (size === undefined) return undefined;
  if (asLink) return { status: 200, json: await link(bucket, report, now) };
  if (size <= ANSWER_BYTES_MAX) {
    const stored = await getObject(bucket, report.key);
    if (!stored) return undefined;
    const answer = whole(report.format, stored);
    if (fits(answer)) return answer;
  }
  const elsewhere = await link(bucket, report, now);
  return { status: 303, headers: { Location: elsewhere.url }, json: elsewhere };
}

/** Whether an answer is within what a function may hand over. */
export function fits(answer: Answer): boolean {
  return Buffer.byteLength(JSON.stringify(toResult(answer))) <= ANSWER_BYTES_MAX;
}

function whole(format: ReportFormat, stored: Uint8Array): Answer {
  const headers = { ...(format === 'html' ? htmlHeaders : {}), 'Repr-Digest': digestOf(stored) };
  // A byte order mark is part of what the checksum is of.
  const content = new TextDecoder('utf-8', { ignoreBOM: true }).decode(stored);
  return { status: 200, headers, text: { content, type: reportFormats[format].contentType } };
}

/** The checksum of a report as RFC 9530 writes it, https://www.rfc-editor.org/rfc/rfc9530#section-3 */
function digestOf(stored: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(stored).digest('base64')}:`;
}

async function link(bucket: ReportBucket, { key, scanId, format }: StoredReport, now: Date) {
  const url = await linkTo(bucket, key, {
    expiresInSeconds: REPORT_LINK_SECONDS,
    contentType: reportFormats[format].contentType,
    fileName: `a11y-${scanId}.${reportFormats[format].extension}`,
  });
  return { url, expiresAt: new Date(now.getTime() + REPORT_LINK_SECONDS * 1000).toISOString() };
}
