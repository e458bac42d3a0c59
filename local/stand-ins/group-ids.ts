import type { FauxqsParts, SqsMessage, SqsQueue, SqsStore } from './fauxqs-parts.ts';

type Entry = {
  Id?: string;
  MessageBody?: string;
  MessageAttributes?: SqsMessage['messageAttributes'];
  DelaySeconds?: number;
  MessageGroupId?: string;
};
type SendRequest = Entry & { QueueUrl?: string; Entries?: Entry[] };

/**
 * Handles `SendMessage` and `SendMessageBatch` to standard queues whose messages have a group id. fauxqs stores group
 * ids for FIFO queues only.
 *
 * @returns the response's body, or undefined to let fauxqs handle the request: no group id, a FIFO queue, or an
 *   invalid request
 */
export function sendWithGroupIds(
  parts: FauxqsParts,
  store: SqsStore,
  action: string,
  request: SendRequest,
): object | undefined {
  const queue = store.getQueue(request.QueueUrl ?? '');
  if (!queue || queue.isFifo()) return undefined;
  if (action === 'SendMessage') {
    if (!request.MessageGroupId || !areValid(queue, [request])) return undefined;
    return enqueue(parts, queue, request);
  }
  const entries = request.Entries ?? [];
  const ids = new Set(entries.map(({ Id }) => Id));
  const groups = entries.some(({ MessageGroupId }) => MessageGroupId);
  if (!groups || ids.size !== entries.length || entries.length > 10 || !areValid(queue, entries))
    return undefined;
  return {
    Successful: entries.map((entry) => ({ Id: entry.Id, ...enqueue(parts, queue, entry) })),
    Failed: [],
  };
}

/** The characters that SQS rejects in a message. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters
const REFUSED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** True if all messages are valid. fauxqs handles and rejects the others. */
function areValid(queue: SqsQueue, entries: Entry[]): boolean {
  const largest = Number(queue.attributes.MaximumMessageSize);
  const bytes = entries.reduce(
    (sum, entry) =>
      sum +
      Buffer.byteLength(entry.MessageBody ?? '') +
      Buffer.byteLength(JSON.stringify(entry.MessageAttributes ?? {})),
    0,
  );
  const hasValidBodies = entries.every(({ MessageBody }) => MessageBody && !REFUSED.test(MessageBody));
  return (
    hasValidBodies &&
    bytes <= largest &&
    entries.every(({ Id }) => Id === undefined || /^[\w-]{1,80}$/.test(Id))
  );
}

function enqueue(parts: FauxqsParts, queue: SqsQueue, entry: Entry): object {
  const delay = entry.DelaySeconds ?? Number(queue.attributes.DelaySeconds ?? 0);
  const message = parts.SqsStore.createMessage(
    entry.MessageBody ?? '',
    entry.MessageAttributes,
    delay > 0 ? delay : undefined,
    entry.MessageGroupId,
  );
  queue.enqueue(message);
  return {
    MessageId: message.messageId,
    MD5OfMessageBody: message.md5OfBody,
    ...(message.md5OfMessageAttributes && { MD5OfMessageAttributes: message.md5OfMessageAttributes }),
  };
}
