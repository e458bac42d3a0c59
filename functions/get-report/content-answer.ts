import { createHash } from 'node:crypto';
import { type Answer, toResult } from '../../adapters/http/answer.ts';
import { type ReportFormat, reportFormats } from '../../core/reports/report-formats.ts';

/**
 * What Lambda lets a function answer, 6 MB
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html), less the headers that are added later. It
 * is measured on the answer as a function returns it: JSON with the body as an escaped text.
 */
export const ANSWER_BYTES_MAX = 6 * 1024 * 1024 - 16 * 1024;

/** Headers of the HTML report. The page carries its own policy; this adds what only a header can say. */
const htmlHeaders = { 'Content-Security-Policy': "frame-ancestors 'none'", 'Referrer-Policy': 'no-referrer' };

/** Returns the answer that carries a report. */
export function buildContentAnswer(format: ReportFormat, content: Uint8Array): Answer {
  const headers = { ...(format === 'html' ? htmlHeaders : {}), 'Repr-Digest': digestOf(content) };
  // A byte order mark is part of what the checksum is of.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  return { status: 200, headers, text: { content: text, type: reportFormats[format].contentType } };
}

/** Whether an answer can carry a report. */
export function canAnswerWith(format: ReportFormat, content: Uint8Array): boolean {
  return isWithinAnswerLimit(buildContentAnswer(format, content));
}

/** Whether an answer is within what a function may return. */
export function isWithinAnswerLimit(answer: Answer): boolean {
  return Buffer.byteLength(JSON.stringify(toResult(answer))) <= ANSWER_BYTES_MAX;
}

/** The checksum of a report as RFC 9530 writes it, https://www.rfc-editor.org/rfc/rfc9530#section-3 */
function digestOf(stored: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(stored).digest('base64')}:`;
}
