import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Functions } from '../functions/functions.ts';
import type { CredentialIssuer } from '../iam/credentials.ts';
import type { MetricCounters } from '../metrics.ts';
import type { Faults } from '../runtime-options.ts';
import { getClientOptions } from '../stand-ins/provision.ts';
import type { SqsS3StandIn } from '../stand-ins/sqs-s3.ts';
import type { EventSource, LambdaFunction, Queue, Service } from '../template/service.ts';
import { FairSlots } from './fair-slots.ts';
import { Poller } from './poller.ts';

/** What pollers need. */
export type PollerSetup = {
  service: Service;
  /** URL of SQS, which checks permissions. */
  sqs: string;
  standIn: SqsS3StandIn;
  issuer: CredentialIssuer;
  invoke: Functions['invoke'];
  report: (line: string) => void;
  metrics: MetricCounters;
  deliverTwice: Faults['deliverTwice'];
  /** See `RuntimeOptions.concurrency`. */
  concurrency?: number | undefined;
};

/** A function with larger batches handles their messages at the same time, because it only waits for others. */
const COMPUTED_BATCH_MAX = 10;

/**
 * Starts a poller for each event source, which invokes its function with the messages of its queue, as Lambda does.
 * All queues of a function share its concurrency, which the processors limit, and so do the accounts whose messages are
 * in them (`FairSlots`): the group of a message is its account. A function that only waits is limited by its event
 * sources alone, so that receivers that do not answer do not delay the others.
 *
 * @returns a function that stops the pollers, and waits for the invocations in progress up to a number of milliseconds
 */
export function startPollers(setup: PollerSetup): (graceMilliseconds: number) => Promise<void> {
  const { service, issuer, concurrency = Math.max(2, availableParallelism()) } = setup;
  const slots = new Map<string, FairSlots>();
  const clients: SQSClient[] = [];
  const pollers = service.eventSources.map((source) => {
    const { queue, lambda } = findEnds(service, source);
    // Lambda receives messages as the role of the function.
    const client = new SQSClient(getClientOptions(setup.sqs, issuer.issue(lambda.logicalId, 'event-source')));
    clients.push(client);
    const limit = source.batchSize > COMPUTED_BATCH_MAX ? Number.POSITIVE_INFINITY : concurrency;
    const functionSlots = slots.get(source.functionArn) ?? new FairSlots(limit);
    slots.set(source.functionArn, functionSlots);
    return startPoller(setup, { source, queue, client, slots: functionSlots });
  });
  return async (graceMilliseconds) => {
    for (const poller of pollers) poller.stop();
    const timeout = new AbortController();
    await Promise.race([
      Promise.all(pollers.map((poller) => poller.settled())),
      sleep(graceMilliseconds, undefined, timeout).catch(() => undefined),
    ]);
    timeout.abort();
    for (const client of clients) client.destroy();
  };
}

function startPoller(
  { sqs, standIn, invoke, report, metrics, deliverTwice }: PollerSetup,
  {
    source,
    queue,
    client,
    slots,
  }: { source: EventSource; queue: Queue; client: SQSClient; slots: FairSlots },
): Poller {
  return new Poller(source, {
    client,
    queueUrl: `${sqs}/${source.queueArn.split(':')[4]}/${queue.name}`,
    queueName: queue.name,
    slots: slots.forQueue({
      limit: source.maximumConcurrency ?? Number.POSITIVE_INFINITY,
      // The messages of a larger batch are of several accounts, and take little time.
      listWaiting: source.batchSize === 1 ? () => standIn.listWaitingGroups(queue.name) : () => [''],
      prefer: (group) => standIn.preferGroup(queue.name, group),
    }),
    waitUntilAvailable: standIn.waitUntilAvailable,
    invoke: (event, traceHeaders) => invoke(source.functionArn, event, undefined, traceHeaders),
    report,
    received: (count) => metrics.count('NumberOfMessagesReceived', queue.name, count),
    deliverTwice,
  });
}

function findEnds(service: Service, source: EventSource): { queue: Queue; lambda: LambdaFunction } {
  const queue = service.queues.find(({ arn }) => arn === source.queueArn);
  if (!queue)
    throw new Error(`event source ${source.logicalId}: the queue ${source.queueArn} does not exist`);
  const lambda = service.functions.find(({ arn }) => arn === source.functionArn);
  if (!lambda)
    throw new Error(`event source ${source.logicalId}: the function ${source.functionArn} does not exist`);
  return { queue, lambda };
}
