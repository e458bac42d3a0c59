import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { foundLinksSchema } from '../crawl/found-links.ts';
import { PICTURE_BYTES_MAX, PICTURE_ID } from '../findings/picture.ts';
import { DETAIL_LENGTH_MAX, FINAL_URL_LENGTH_MAX } from './messages.ts';
import { ATTEMPTS_MAX, browserTimeoutMs, PAGES_PER_CHUNK_MAX } from './pacing.ts';
import { PAGE_ID } from './page-id.ts';
import { pageOutcomeSchema } from './page-outcome.ts';
import { pageResultSchema } from './page-result.ts';

/**
 * What the function with the browser reports to the function that invoked it: one event per line, as JSON. The receiver
 * trusts nothing of it, because a scanned page may have taken over the sender: see `ChunkProgress`.
 */

const pageId = z.string().regex(PAGE_ID);
const attempt = z.number().int().min(1).max(ATTEMPTS_MAX);
/** For people. */
const detail = z.string().max(DETAIL_LENGTH_MAX);

const base64 = z.base64();

/**
 * Maximum length of the JSON of one page's result, in bytes. The scanner limits the texts of a result's elements to
 * 3 Mi UTF-16 units (`resultLimits`), which are mostly one byte each, and three at most. Escaping and redaction can
 * lengthen them. `packPageEnd` omits elements of results that are longer.
 */
const RESULT_BYTES_MAX = 12 * 1024 * 1024;

/** Maximum length of one event, in characters: a compressed result that compression made no smaller, as base64. */
export const eventLengthMax = Math.ceil((RESULT_BYTES_MAX * 4) / 3) + 200_000;

/**
 * The length that the events of one page have at most in practice, in bytes: its pictures and a result of 3 MiB, as
 * base64.
 */
export const PAGE_EVENTS_BYTES = 5_000_000;

const pageEndSchema = z.object({
  result: pageResultSchema.extend({ detail, durationMs: z.number().int().min(0).max(browserTimeoutMs) }),
  links: foundLinksSchema,
  /**
   * The URL after redirects, in which only echoes of credentials are redacted. Null if nothing was reached, or if it is
   * too long.
   */
  finalUrl: z.string().max(FINAL_URL_LENGTH_MAX).nullable(),
});

export const chunkEventSchema = z.discriminatedUnion('type', [
  /** A page is about to be opened; again with the next attempt if the first one crashed the browser. */
  z.object({ type: z.literal('page-started'), pageId, attempt }),
  /** A WebP picture of the open page. */
  z.object({
    type: z.literal('picture'),
    id: z.string().regex(PICTURE_ID),
    bytes: base64.max(Math.ceil(PICTURE_BYTES_MAX / 3) * 4),
  }),
  /** `end` is a `pageEndSchema` as JSON, compressed: streams are slow after their first 6 MB. */
  z.object({ type: z.literal('page-finished'), pageId, attempt, end: base64 }),
  /** The server requested that the page is opened later. */
  z.object({
    type: z.literal('page-deferred'),
    pageId,
    attempt,
    retryAfterSeconds: z.number().int().min(0).max(86_400),
    outcome: pageOutcomeSchema,
    detail,
  }),
  /** The scanner failed for a reason that is no page's: for example, the browser could not be started. */
  z.object({ type: z.literal('fault'), detail }),
  /** The response has no space left for the results of the open page. It is the last event. */
  z.object({ type: z.literal('response-full') }),
  /** The chunk has ended. These pages were not reached, in their order. It is the last event. */
  z.object({ type: z.literal('end'), notReached: z.array(pageId).max(PAGES_PER_CHUNK_MAX) }),
]);
export type ChunkEvent = z.infer<typeof chunkEventSchema>;

/** The result of a page with its links. */
export type PageEndOfChunk = z.infer<typeof pageEndSchema>;

/**
 * Returns the value of the member `end` of the event `page-finished`. If the result is too long, omits elements, which
 * are only counted then, and frames that were not scanned.
 */
export function packPageEnd(end: PageEndOfChunk): string {
  const { result } = end;
  let json = Buffer.from(JSON.stringify(end));
  let most = Math.max(result.framesNotScanned.length, ...result.findings.map(({ nodes }) => nodes.length));
  while (json.length > RESULT_BYTES_MAX && most > 0) {
    most = Math.floor(most / 2);
    const findings = result.findings.map((finding) => ({ ...finding, nodes: finding.nodes.slice(0, most) }));
    const framesNotScanned = result.framesNotScanned.slice(0, most);
    json = Buffer.from(JSON.stringify({ ...end, result: { ...result, findings, framesNotScanned } }));
  }
  return deflateRawSync(json, { level: 1 }).toString('base64');
}

/**
 * Returns what `packPageEnd` packed.
 * @throws Error if it is longer than `RESULT_BYTES_MAX` when it is unpacked, or not what `pageEndSchema` requires
 */
export function unpackPageEnd(packed: string): PageEndOfChunk {
  const json = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: RESULT_BYTES_MAX });
  return pageEndSchema.parse(JSON.parse(json.toString()));
}
