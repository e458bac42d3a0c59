import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DeliveryMessage, EventsMessage } from '../../core/alerts/alert-messages.ts';
import type { ChunkMessage, FinishMessage, PlanMessage, RecordMessage } from '../../core/scans/messages.ts';
import { awsClientOptions } from '../aws-client-options.ts';
import { memoize } from '../memoize.ts';
import { toAsciiJson } from './ascii-json.ts';

/**
 * Returns the client, one for the whole process. Region, credentials and endpoint come from the environment at the
 * first call.
 */
const client = memoize(() => new SQSClient(awsClientOptions));

/** Requests the planning of a scan. */
export const sendPlan = (queueUrl: string, message: PlanMessage) => send(queueUrl, message);

/**
 * Sends a chunk of pages to the scan queue.
 * @param pauseSeconds delay until a browser can receive the chunk, at most 900 seconds
 */
export const sendChunk = (queueUrl: string, message: ChunkMessage, pauseSeconds: number) =>
  send(queueUrl, message, pauseSeconds);

/** Sends the outcomes of pages to the recorder. */
export const sendRecord = (queueUrl: string, message: RecordMessage) => send(queueUrl, message);

/** Requests the report of a scan. */
export const sendFinish = (queueUrl: string, message: FinishMessage) => send(queueUrl, message);

/** Requests that the events of an outbox entry, or a digest, are dispatched. */
export const sendEvents = (queueUrl: string, message: EventsMessage) => send(queueUrl, message);

/**
 * Requests an attempt at a delivery.
 * @param pauseSeconds delay until the attempt, at most 900 seconds
 */
export const sendDelivery = (queueUrl: string, message: DeliveryMessage, pauseSeconds = 0) =>
  send(queueUrl, message, pauseSeconds);

/**
 * Sends a message. The account is the message group: SQS then shares the consumers of a standard queue fairly, so that
 * the backlog of one account does not delay the others
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html).
 */
async function send(queueUrl: string, message: { accountId: string }, pauseSeconds = 0): Promise<void> {
  await client().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: toAsciiJson(message),
      MessageGroupId: message.accountId,
      ...(pauseSeconds > 0 ? { DelaySeconds: pauseSeconds } : {}),
    }),
  );
}
