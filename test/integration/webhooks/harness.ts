import type { LookupAddress } from 'node:dns';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';
import { vi } from 'vitest';
import { bindTo } from '../../../adapters/bind-to.ts';
import {
  dueDeliveryShards,
  findDelivery,
  insertDelivery,
  listSweptDeliveries,
  postponeSweep,
} from '../../../adapters/dynamodb/deliveries.ts';
import { sendDelivery } from '../../../adapters/queues/send.ts';
import { buildDelivery } from '../../../core/alerts/build-delivery.ts';
import type { Channel, Delivery, DeliveryContent } from '../../../core/alerts/delivery.ts';
import { createId } from '../../../core/ids.ts';
import { EgressError } from '../../../scanner/egress/failure.ts';
import { sweepDeliveries } from '../../../use-cases/sweep-deliveries.ts';
import { startParameters } from '../../support/parameters.ts';
import { type Api, startApi } from '../api/harness.ts';
import { FunctionKilled, type KillAfterWrite, openFunctions } from '../workflow/functions.ts';

/** The API and the function that delivers, in this process. */
export interface Deliveries {
  api: Api;
  /** Writes a delivery and sends its message, as the dispatch of events does. */
  dispatch(accountId: string, channel: Channel, content?: Partial<DeliveryContent>): Promise<Delivery>;
  read(deliveryId: string): Promise<Delivery>;
  /** Gives the messages of both queues to the function until none is ready. Returns how many there were. */
  drain(): Promise<number>;
  /** Invokes the function with messages at the same time. */
  deliver(messages: readonly object[], queue?: string): Promise<string[]>;
  /** Sets the addresses that names of the loopback have from now on. */
  resolveTo(addresses: LookupAddress[]): void;
  /** Runs the sweeper. */
  sweep(time: Date): Promise<void>;
  stop(): Promise<void>;
}

const FAST = 'deliveries';
export const SLOW = 'slow-deliveries';
const arnOf = (queue: string) => `arn:aws:sqs:eu-central-1:000000000000:${queue}`;

export const ORIGIN = 'https://dashboard.example.com';

const loopback: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];

let addresses = loopback;

/** Returns the addresses that a test sets, instead of the scanner's function of this name. */
async function asyncResolve(host: string): Promise<LookupAddress[]> {
  if (!host.endsWith('localhost')) throw new EgressError('dns', `${host} has no address`);
  return addresses;
}

/**
 * Starts the stand-ins and loads the function. Test files that share a worker share the module that imports
 * `asyncResolve`, so they share the addresses too.
 */
export async function startDeliveries(killAfterWrite?: KillAfterWrite): Promise<Deliveries> {
  addresses = loopback;
  vi.doMock('../../../scanner/egress/async-resolve.ts', () => ({ asyncResolve }));
  const parameters = await startParameters();
  parameters.setSignIn(ORIGIN);
  const api = await startApi({
    AWS_ENDPOINT_URL_SSM: parameters.endpoint,
    SIGN_IN_PARAMETER: 'sign-in',
    SCAN_LOOPBACK_PORTS: '*',
  });
  const urlOf = (queue: string) => `${api.aws.url}/000000000000/${queue}`;
  for (const queue of [FAST, SLOW]) api.aws.createQueue(queue);
  Object.assign(process.env, {
    DELIVERIES_QUEUE_URL: urlOf(FAST),
    SLOW_DELIVERIES_QUEUE_URL: urlOf(SLOW),
    SLOW_DELIVERIES_QUEUE_ARN: arnOf(SLOW),
    EVENTS_QUEUE_URL: urlOf('events'),
    MAILS_QUEUE_URL: urlOf('mails'),
  });
  const functions = openFunctions(killAfterWrite);
  const sqs = new SQSClient({ endpoint: api.aws.url });
  const { store } = api.tables;

  async function drainQueue(queue: string): Promise<number> {
    const QueueUrl = urlOf(queue);
    let count = 0;
    while (api.aws.isWaiting(queue)) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: 10,
          MessageSystemAttributeNames: ['All'],
        }),
      );
      count += Messages.length;
      const records = Messages.map(({ MessageId, ReceiptHandle, Body, Attributes }) => ({
        messageId: MessageId,
        receiptHandle: ReceiptHandle,
        body: Body,
        attributes: Attributes,
        eventSourceARN: arnOf(queue),
      }));
      const Entries = Messages.map(({ ReceiptHandle }, at) => ({ Id: `${at}`, ReceiptHandle }));
      try {
        const result = (await functions.invoke('deliver-webhooks', { Records: records })) as SQSBatchResponse;
        if (result.batchItemFailures.length > 0) throw new Error('a delivery was not handled');
        await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
      } catch (error) {
        if (!(error instanceof FunctionKilled)) throw error;
        const again = Entries.map((entry) => ({ ...entry, VisibilityTimeout: 0 }));
        await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries: again }));
      }
    }
    return count;
  }

  return {
    api,
    async dispatch(accountId, channel, content = {}) {
      const now = new Date();
      const event = {
        kind: 'event',
        eventId: createId('event', now),
        type: 'issues.new',
        body: '{"type":"issues.new"}',
        ...content,
      } as DeliveryContent;
      const given = { accountId, siteId: null, channel, content: event, correlationId: 'run-1' };
      const delivery = buildDelivery({ ...given, at: now.toISOString() }, now);
      const { deliveryId, correlationId } = delivery;
      if (await insertDelivery(store, delivery))
        await sendDelivery(urlOf(FAST), { accountId, deliveryId, correlationId });
      return delivery;
    },
    async read(deliveryId) {
      const delivery = await findDelivery(store, deliveryId);
      if (delivery === undefined) throw new Error(`the delivery ${deliveryId} does not exist`);
      return delivery;
    },
    async drain() {
      let total = 0;
      for (let count = -1; count !== 0; total += count) {
        count = (await drainQueue(FAST)) + (await drainQueue(SLOW));
      }
      return total;
    },
    async deliver(messages, queue = FAST) {
      const records = messages.map((message, at) => ({
        messageId: `${at}`,
        receiptHandle: `${at}`,
        body: JSON.stringify(message),
        attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(Date.now()) },
        eventSourceARN: arnOf(queue),
      }));
      const result = (await functions.invoke('deliver-webhooks', { Records: records })) as SQSBatchResponse;
      return result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
    },
    resolveTo(given) {
      addresses = given;
    },
    async sweep(time) {
      const dependencies = {
        shards: dueDeliveryShards(),
        ...bindTo(store, { listSweptDeliveries, postponeSweep }),
        sendMessage: ({ accountId, deliveryId, correlationId }: Delivery) =>
          sendDelivery(urlOf(FAST), { accountId, deliveryId, correlationId }),
        log: { info: () => {}, warn: () => {}, error: () => {} },
      };
      await sweepDeliveries(dependencies, time, () => false);
    },
    async stop() {
      sqs.destroy();
      await Promise.all([api.stop(), parameters.stop()]);
    },
  };
}
