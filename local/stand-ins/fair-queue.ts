import type { SqsMessage, SqsQueue } from './fauxqs-parts.ts';

/**
 * Makes a standard queue a fair queue, as SQS does for messages with a group id
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html): the next message
 * is the oldest of the group that has the fewest in flight, so that one tenant's backlog does not delay the others.
 * fauxqs itself is first in, first out.
 *
 * @param takePreferred returns the group whose oldest message must be the first one this time
 */
export function applyFairQueueing(queue: SqsQueue, takePreferred: () => string | undefined): void {
  const dequeue = queue.dequeue.bind(queue);
  queue.dequeue = (maximum, visibilityTimeout, deadLetterQueue) => {
    if (!queue.isFifo() && queue.messages.some(({ messageGroupId }) => messageGroupId)) {
      queue.processTimers(); // delayed messages that are now due take part
      const inFlight = [...queue.inflightMessages.values()].map(({ message }) => message);
      const sorted = sortByFairness(queue.messages, inFlight, maximum);
      const group = takePreferred();
      const isFirst = (message: Grouped) => message.messageGroupId === group;
      const at = group ? sorted.findIndex(isFirst) : -1;
      queue.messages = at > 0 ? [...sorted.splice(at, 1), ...sorted] : sorted;
    }
    return dequeue(maximum, visibilityTimeout, deadLetterQueue);
  };
}

type Grouped = Pick<SqsMessage, 'messageGroupId'>;

/**
 * Returns `waiting` with the fairest `count` messages first. Each message without a group counts as its own group.
 *
 * @param waiting in the order of arrival
 * @param inFlight messages that consumers are processing
 * @param count how many of the first positions are filled fairly
 */
export function sortByFairness<M extends Grouped>(
  waiting: readonly M[],
  inFlight: readonly Grouped[],
  count: number,
): M[] {
  const load = new Map<string, number>();
  for (const { messageGroupId } of inFlight) {
    if (messageGroupId) load.set(messageGroupId, (load.get(messageGroupId) ?? 0) + 1);
  }
  const getLoad = ({ messageGroupId }: Grouped) => (messageGroupId ? (load.get(messageGroupId) ?? 0) : 0);
  const rest = [...waiting];
  const first: M[] = [];
  while (first.length < count && rest.length > 0) {
    let best = 0;
    for (let i = 1; i < rest.length; i++) {
      if (getLoad(rest[i] as M) < getLoad(rest[best] as M)) best = i;
    }
    const [message] = rest.splice(best, 1) as [M];
    first.push(message);
    if (message.messageGroupId) load.set(message.messageGroupId, getLoad(message) + 1);
  }
  return [...first, ...rest];
}
