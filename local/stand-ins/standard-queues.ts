import type { FauxqsParts, SqsMessage, SqsQueue, SqsStore } from './fauxqs-parts.ts';

type Entry = {
  Id?: string;
  MessageBody?: string;
  MessageAttributes?: SqsMessage['messageAttributes'];
  DelaySeconds?: number;
  MessageGroupId?: string;
};
type Message = { ReceiptHandle: string; Attributes?: Record<string, string> };
type SendRequest = Entry & { QueueUrl?: string; Entries?: Entry[] };

/** A message with the trace header of the request that sent it. It is lost at a restart, which begins a new chain. */
type TracedMessage = SqsMessage & { traceHeader?: string };

/**
 * Handles `SendMessage` and `SendMessageBatch` to standard queues: their messages have group ids and trace headers.
 * fauxqs stores group ids for FIFO queues only, and no trace headers.
 *
 * @returns the response's body, or undefined to let fauxqs handle the request: a FIFO queue or an invalid request
 */
export function sendToStandardQueue(
  parts: FauxqsParts,
  store: SqsStore,
  action: string,
  request: SendRequest,
  traceHeader: string | undefined,
): object | undefined {
  const queue = store.getQueue(request.QueueUrl ?? '');
  if (!queue || queue.isFifo()) return undefined;
  if (action === 'SendMessage') {
    return areValid(queue, [request]) ? enqueue(parts, queue, request, traceHeader) : undefined;
  }
  const entries = request.Entries ?? [];
  const ids = new Set(entries.map(({ Id }) => Id));
  const isValid = entries.length > 0 && entries.length <= 10 && ids.size === entries.length;
  if (!isValid || !areValid(queue, entries)) return undefined;
  return {
    Successful: entries.map((entry) => ({ Id: entry.Id, ...enqueue(parts, queue, entry, traceHeader) })),
    Failed: [],
  };
}

/** Adds the trace headers to the messages of a `ReceiveMessage` response. */
export function addTraceHeaders(store: SqsStore, queueUrl: string, messages: readonly Message[]): void {
  const queue = store.getQueue(queueUrl);
  for (const message of messages) {
    const inFlight: TracedMessage | undefined = queue?.inflightMessages.get(message.ReceiptHandle)?.message;
    if (inFlight?.traceHeader !== undefined)
      message.Attributes = { ...message.Attributes, AWSTraceHeader: inFlight.traceHeader };
  }
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

function enqueue(parts: FauxqsParts, queue: SqsQueue, entry: Entry, traceHeader: string | undefined): object {
  const delay = entry.DelaySeconds ?? Number(queue.attributes.DelaySeconds ?? 0);
  const message: TracedMessage = parts.SqsStore.createMessage(
    entry.MessageBody ?? '',
    entry.MessageAttributes,
    delay > 0 ? delay : undefined,
    entry.MessageGroupId,
  );
  if (traceHeader !== undefined) message.traceHeader = traceHeader;
  queue.enqueue(message);
  return {
    MessageId: message.messageId,
    MD5OfMessageBody: message.md5OfBody,
    ...(message.md5OfMessageAttributes && { MD5OfMessageAttributes: message.md5OfMessageAttributes }),
  };
}
