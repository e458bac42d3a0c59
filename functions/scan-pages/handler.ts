import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { countPage } from '../../adapters/observability/page-metrics.ts';
import { consume } from '../../adapters/queues/consume.ts';
import { sendRecord } from '../../adapters/queues/send.ts';
import { putObject, reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { openSealing, unseal } from '../../adapters/sealing/sealing.ts';
import { type ChunkMessage, chunkMessageSchema } from '../../core/scans/messages.ts';
import { resultKey } from '../../core/scans/result-key.ts';
import type { ChunkEvents } from '../../scanner/chunk.ts';
import { scanChunk } from '../../scanner/scan-chunk.ts';
import { egressPolicy } from '../egress/egress-policy.ts';
import { schema } from './env.ts';
import { picturesPutter } from './put-pictures.ts';

/** Time that is kept back from the function's own for handing back what was not begun. */
const RESERVE_MS = 10_000;

/**
 * Scans the pages of a chunk in one browser. A chunk that comes a second time is not scanned again here, for
 * only the recorder knows which of its pages have ended or were being scanned when their browser was lost: it
 * hands those out anew.
 */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const bucket = reportBucket(env.BUCKET_NAME);
  const sealing = openSealing(env.CREDENTIALS_KEY_ARN);

  return consume(chunkMessageSchema, async ({ message, receiveCount }, context) => {
    const { accountId, scanId, correlationId, chunkId, pages, ruleIds, settings, hashRoutes, marks } =
      message;
    const envelope = { accountId, scanId, correlationId };
    if (receiveCount > 1) {
      const pageIds = pages.map(({ pageId }) => pageId);
      await sendRecord(env.RECORD_QUEUE_URL, { ...envelope, type: 'chunk-redelivered', chunkId, pageIds });
      return;
    }
    const told = tell(message, context.awsRequestId);
    try {
      // Opened for this chunk only, and kept nowhere.
      const credentials = message.credentials && (await unseal(sealing, message.credentials, accountId));
      const gate = credentials === undefined ? {} : { credentials };
      const job = { scanId, pages, ruleIds, settings, hashRoutes, marks, ...gate };
      const { notReached } = await scanChunk(job, told.events, {
        egress: egressPolicy(env),
        workDir: environment.TMPDIR ?? '/tmp',
        deadline: () => context.getRemainingTimeInMillis() - RESERVE_MS,
        chromium: { unpackDir: env.CHROMIUM_DIR },
      });
      if (notReached.length > 0) {
        const pageIds = notReached.map(({ pageId }) => pageId);
        await sendRecord(env.RECORD_QUEUE_URL, { ...envelope, type: 'pages-returned', chunkId, pageIds });
      }
      await sendRecord(env.RECORD_QUEUE_URL, { ...envelope, type: 'chunk-ended', chunkId });
    } catch (error) {
      // The scanner throws for our own faults only: the page in hand must not be taken for one that kills browsers.
      await told.voidAttempt();
      throw error;
    }
  });

  /**
   * Tells the recorder of each page. Pictures are in the bucket before the result that names them, and it before its
   * outcome is told, so that nothing ever names what is not there.
   * @param run tells this run's results from those of a duplicate of the chunk
   */
  function tell(
    { accountId, scanId, correlationId, chunkId }: ChunkMessage,
    run: string,
  ): { events: ChunkEvents; voidAttempt(): Promise<void> } {
    const envelope = { accountId, scanId, correlationId };
    let inHand: { pageId: string; attempt: number } | undefined;
    return {
      events: {
        async pageStarted({ pageId, attempt }) {
          await sendRecord(env.RECORD_QUEUE_URL, {
            ...envelope,
            type: 'page-started',
            chunkId,
            pageId,
            attempt,
          });
          inHand = { pageId, attempt };
        },
        picture: picturesPutter(bucket, { accountId, scanId }),
        async pageFinished(result, links, finalUrl) {
          const { pageId, attempt, outcome, detail } = result;
          const key = resultKey({ accountId, scanId, pageId, attempt, run });
          await putObject(bucket, key, JSON.stringify(result), 'application/json');
          const end = { chunkId, pageId, attempt, run, outcome, detail, finalUrl, links };
          await sendRecord(env.RECORD_QUEUE_URL, { ...envelope, type: 'page-finished', ...end });
          inHand = undefined;
          logger().info('page ended', { pageId, attempt, outcome, durationMs: result.durationMs });
          countPage(outcome, result.durationMs);
        },
        async pageDeferred({ pageId, attempt }, deferral) {
          const end = { chunkId, pageId, attempt, ...deferral };
          await sendRecord(env.RECORD_QUEUE_URL, { ...envelope, type: 'page-deferred', ...end });
          inHand = undefined;
          logger().info('page deferred', { pageId, attempt, retryAfterSeconds: deferral.retryAfterSeconds });
        },
      },
      async voidAttempt() {
        if (inHand)
          await sendRecord(env.RECORD_QUEUE_URL, { ...envelope, type: 'attempt-void', chunkId, ...inHand });
      },
    };
  }
}
