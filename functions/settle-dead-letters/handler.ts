import type { SQSEvent } from 'aws-lambda';
import { failScan, settleScan } from '../../adapters/dynamodb/scan-progress.ts';
import { readScanItem } from '../../adapters/dynamodb/scans.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { consume, type QueueHandler } from '../../adapters/queues/consume.ts';
import { sendFinish, sendRecord } from '../../adapters/queues/send.ts';
import { chunkMessageSchema, finishMessageSchema, planMessageSchema } from '../../core/scans/messages.ts';
import { isFinal } from '../../core/scans/scan.ts';
import { schema } from './env.ts';

/** Gives an end to what cannot be done, by the queue that gave it up; so an accepted scan always reaches an end. */
export function createHandler(environment: NodeJS.ProcessEnv): QueueHandler {
  const env = readEnvironment(schema, environment);
  const store = openStore({ table: env.TABLE_NAME });

  /** A scan that could not be planned ends as failed; one that was planned before goes on, for this was a duplicate. */
  const settlePlan = consume(planMessageSchema, async ({ message }) => {
    const { accountId, scanId, correlationId } = message;
    logger().error('a plan was given up');
    const scan = await readScanItem(store, scanId);
    if (scan?.planned !== false) return;
    await failScan(store, scanId, 'planning-failed', new Date());
    await sendFinish(env.FINISH_QUEUE_URL, { accountId, scanId, correlationId });
  });

  /** A scan whose report could not be put together ends as failed, without one. */
  const settleFinish = consume(finishMessageSchema, async ({ message: { scanId } }) => {
    logger().error('a report was given up');
    await giveUpReport(scanId);
  });

  /** The pages of a chunk that failed again and again end as `service-fault`; the recorder knows which are still open. */
  const settleChunk = consume(chunkMessageSchema, async ({ message }) => {
    const { accountId, scanId, correlationId, chunkId } = message;
    logger().error('a chunk was given up', { chunkId });
    const pageIds = message.pages.map(({ pageId }) => pageId);
    const envelope = { accountId, scanId, correlationId };
    await sendRecord(env.RECORD_QUEUE_URL, { ...envelope, type: 'chunk-dead', chunkId, pageIds });
  });

  return (event, context) => settlerOf(event)(event, context);

  /** A batch comes from one queue: each has an event source of its own. */
  function settlerOf({ Records: [record] }: SQSEvent): QueueHandler {
    if (record?.eventSourceARN === env.PLAN_DLQ_ARN) return settlePlan;
    return record?.eventSourceARN === env.FINISH_DLQ_ARN ? settleFinish : settleChunk;
  }

  async function giveUpReport(scanId: string): Promise<void> {
    const scan = await readScanItem(store, scanId);
    if (scan?.report !== 'pending' || (!isFinal(scan.status) && scan.outstanding > 0)) return;
    const settled = await settleScan(store, scan, { report: 'none', failure: 'finishing-failed' });
    if (!settled) await giveUpReport(scanId);
  }
}
