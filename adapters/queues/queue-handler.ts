import { ChangeMessageVisibilityCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import { memoize } from '../memoize.ts';
import { logger } from '../observability/logger.ts';
import { metrics } from '../observability/metrics.ts';
import { createTracingMiddleware } from '../observability/tracing.ts';

const client = memoize(() => new SQSClient({}));
const LONGEST_PAUSE_SECONDS = 60;

/** A Lambda handler behind a queue; names the messages that failed. */
export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** A message with what the queue says of it. */
export interface ReceivedMessage<Message> {
  message: Message;
  /** How often the queue has handed it out, this time included. */
  receiveCount: number;
}

/**
 * An SQS handler that takes each message of a batch by itself, in order: one that fails goes back to its queue,
 * soon and alone; the others are done. A message that is not of the schema fails like any other and so ends in
 * the dead-letter queue.
 * @param settle runs after the batch, once for each scan, with its messages that were handled; when it fails, those go
 * back, and those of other scans do not.
 */
export function createQueueHandler<Schema extends z.ZodType<{ correlationId: string; scanId: string }>>(
  schema: Schema,
  handle: (received: ReceivedMessage<z.infer<Schema>>, context: Context) => Promise<void>,
  settle: (messages: z.infer<Schema>[]) => Promise<void> = async () => {},
): QueueHandler {
  const takeBatch: QueueHandler = async (event, context) => {
    logger().addContext(context);
    const failed: SQSRecord[] = [];
    const handled: { record: SQSRecord; message: z.infer<Schema> }[] = [];
    for (const record of event.Records) {
      try {
        const message = schema.parse(JSON.parse(record.body));
        logger().appendKeys({ correlationId: message.correlationId, scanId: message.scanId });
        await handle(
          {
            message,
            receiveCount: Number(record.attributes.ApproximateReceiveCount),
          },
          context,
        );
        handled.push({ record, message });
      } catch (error) {
        logger().error('message failed', { error, messageId: record.messageId });
        failed.push(record);
      }
    }
    for (const [scanId, ofScan] of Map.groupBy(handled, ({ message }) => message.scanId)) {
      try {
        await settle(ofScan.map(({ message }) => message));
      } catch (error) {
        logger().error('settling a batch failed', { error, scanId });
        failed.push(...ofScan.map(({ record }) => record));
      }
    }
    await Promise.all(failed.map(tryAgainSoon));
    metrics().publishStoredMetrics();
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
  return middy<SQSEvent, SQSBatchResponse>()
    .use(createTracingMiddleware())
    .handler(takeBatch) as unknown as QueueHandler;
}

/**
 * The queue's visibility timeout is long, for a function that dies; a failure that was caught need not wait for
 * it. When this call fails too, the message comes back later.
 */
async function tryAgainSoon(record: SQSRecord): Promise<void> {
  const [, , , , owner, name] = record.eventSourceARN.split(':');
  const pause = Math.min(LONGEST_PAUSE_SECONDS, 2 ** Number(record.attributes.ApproximateReceiveCount));
  try {
    const { QueueUrl } = await client().send(
      new GetQueueUrlCommand({ QueueName: name, QueueOwnerAWSAccountId: owner }),
    );
    await client().send(
      new ChangeMessageVisibilityCommand({
        QueueUrl,
        ReceiptHandle: record.receiptHandle,
        VisibilityTimeout: pause,
      }),
    );
  } catch (error) {
    logger().warn('could not shorten the wait of a failed message', { error, messageId: record.messageId });
  }
}
