import { z } from 'zod';
import { foundLinksSchema } from '../crawl/found-links.ts';
import { homeOf, pageIdentity } from '../findings/page-identity.ts';
import { idSchema } from '../ids.ts';
import { sealedCredentialsSchema } from '../sites/credentials.ts';
import { ATTEMPTS_MAX } from './pacing.ts';
import { PAGE_ID } from './page-id.ts';
import { pageOutcomeSchema } from './page-outcome.ts';
import { pageSettingsDefault, pageSettingsSchema } from './page-settings.ts';
import { priorities } from './priority.ts';

/** What travels through the queues. Every message may arrive twice, late or out of order. */

const envelope = {
  accountId: idSchema('acct'),
  scanId: idSchema('scan'),
  correlationId: z.string().max(200),
};
const chunkId = idSchema('chunk');
const pageId = z.string().regex(PAGE_ID);
const attempt = z.number().int().min(1).max(ATTEMPTS_MAX);
/** One page of a chunk. */
const ofPage = { chunkId, pageId, attempt };
const pageIds = z.array(pageId).max(100);
/** For people, and bounded by whoever wrote it. */
const detail = z.string().max(4_000);

/** On the plan queue: turn the scan into its first pages. */
export const planMessageSchema = z.object({ ...envelope });
export type PlanMessage = z.infer<typeof planMessageSchema>;

/** What a page is called that was handed out before pages were told it: as if it were at home. */
function identityOf(url: string): string {
  return pageIdentity(url, homeOf([url], null), true);
}

/** One page to scan; `attempt` is the number this attempt will have. */
export const chunkPageSchema = z
  .object({
    pageId,
    url: z.string(),
    attempt,
    /** The status that the page is meant to answer with; absent when any sound one will do. */
    expectStatus: z.number().int().optional(),
    /** What the page is called in fingerprints: see `pageIdentity`. */
    identity: z.string().optional(),
    /** The fingerprints that the baseline has here, as `packKnown` writes them; absent where there is no baseline. */
    known: z.string().optional(),
  })
  .transform((page) => ({ ...page, identity: page.identity ?? identityOf(page.url) }));
export type ChunkPage = z.infer<typeof chunkPageSchema>;

const { screenshots, redactSelectors } = pageSettingsSchema.shape;
/** Those of a chunk that was sent before a setting existed have its default. */
const chunkSettingsSchema = pageSettingsSchema.extend({
  screenshots: screenshots.default(pageSettingsDefault.screenshots),
  redactSelectors: redactSelectors.default(pageSettingsDefault.redactSelectors),
});

/** On a scan queue: the pages that one browser takes. */
export const chunkMessageSchema = z.object({
  ...envelope,
  chunkId,
  priority: z.enum(priorities),
  ruleIds: z.array(z.string()),
  settings: chunkSettingsSchema,
  hashRoutes: z.boolean(),
  /** Selectors of suppressions: findings say which of them they match. */
  marks: z.array(z.string()).max(50).default([]),
  /** What opens the gate that the site stands behind; opened for the time of the chunk only. */
  credentials: sealedCredentialsSchema.optional(),
  pages: z.array(chunkPageSchema).min(1),
});
export type ChunkMessage = z.infer<typeof chunkMessageSchema>;

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

/** On the finish queue: every page has its outcome, or the scan was cancelled. */
export const finishMessageSchema = z.object({ ...envelope });
export type FinishMessage = z.infer<typeof finishMessageSchema>;
