import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { REGION } from '../template/names.ts';
import { applyFairQueueing } from './fair-queue.ts';
import { loadFauxqs, type SqsQueue } from './fauxqs-parts.ts';
import { addTraceHeaders, sendToStandardQueue } from './standard-queues.ts';

/** Far larger than any report. */
const LARGEST_OBJECT_BYTES = 512 * 1024 * 1024;

/** SQS and S3 on one server, which listens on no address, with their state in one SQLite file. */
export type SqsS3StandIn = {
  server: Server;
  /** Resolves when the queue has a message that can be received, or after `seconds`. */
  waitUntilAvailable: (queueName: string, seconds: number) => Promise<void>;
  /** Returns the groups of the messages that can be received now, oldest first; '' for a message without a group. */
  listWaitingGroups: (queueName: string) => string[];
  /** Lets the next receive begin with the oldest message of a group. */
  preferGroup: (queueName: string, group: string) => void;
  /** Makes in-flight messages visible again, of one queue or of all. */
  releaseInFlight: (queueName?: string) => void;
  stop: () => Promise<void>;
};

/**
 * Starts fauxqs in this process.
 *
 * Messages that were in flight when the last runtime ended are visible at once. Their consumers ended with that
 * runtime, so waiting for the visibility timeouts would only delay the scans. The receive counts stay, so that a
 * message that crashes the runtime still ends in its dead-letter queue.
 *
 * @param folder folder of fauxqs.db; undefined keeps everything in memory
 */
export async function startSqsAndS3(folder: string | undefined): Promise<SqsS3StandIn> {
  const parts = await loadFauxqs();
  const sqsStore = new parts.SqsStore();
  const snsStore = new parts.SnsStore();
  const s3Store = new parts.S3Store();
  sqsStore.host = ''; // queue URLs then begin with the address that the request was sent to
  sqsStore.region = REGION;

  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    const persistence = new parts.PersistenceManager(folder);
    // A write then does not wait for the disk, which would stop the whole runtime meanwhile. A killed process loses
    // nothing: https://www.sqlite.org/pragma.html#pragma_synchronous
    persistence.db.exec('PRAGMA synchronous = NORMAL');
    // fauxqs 2.4.1 sets the receive count to NULL here, which its own schema forbids: a consumer that set a message's
    // visibility timeout to 0 got a 500, and the message was lost until the next start.
    const release = persistence.db.prepare(
      'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
    );
    persistence.updateMessageReady = (messageId) => void release.run(messageId);
    // Load before attaching: creating a queue replaces its row, and that would delete the row's messages.
    persistence.load(sqsStore, snsStore, s3Store);
    const attached = persistence as unknown as NonNullable<typeof sqsStore.persistence>;
    sqsStore.persistence = attached;
    for (const queue of sqsStore.allQueues()) queue.persistence = attached;
    s3Store.persistence = attached as unknown as typeof s3Store.persistence;
  }

  const preferred = new Map<string, string>();
  const makeFair = (queue: SqsQueue) =>
    applyFairQueueing(queue, () => {
      const group = preferred.get(queue.name);
      preferred.delete(queue.name);
      return group;
    });
  for (const queue of sqsStore.allQueues()) makeFair(queue);
  const createQueue = sqsStore.createQueue.bind(sqsStore);
  sqsStore.createQueue = (...args) => {
    const queue = createQueue(...args);
    makeFair(queue);
    return queue;
  };

  const app = parts.buildApp({ logger: false, stores: { sqsStore, snsStore, s3Store } });
  app.removeContentTypeParser('*');
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: LARGEST_OBJECT_BYTES },
    (_request, body, done) => {
      done(null, body);
    },
  );
  app.addHook('preHandler', async (request, reply) => {
    const action = /^AmazonSQS\.(SendMessage(?:Batch)?)$/.exec(String(request.headers['x-amz-target']))?.[1];
    const traceHeader = request.headers['x-amzn-trace-id']?.toString();
    const answer =
      action && sendToStandardQueue(parts, sqsStore, action, request.body as object, traceHeader);
    if (answer) return reply.header('content-type', 'application/x-amz-json-1.0').send(answer);
  });
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (request.headers['x-amz-target'] === 'AmazonSQS.ReceiveMessage') {
      const { Messages } = payload as { Messages?: Parameters<typeof addTraceHeaders>[2] };
      addTraceHeaders(sqsStore, (request.body as { QueueUrl: string }).QueueUrl, Messages ?? []);
    }
    return payload;
  });
  app.addHook('preClose', async () => void (sqsStore.persistence as { close(): void } | undefined)?.close());

  const releaseInFlight = (queueName?: string) => {
    for (const queue of sqsStore.allQueues()) {
      if (queueName === undefined || queue.name === queueName) releaseAll(queue);
    }
  };
  releaseInFlight();

  await app.ready();
  const getQueue = (queueName: string) => {
    const queue = sqsStore.getQueueByName(queueName);
    if (!queue) throw new Error(`the queue ${queueName} does not exist`);
    queue.processTimers(); // delayed messages that are now due can be received
    return queue;
  };
  return {
    server: app.server,
    releaseInFlight,
    listWaitingGroups: (queueName) => [
      ...new Set(getQueue(queueName).messages.map(({ messageGroupId = '' }) => messageGroupId)),
    ],
    preferGroup: (queueName, group) => void preferred.set(queueName, group),
    async waitUntilAvailable(queueName, seconds) {
      const queue = getQueue(queueName);
      const available = queue.isFifo() ? queue.fifoMessages.size : queue.messages.length;
      if (available === 0) await queue.waitForMessages(seconds);
    },
    stop: async () => void (await app.close()),
  };
}

function releaseAll(queue: SqsQueue): void {
  // The messages are received again in the order in which they were received before.
  for (const receipt of [...queue.inflightMessages.keys()]) queue.changeVisibility(receipt, 0);
}
