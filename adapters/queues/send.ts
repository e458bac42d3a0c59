import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { ChunkMessage, FinishMessage, PlanMessage, RecordMessage } from '../../core/scans/messages.ts';
import { memoize } from '../memoize.ts';

/** One client for the life of the process. Region, credentials and endpoint come from the environment at the first call. */
const client = memoize(() => new SQSClient({ maxAttempts: 5 }));

/** Asks for a scan to be planned. */
export const sendPlan = (queueUrl: string, message: PlanMessage) => send(queueUrl, message);

/** Hands a chunk of pages to a browser, which gets it only after a pause of at most 900 seconds. */
export const sendChunk = (queueUrl: string, message: ChunkMessage, pauseSeconds: number) =>
  send(queueUrl, message, pauseSeconds);

/** Tells the recorder what became of pages. */
export const sendRecord = (queueUrl: string, message: RecordMessage) => send(queueUrl, message);

/** Asks for a scan's report to be put together. */
export const sendFinish = (queueUrl: string, message: FinishMessage) => send(queueUrl, message);

/**
 * The account is the message group: on a standard queue SQS then shares the consumers fairly, so that one
 * account's backlog does not starve another's
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html).
 */
async function send(queueUrl: string, message: { accountId: string }, pauseSeconds = 0): Promise<void> {
  await client().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: asciiJson(message),
      MessageGroupId: message.accountId,
      ...(pauseSeconds > 0 ? { DelaySeconds: pauseSeconds } : {}),
    }),
  );
}

/**
 * JSON in ASCII alone: SQS refuses messages with some characters, U+FFFF among them, that a page or a caller may have
 * written (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html).
 */
function asciiJson(message: object): string {
  return JSON.stringify(message).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
