import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { buildDeliveryItem } from '../adapters/dynamodb/deliveries.ts';
import { openStore } from '../adapters/dynamodb/store.ts';
import { buildWebhookItem } from '../adapters/dynamodb/webhooks.ts';
import { createCallLimit } from '../adapters/limit-calls.ts';
import { sendDelivery } from '../adapters/queues/send.ts';
import { openSealing, sealText } from '../adapters/sealing/sealing.ts';
import { buildDelivery } from '../core/alerts/build-delivery.ts';
import type { Delivery } from '../core/alerts/delivery.ts';
import { createWebhookSecret } from '../core/alerts/webhook-signature.ts';
import { createId } from '../core/ids.ts';
import { Runtime } from '../local/runtime.ts';
import { REGION } from '../local/template/names.ts';

/**
 * Delivers an event on the embedded runtime: to 500 endpoints that answer, then to these and to 500 others that accept
 * the connection and never answer, then to all of them again, when it is known which are slow. Prints when those that
 * answer had their events. The times of one machine say nothing of another: compare those of one run.
 */

const ENDPOINTS = 1_000;
const AT_ONCE = 20;
/** Longer than all endpoints that hang need in the first round. */
const BETWEEN_MS = 90_000;

/** Times at which the endpoints that answer got a request, in milliseconds since the beginning of the round. */
let answered: number[] = [];
let begun = performance.now();
let hanging = 0;

const receiver = createServer((request, response: ServerResponse) => {
  if (request.url?.startsWith('/hangs')) {
    hanging += 1;
    return;
  }
  answered.push(performance.now() - begun);
  response.writeHead(204).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address() as AddressInfo;

const dataFolder = await mkdtemp(join(tmpdir(), 'bench-webhooks-'));
const runtime = await Runtime.start({ dataFolder, loopbackPorts: [port] });
try {
  const { endpoints, credentials, outputs } = runtime;
  Object.assign(process.env, {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_KMS: endpoints.kms,
  });
  const store = openStore({ table: String(outputs.TableName) });
  const queue = runtime.service.queues.find(({ logicalId }) =>
    logicalId.startsWith('AlertQueuesDeliveriesQueue'),
  );
  const key = runtime.service.keys[0];
  if (queue === undefined || key === undefined)
    throw new Error('the service has no queue of deliveries, or no key');
  const queueUrl = `${endpoints.sqs}/${queue.arn.split(':')[4]}/${queue.name}`;
  const sealing = openSealing(key.arn);

  async function put(items: object[]): Promise<void> {
    const requests = items.map((Item) => ({ PutRequest: { Item } }));
    for (let at = 0; at < requests.length; at += 25) {
      const RequestItems = { [store.table]: requests.slice(at, at + 25) };
      await store.db.send(new BatchWriteCommand({ RequestItems }));
    }
  }

  const { seal, send } = createCallLimit(AT_ONCE)({
    seal: (secret: string, accountId: string, itemId: string) =>
      sealText(sealing, secret, { accountId, itemId }),
    send: ({ accountId, deliveryId, correlationId }: Delivery) =>
      sendDelivery(queueUrl, { accountId, deliveryId, correlationId }),
  });

  const webhooks = await Promise.all(
    Array.from({ length: ENDPOINTS }, async (_, number) => {
      const now = new Date();
      const [accountId, webhookId] = [createId('acct', now), createId('webhook', now)];
      const url = `http://127.0.0.1:${port}/${number % 2 === 0 ? 'hangs' : 'answers'}/${number}`;
      return {
        webhookId,
        accountId,
        url,
        events: ['issues.new' as const],
        siteIds: null,
        description: '',
        secret: await seal(createWebhookSecret(), accountId, webhookId),
        createdBy: { keyId: 'none', name: 'none' },
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      };
    }),
  );
  await put(webhooks.map(buildWebhookItem));

  const answering = webhooks.filter(({ url }) => !url.includes('/hangs'));
  const rounds = [
    ['500 endpoints that answer', answering],
    ['500 more that hang', webhooks],
    ['the same again', webhooks],
  ] as const;
  for (const [name, receivers] of rounds) {
    const now = new Date();
    const eventId = createId('event', now);
    const deliveries: Delivery[] = receivers.map(({ accountId, webhookId }) =>
      buildDelivery(
        {
          accountId,
          siteId: null,
          channel: { kind: 'webhook', webhookId },
          content: { kind: 'event', eventId, type: 'issues.new', body: '{"type":"issues.new"}' },
          correlationId: 'bench',
          at: now.toISOString(),
        },
        now,
      ),
    );
    await put(deliveries.map(buildDeliveryItem));
    answered = [];
    hanging = 0;
    begun = performance.now();
    await Promise.all(deliveries.map(send));
    const sent = performance.now() - begun;
    while (answered.length < ENDPOINTS / 2 && performance.now() - begun < BETWEEN_MS) await sleep(50);
    const seconds = (at: number | undefined) => `${((at ?? Number.NaN) / 1_000).toFixed(1)} s`;
    console.log(
      `${name}: messages sent after ${seconds(sent)}; ${answered.length} of ${ENDPOINTS / 2} endpoints had their event: half after ${seconds(answered[Math.floor(answered.length / 2)])}, the last after ${seconds(answered.at(-1))}; ${hanging} requests hang`,
    );
    if (hanging > 0 && name !== rounds.at(-1)?.[0]) await sleep(BETWEEN_MS - (performance.now() - begun));
  }
} finally {
  receiver.closeAllConnections();
  receiver.close();
  await runtime.stop();
  await rm(dataFolder, { recursive: true, force: true });
}
