import { callMaxMs, largeCallMaxMs } from '../../adapters/aws-client-options.ts';

/** Longest duration of one rewrite: a HEAD and a COPY. The rewrites of a batch run at the same time. */
export const rewriteMaxMs = callMaxMs + largeCallMaxMs;

/** Longest duration of a search for due items: a query of all shards, and two batch reads of their items. */
export const listDueMaxMs = 3 * callMaxMs;

/** Time for the code between calls, and for pauses before a batch read that DynamoDB throttled is repeated. */
const MARGIN_MS = 10_000;

/**
 * Milliseconds that must remain when work begins, so that a run ends before its timeout even if each call takes as long
 * as its client permits: the rewrite of a batch is the longest work, and each run ends with a search for late items.
 */
export const reserveMs = rewriteMaxMs + listDueMaxMs + MARGIN_MS;
