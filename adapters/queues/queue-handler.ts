import { ChangeMessageVisibilityCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import { awsClientOptions } from '../aws-client-options.ts';
import { memoize } from '../memoize.ts';
import { logger } from '../observability/logger.ts';
import { countMessageFaults, publishMetrics, recordMessageWait } from '../observability/metrics.ts';
import { createTracingMiddleware } from '../observability/tracing.ts';

const client = memoize(() => new SQSClient(awsClientOptions));
const LONGEST_PAUSE_SECONDS = 60;

/** A Lambda handler for a queue; it returns the ids of the failed messages. */
export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** A message with its metadata from the queue. */
export interface ReceivedMessage<Message> {
  message: Message;
  /** How often the queue has delivered the message, including this time. */
  receiveCount: number;
  /** The same for each delivery of the message. */
  messageId: string;
}

/**
 * Returns an SQS handler that handles the messages of a batch one after the other. A message that fails returns to its
 * queue after a short pause; the others are done. A message that does not match the schema fails like any other, and so
 * ends in the dead-letter queue.
 * @param settle runs after the batch, once for each scan, with the messages of the scan that were handled. If it fails,
 * only the messages of this scan return to the queue.
 */
export function createQueueHandler<Schema extends z.ZodType<{ correlationId: string; scanId?: string }>>(
  schema: Schema,
  handle: (received: ReceivedMessage<z.infer<Schema>>, context: Context) => Promise<void>,
  settle: (messages: z.infer<Schema>[]) => Promise<void> = async () => {},
): QueueHandler {
  const handleBatch: QueueHandler = async (event, context) => {
    logger().addContext(context);
    recordLongestWait(event.Records);
    const failed: SQSRecord[] = [];
    const handled: { record: SQSRecord; message: z.infer<Schema> }[] = [];
    for (const record of event.Records) {
      try {
        const message = schema.parse(JSON.parse(record.body));
        const { correlationId, scanId } = message;
        logger().appendKeys({ correlationId, ...(scanId === undefined ? {} : { scanId }) });
        await handle(
          {
            message,
            receiveCount: Number(record.attributes.ApproximateReceiveCount),
            messageId: record.messageId,
          },
          context,
        );
        handled.push({ record, message });
      } catch (error) {
        logger().error('handling a message failed; the queue delivers it again', {
          error,
          messageId: record.messageId,
        });
        failed.push(record);
      }
    }
    for (const [scanId, ofScan] of Map.groupBy(handled, ({ message }) => message.scanId)) {
      try {
        await settle(ofScan.map(({ message }) => message));
      } catch (error) {
        logger().error('settling the messages of a scan failed; the queue delivers them again', {
          error,
          scanId,
        });
        failed.push(...ofScan.map(({ record }) => record));
      }
    }
    return endBatch(failed);
  };
  return traceBatches(handleBatch);
}

/**
 * Returns an SQS handler that handles the messages of a batch at the same time, for messages that only wait for others
 * to answer. A message that fails returns to its queue, as in `createQueueHandler`.
 */
export function createConcurrentHandler<Schema extends z.ZodType<{ correlationId: string }>>(
  schema: Schema,
  handle: (received: ReceivedMessage<z.infer<Schema>>, queueArn: string) => Promise<void>,
): QueueHandler {
  const handleBatch: QueueHandler = async (event, context) => {
    logger().addContext(context);
    recordLongestWait(event.Records);
    const failed: SQSRecord[] = [];
    const handleRecord = async (record: SQSRecord) => {
      const { messageId } = record;
      try {
        const message = schema.parse(JSON.parse(record.body));
        const receiveCount = Number(record.attributes.ApproximateReceiveCount);
        await handle({ message, receiveCount, messageId }, record.eventSourceARN);
      } catch (error) {
        logger().error('handling a message failed; the queue delivers it again', { error, messageId });
        failed.push(record);
      }
    };
    await Promise.all(event.Records.map(handleRecord));
    return endBatch(failed);
  };
  return traceBatches(handleBatch);
}

/** Lets the failed messages of a batch return to their queue soon, and counts them. */
async function endBatch(failed: readonly SQSRecord[]): Promise<SQSBatchResponse> {
  await Promise.all(failed.map(shortenVisibilityTimeout));
  countMessageFaults(failed.length);
  publishMetrics();
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

function traceBatches(handleBatch: QueueHandler): QueueHandler {
  return middy<SQSEvent, SQSBatchResponse>()
    .use(createTracingMiddleware())
    .handler(handleBatch) as unknown as QueueHandler;
}

/** Records the longest wait of the messages that are delivered for the first time. */
function recordLongestWait(records: readonly SQSRecord[]): void {
  const first = records.filter(({ attributes }) => attributes.ApproximateReceiveCount === '1');
  const sent = Math.min(...first.map(({ attributes }) => Number(attributes.SentTimestamp)));
  const [queue] = first.map(({ eventSourceARN }) => eventSourceARN.split(':').at(-1));
  if (queue !== undefined && Number.isFinite(sent))
    recordMessageWait(queue, Math.max(0, (Date.now() - sent) / 1000));
}

/**
 * Shortens the visibility timeout of a failed message. The timeout of the queue is long because a function may crash; a
 * caught error need not wait for it. If this call fails, the message returns after the long timeout.
 */
async function shortenVisibilityTimeout(record: SQSRecord): Promise<void> {
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
    logger().warn(
      'could not shorten the visibility timeout of a failed message; the queue delivers it again later',
      { error, messageId: record.messageId },
    );
  }
}
