import { z } from 'zod';
import { foundLinksSchema } from '../crawl/found-links.ts';
import { createIdSchema } from '../ids.ts';
import { sealedCredentialsSchema } from '../sites/credentials.ts';
import { SELECTOR_SUPPRESSIONS_MAX } from '../suppressions/suppression.ts';
import { ATTEMPTS_MAX, PAGES_PER_CHUNK_MAX } from './pacing.ts';
import { PAGE_ID } from './page-id.ts';
import { pageOutcomeSchema } from './page-outcome.ts';
import { pageSettingsSchema } from './page-settings.ts';
import { priorities } from './priority.ts';
import type { FrontierPage, Scan } from './scan.ts';

/** What travels through the queues. Every message may arrive twice, late or out of order. */

const envelope = {
  accountId: createIdSchema('acct'),
  scanId: createIdSchema('scan'),
  correlationId: z.string().max(200),
};
const chunkId = createIdSchema('chunk');
const pageId = z.string().regex(PAGE_ID);
const attempt = z.number().int().min(1).max(ATTEMPTS_MAX);
/** One page of a chunk. */
const ofPage = { chunkId, pageId, attempt };
const pageIds = z.array(pageId).max(PAGES_PER_CHUNK_MAX);
/** For people, and bounded by whoever wrote it. */
const detail = z.string().max(4_000);

/** What every message of a scan carries. */
type Envelope = Pick<Scan, keyof typeof envelope>;

function envelopeOf({ accountId, scanId, correlationId }: Envelope): Envelope {
  return { accountId, scanId, correlationId };
}

/** On the plan queue: turn the scan into its first pages. */
export const planMessageSchema = z.object({ ...envelope });
export type PlanMessage = z.infer<typeof planMessageSchema>;

/** Builds the message that requests the plan of a scan. */
export const buildPlanMessage: (scan: Envelope) => PlanMessage = envelopeOf;

/** One page to scan; `attempt` is the number this attempt will have. */
export const chunkPageSchema = z.object({
  pageId,
  url: z.string(),
  attempt,
  /** The status that the page must answer with; absent if any successful status is accepted. */
  expectStatus: z.number().int().optional(),
  /** The page in fingerprints: see `buildPageIdentity`. */
  identity: z.string(),
  /** The fingerprints that the baseline has of the page, as `packKnownFingerprints` writes them; absent without a baseline. */
  known: z.string().optional(),
});
export type ChunkPage = z.infer<typeof chunkPageSchema>;

/** What decides how the browser scans each page of a scan. */
export interface PageWork {
  /** The status that the start URL must answer with; null if any successful status is accepted. */
  expectStatus: number | null;
  /** Returns what the findings of a page are compared with. */
  describe: (url: string) => Pick<ChunkPage, 'identity' | 'known'>;
}

/** Builds the part of a chunk message for one page of the frontier. */
export function buildChunkPage(
  { pageId, url, attempts, depth, position }: FrontierPage,
  { expectStatus, describe }: PageWork,
): ChunkPage {
  const isStart = depth === 0 && position === 0;
  return {
    pageId,
    url,
    attempt: attempts + 1,
    ...(expectStatus !== null && isStart ? { expectStatus } : {}),
    ...describe(url),
  };
}

/** On a scan queue: the pages that one browser takes. */
export const chunkMessageSchema = z.object({
  ...envelope,
  chunkId,
  priority: z.enum(priorities),
  ruleIds: z.array(z.string()),
  settings: pageSettingsSchema,
  hashRoutes: z.boolean(),
  /** Selectors of suppressions: findings say which of them they match. */
  marks: z.array(z.string()).max(SELECTOR_SUPPRESSIONS_MAX),
  /** Credentials of the site; unsealed for the time of the chunk only. */
  credentials: sealedCredentialsSchema.optional(),
  pages: z.array(chunkPageSchema).min(1),
});
export type ChunkMessage = z.infer<typeof chunkMessageSchema>;

/** What the browser of a chunk gets beside its pages. */
export type ChunkWork = PageWork &
  Pick<ChunkMessage, 'ruleIds' | 'settings' | 'hashRoutes' | 'marks' | 'credentials'>;

/** Builds the message that dispatches pages as one chunk. */
export function buildChunkMessage(
  scan: Scan,
  id: string,
  { expectStatus, describe, ...work }: ChunkWork,
  pages: readonly FrontierPage[],
): ChunkMessage {
  return {
    ...envelopeOf(scan),
    chunkId: id,
    priority: scan.config.priority,
    ...work,
    pages: pages.map((page) => buildChunkPage(page, { expectStatus, describe })),
  };
}

const runSchema = z.string().regex(/^[\w-]{1,64}$/);

/** On the record queue: what became of pages. */
export const recordMessageSchema = z.discriminatedUnion('type', [
  /** Sent before a page is opened, so that an attempt is known even if it kills the browser. */
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
    /** Tells the results of an attempt that was made twice apart; part of the key of the result's object. */
    run: runSchema,
    /** Where the page was in the end, after redirects; null when nothing was reached. */
    finalUrl: z.string().max(4_000).nullable(),
    links: foundLinksSchema,
  }),
  /** The server asked to come back later, so the attempt does not count. */
  z.object({
    ...envelope,
    type: z.literal('page-deferred'),
    ...ofPage,
    /** How the page ends if it is deferred no more. */
    outcome: pageOutcomeSchema,
    detail,
    retryAfterSeconds: z.number().int().min(0).max(86_400),
  }),
  /** An attempt that came to nothing by our own fault, not the page's. */
  z.object({
    ...envelope,
    type: z.literal('attempt-void'),
    ...ofPage,
  }),
  /** Pages that were not begun before the function's time was up. */
  z.object({
    ...envelope,
    type: z.literal('pages-returned'),
    chunkId,
    pageIds,
  }),
  /** The browser of a chunk is gone, whatever became of its pages; the last message of its sender. */
  z.object({ ...envelope, type: z.literal('chunk-ended'), chunkId }),
  /** A chunk came a second time: whoever had it first is gone, or slow. */
  z.object({
    ...envelope,
    type: z.literal('chunk-redelivered'),
    chunkId,
    pageIds,
  }),
  /** A chunk was dead-lettered. */
  z.object({ ...envelope, type: z.literal('chunk-dead'), chunkId, pageIds }),
]);
export type RecordMessage = z.infer<typeof recordMessageSchema>;

/** What the browser of a chunk reports, without what it knows from the chunk. */
export type ChunkReport = RecordMessage extends infer Message
  ? Message extends RecordMessage
    ? Omit<Message, keyof Envelope | 'chunkId'>
    : never
  : never;

/** Builds the message that reports something of a chunk to the recorder. */
export function buildRecordMessage(chunk: ChunkMessage, report: ChunkReport): RecordMessage {
  return { ...envelopeOf(chunk), chunkId: chunk.chunkId, ...report };
}

/** On the finish queue: every page has its outcome, or the scan was cancelled. */
export const finishMessageSchema = z.object({ ...envelope });
export type FinishMessage = z.infer<typeof finishMessageSchema>;

/** Builds the message that requests the report of a scan. */
export const buildFinishMessage: (scan: Envelope) => FinishMessage = envelopeOf;
