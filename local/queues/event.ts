import type { Message } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSMessageAttributes } from 'aws-lambda';
import { REGION } from '../template/names.ts';

/** Builds the event that Lambda sends to a function for a batch of messages. */
export function buildSqsEvent(messages: readonly Message[], queueArn: string): SQSEvent {
  return {
    Records: messages.map((message) => ({
      messageId: message.MessageId ?? '',
      receiptHandle: message.ReceiptHandle ?? '',
      body: message.Body ?? '',
      attributes: message.Attributes as unknown as SQSEvent['Records'][number]['attributes'],
      messageAttributes: toMessageAttributes(message),
      md5OfBody: message.MD5OfBody ?? '',
      ...(message.MD5OfMessageAttributes && { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
      eventSource: 'aws:sqs',
      eventSourceARN: queueArn,
      awsRegion: REGION,
    })),
  };
}

function toMessageAttributes(message: Message): SQSMessageAttributes {
  const result: SQSMessageAttributes = Object.create(null);
  for (const [name, value] of Object.entries(message.MessageAttributes ?? {})) {
    result[name] = {
      dataType: value.DataType as SQSMessageAttributes[string]['dataType'],
      ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
      ...(value.BinaryValue && { binaryValue: Buffer.from(value.BinaryValue).toString('base64') }),
      stringListValues: [],
      binaryListValues: [],
    };
  }
  return result;
}

/**
 * Returns the messages of a batch that the function has processed.
 *
 * Follows Lambda's rule for partial batch responses
 * (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html): if `batchItemFailures` is missing,
 * empty or null, all messages are processed. If an id in it is empty, null, malformed or not of this batch, no
 * message is processed.
 *
 * @param reportsItemFailures whether the event source uses partial batch responses
 * @param answer the function's result; it did not throw
 */
export function findProcessedMessages(
  messages: readonly Message[],
  reportsItemFailures: boolean,
  answer: unknown,
): readonly Message[] {
  if (!reportsItemFailures || answer === null || answer === undefined) return messages;
  if (typeof answer !== 'object') return [];
  const { batchItemFailures } = answer as { batchItemFailures?: unknown };
  if (batchItemFailures === undefined || batchItemFailures === null) return messages;
  if (!Array.isArray(batchItemFailures)) return [];
  const ids = new Set(messages.map(({ MessageId }) => MessageId));
  const failed = batchItemFailures.map((failure) => failure?.itemIdentifier as unknown);
  if (!failed.every((id) => typeof id === 'string' && ids.has(id))) return [];
  return messages.filter(({ MessageId }) => !failed.includes(MessageId));
}
