import { z } from 'zod';
import { pageOutcomeSchema } from './page-outcome.ts';
import { priorities } from './priority.ts';

/** What travels through the queues. Every message may arrive twice, late or out of order. */

const envelope = { accountId: z.string(), scanId: z.string(), correlationId: z.string() };

/** On the plan queue: turn the scan into its first pages. */
export const planMessageSchema = z.object({ ...envelope });
export type PlanMessage = z.infer<typeof planMessageSchema>;

/** One page to scan; `attempt` is the number this attempt will have. */
export const chunkPageSchema = z.object({
  pageId: z.string(),
  url: z.string(),
  attempt: z.number().int().min(1),
});
export type ChunkPage = z.infer<typeof chunkPageSchema>;

/** On a scan queue: the pages that one browser takes. */
export const chunkMessageSchema = z.object({
  ...envelope,
  chunkId: z.string(),
  priority: z.enum(priorities),
  ruleIds: z.array(z.string()),
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
    pageId: z.string(),
    attempt: z.number().int().min(1),
  }),
  z.object({
    ...envelope,
    type: z.literal('page-finished'),
    pageId: z.string(),
    attempt: z.number().int().min(1),
    outcome: pageOutcomeSchema,
    detail: z.string(),
    /** Tells the results of an attempt that was made twice apart; part of the key of the result's object. */
    run: runSchema,
  }),
  /** An attempt that came to nothing by our own fault, not the page's. */
  z.object({
    ...envelope,
    type: z.literal('attempt-void'),
    pageId: z.string(),
    attempt: z.number().int().min(1),
  }),
  /** Pages that were not begun before the function's time was up. */
  z.object({
    ...envelope,
    type: z.literal('pages-returned'),
    chunkId: z.string(),
    pageIds: z.array(z.string()),
  }),
  /** A chunk came a second time: whoever had it first is gone, or slow. */
  z.object({
    ...envelope,
    type: z.literal('chunk-redelivered'),
    chunkId: z.string(),
    pageIds: z.array(z.string()),
  }),
  /** A chunk was dead-lettered. */
  z.object({ ...envelope, type: z.literal('chunk-dead'), chunkId: z.string(), pageIds: z.array(z.string()) }),
]);
export type RecordMessage = z.infer<typeof recordMessageSchema>;

/** On the finish queue: every page has its outcome, or the scan was cancelled. */
export const finishMessageSchema = z.object({ ...envelope });
export type FinishMessage = z.infer<typeof finishMessageSchema>;
