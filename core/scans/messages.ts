import { z } from 'zod';
import { foundLinksSchema } from '../crawl/found-links.ts';
import { createIdSchema } from '../ids.ts';
import { sealedCredentialsSchema } from '../sites/credentials.ts';
import { URL_LENGTH_MAX } from '../sites/url.ts';
import { SELECTOR_SUPPRESSIONS_MAX } from '../suppressions/suppression.ts';
import { getScanHost } from './host-slots.ts';
import { ATTEMPTS_MAX, PAGES_PER_CHUNK_MAX } from './pacing.ts';
import { PAGE_ID } from './page-id.ts';
import { pageOutcomeSchema } from './page-outcome.ts';
import { pageSettingsSchema } from './page-settings.ts';
import { priorities } from './priority.ts';
import type { FrontierPage, Scan } from './scan.ts';

/** The messages of the queues. Every message may arrive twice, late or out of order. */

/**
 * Maximum size of a message in bytes, which is the limit of SQS
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html).
 */
export const MESSAGE_BYTES_MAX = 1_048_576;

const envelope = {
  accountId: createIdSchema('acct'),
  scanId: createIdSchema('scan'),
  correlationId: z.string().max(200),
};
const chunkId = createIdSchema('chunk');
const pageId = z.string().regex(PAGE_ID);
const attempt = z.number().int().min(1).max(ATTEMPTS_MAX);
/** The host of the pages, see `getScanHost`. Its slot is released even if the scan was deleted meanwhile. */
const host = z.string().max(URL_LENGTH_MAX);
/** What a report on a chunk names. */
const ofChunk = { chunkId, host };
/** One page of a chunk. */
const ofPage = { ...ofChunk, pageId, attempt };
const pageIds = z.array(pageId).max(PAGES_PER_CHUNK_MAX);
/** Maximum length of the text that describes an outcome, in UTF-16 units. */
export const DETAIL_LENGTH_MAX = 4_000;
/** For people. The sender limits its length. */
const detail = z.string().max(DETAIL_LENGTH_MAX);

/** Maximum length of the URL of a page after redirects, in UTF-16 units. */
export const FINAL_URL_LENGTH_MAX = 4_000;

/** The members of every message of a scan. */
type Envelope = Pick<Scan, keyof typeof envelope>;

function pickEnvelope({ accountId, scanId, correlationId }: Envelope): Envelope {
  return { accountId, scanId, correlationId };
}

/** On the plan queue: requests the first pages of a scan. */
export const planMessageSchema = z.object({ ...envelope });
export type PlanMessage = z.infer<typeof planMessageSchema>;

/** Builds the message that requests the plan of a scan. */
export const buildPlanMessage: (scan: Envelope) => PlanMessage = pickEnvelope;

/** One page to scan; `attempt` is the number of this attempt. */
export const chunkPageSchema = z.object({
  pageId,
  url: z.string(),
  attempt,
  /** The status that the page must return; absent if any successful status is accepted. */
  expectStatus: z.number().int().optional(),
  /** Whether the start URL is meant to show a login form; absent for other pages. */
  expectLogin: z.boolean().optional(),
  /** The page's identity in fingerprints: see `buildPageIdentity`. */
  identity: z.string(),
  /**
   * The fingerprints of the page in the baseline, as `packKnownFingerprints` writes them; absent without a baseline.
   */
  known: z.string().optional(),
});
export type ChunkPage = z.infer<typeof chunkPageSchema>;

/** The part of a scan that the work on each page depends on. */
export interface PageWork {
  /** The status that the start URL must return; null if any successful status is accepted. */
  expectStatus: number | null;
  /** Whether the start URL is meant to show a login form. */
  expectLogin: boolean;
  /** Returns the data that the findings of a page are compared with. */
  describe: (url: string) => Pick<ChunkPage, 'identity' | 'known'>;
}

/** Builds the part of a chunk message for one page of the frontier. */
export function buildChunkPage(
  { pageId, url, attempts, depth, position }: FrontierPage,
  { expectStatus, expectLogin, describe }: PageWork,
): ChunkPage {
  const isStart = depth === 0 && position === 0;
  return {
    pageId,
    url,
    attempt: attempts + 1,
    ...(expectStatus !== null && isStart ? { expectStatus } : {}),
    ...(isStart ? { expectLogin } : {}),
    ...describe(url),
  };
}

/** On a scan queue: pages to scan with one browser. */
export const chunkMessageSchema = z.object({
  ...envelope,
  /** Browsers are not shared by sites: see `dispatchChunk`. */
  siteId: createIdSchema('site'),
  ...ofChunk,
  priority: z.enum(priorities),
  ruleIds: z.array(z.string()),
  settings: pageSettingsSchema,
  hashRoutes: z.boolean(),
  /** Suppression selectors: findings list those that they match. */
  marks: z.array(z.string()).max(SELECTOR_SUPPRESSIONS_MAX),
  /** Credentials of the site; unsealed only while the chunk is scanned. */
  credentials: sealedCredentialsSchema.optional(),
  pages: z.array(chunkPageSchema).min(1),
});
export type ChunkMessage = z.infer<typeof chunkMessageSchema>;

/** The input of a chunk besides its pages. */
export type ChunkWork = PageWork &
  Pick<ChunkMessage, 'ruleIds' | 'settings' | 'hashRoutes' | 'marks' | 'credentials'>;

/** Builds the message that dispatches pages as one chunk. */
export function buildChunkMessage(
  scan: Scan,
  id: string,
  { expectStatus, expectLogin, describe, ...work }: ChunkWork,
  pages: readonly FrontierPage[],
): ChunkMessage {
  return {
    ...pickEnvelope(scan),
    siteId: scan.siteId,
    chunkId: id,
    host: getScanHost(scan),
    priority: scan.config.priority,
    ...work,
    pages: pages.map((page) => buildChunkPage(page, { expectStatus, expectLogin, describe })),
  };
}

const runSchema = z.string().regex(/^[\w-]{1,64}$/);

/** On the record queue: the progress and outcome of pages. */
export const recordMessageSchema = z.discriminatedUnion('type', [
  /** Sent before a page is opened, so that the attempt is counted even if it crashes the browser. */
  z.object({
    ...envelope,
    type: z.literal('page-started'),
    ...ofPage,
  }),
  z.object({
    ...envelope,
    type: z.literal('page-finished'),
    ...ofPage,
    outcome: pageOutcomeSchema,
    detail,
    /** Distinguishes the results of an attempt that was made twice; part of the key of the result's object. */
    run: runSchema,
    /** The URL after redirects; null if nothing was reached, or if it is too long. */
    finalUrl: z.string().max(FINAL_URL_LENGTH_MAX).nullable(),
    links: foundLinksSchema,
  }),
  /** The server requested that the page is opened later, so the attempt does not count. */
  z.object({
    ...envelope,
    type: z.literal('page-deferred'),
    ...ofPage,
    /** The page's outcome if it is not deferred again. */
    outcome: pageOutcomeSchema,
    detail,
    retryAfterSeconds: z.number().int().min(0).max(86_400),
  }),
  /** An attempt without a result because of a fault of this service, not of the page. */
  z.object({
    ...envelope,
    type: z.literal('attempt-void'),
    ...ofPage,
  }),
  /**
   * The function with the browser ended while the page was open, for example because it had no memory left, or it
   * reported something that was refused.
   */
  z.object({
    ...envelope,
    type: z.literal('page-lost'),
    ...ofPage,
    /** True if a report was refused. */
    isRefused: z.boolean().default(false),
  }),
  /** Pages that were not started. */
  z.object({
    ...envelope,
    type: z.literal('pages-returned'),
    ...ofChunk,
    pageIds,
    /**
     * Whether a fault of the service is the reason, so that the dispatch counts towards `SENDS_MAX`. Otherwise there
     * was no time or no capacity, or another page of the chunk is the reason.
     */
    isFault: z.boolean(),
  }),
  /** The browser of a chunk has ended, regardless of the outcome of its pages. It is the last message of its sender. */
  z.object({ ...envelope, type: z.literal('chunk-ended'), ...ofChunk }),
  /** A chunk was delivered a second time: its first receiver has crashed, or is slow. */
  z.object({
    ...envelope,
    type: z.literal('chunk-redelivered'),
    ...ofChunk,
    pageIds,
  }),
  /** A chunk was dead-lettered. */
  z.object({ ...envelope, type: z.literal('chunk-dead'), ...ofChunk, pageIds }),
]);
export type RecordMessage = z.infer<typeof recordMessageSchema>;

/** A report on a chunk, without the members that are taken from the chunk message. */
export type ChunkReport = RecordMessage extends infer Message
  ? Message extends RecordMessage
    ? Omit<Message, keyof Envelope | keyof typeof ofChunk>
    : never
  : never;

/** Builds the message of a report on a chunk. */
export function buildRecordMessage(chunk: ChunkMessage, report: ChunkReport): RecordMessage {
  return { ...pickEnvelope(chunk), chunkId: chunk.chunkId, host: chunk.host, ...report };
}

/** On the finish queue: every page has its outcome, or the scan was cancelled. */
export const finishMessageSchema = z.object({ ...envelope });
export type FinishMessage = z.infer<typeof finishMessageSchema>;

/** Builds the message that requests the report of a scan. */
export const buildFinishMessage: (scan: Envelope) => FinishMessage = pickEnvelope;
