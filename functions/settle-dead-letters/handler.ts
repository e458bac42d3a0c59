import { z } from 'zod';
import { failScan, settleScan } from '../../adapters/dynamodb/scan-progress.ts';
import { readScanItem } from '../../adapters/dynamodb/scans.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { consume } from '../../adapters/queues/consume.ts';
import { sendFinish, sendRecord } from '../../adapters/queues/send.ts';
import { chunkMessageSchema, planMessageSchema } from '../../core/scans/messages.ts';
import { env } from './env.ts';

const store = openStore({ table: env.TABLE_NAME });
const deadMessageSchema = z.union([chunkMessageSchema, planMessageSchema]);

/**
 * Ends what cannot be done: the pages of a chunk that failed again and again end as `service-fault`, a scan that
 * could not be planned or finished ends as failed. So an accepted scan always reaches an end.
 */
export const handler = consume(deadMessageSchema, async ({ message, queueArn }) => {
  const { accountId, scanId, correlationId } = message;
  const envelope = { accountId, scanId, correlationId };
  logger.error('a message was given up', { queueArn });
  if ('pages' in message) {
    const pageIds = message.pages.map(({ pageId }) => pageId);
    await sendRecord(env.RECORD_QUEUE_URL, {
      ...envelope,
      type: 'chunk-dead',
      chunkId: message.chunkId,
      pageIds,
    });
  } else if (queueArn === env.PLAN_DLQ_ARN) {
    await failScan(store, scanId, 'planning-failed', new Date());
    await sendFinish(env.FINISH_QUEUE_URL, envelope);
  } else {
    await giveUpReport(scanId);
  }
});

async function giveUpReport(scanId: string): Promise<void> {
  const scan = await readScanItem(store, scanId);
  if (scan?.report !== 'pending') return;
  const settled = await settleScan(store, scan, {
    report: 'none',
    failure: 'finishing-failed',
    now: new Date(),
  });
  if (!settled) await giveUpReport(scanId);
}
