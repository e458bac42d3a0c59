import { randomUUID } from 'node:crypto';
import { bindTo } from '../../adapters/bind-to.ts';
import { buildAlertDisabling, findAlertChannel } from '../../adapters/dynamodb/alert-channels.ts';
import {
  findDelivery,
  listDueDeliveryIds,
  QUEUE_PAUSE_MAX,
  replaceDelivery,
} from '../../adapters/dynamodb/deliveries.ts';
import { releaseTarget, takeTarget } from '../../adapters/dynamodb/delivery-targets.ts';
import { openStore, type Store } from '../../adapters/dynamodb/store.ts';
import type { TransactItem } from '../../adapters/dynamodb/transact.ts';
import { buildWebhookDisabling, findWebhook } from '../../adapters/dynamodb/webhooks.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { createCallLimit } from '../../adapters/limit-calls.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { createConcurrentHandler } from '../../adapters/queues/queue-handler.ts';
import { sendDelivery } from '../../adapters/queues/send.ts';
import { openSealing, unsealText } from '../../adapters/sealing/sealing.ts';
import { type DeliveryMessage, deliveryMessageSchema } from '../../core/alerts/alert-messages.ts';
import type { Delivery } from '../../core/alerts/delivery.ts';
import { asyncResolve } from '../../scanner/egress/async-resolve.ts';
import { type AttemptDeliveryDependencies, attemptDelivery } from '../../use-cases/attempt-delivery.ts';
import { buildEgressPolicy } from '../egress/egress-policy.ts';
import { schemas } from '../env.ts';
import { openChannel } from './open-channel.ts';

/** Calls of AWS services at the same time, below the 50 connections of a client. Requests to endpoints do not count. */
const CALLS_AT_ONCE = 40;

/** Handles the messages of both queues of deliveries: sends events to endpoints, and messages to Slack. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['deliver-webhooks'], environment);
  const store = openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME });
  const limitCalls = createCallLimit(CALLS_AT_ONCE);
  const openings = {
    ...limitCalls({
      ...bindTo(store, { findWebhook, findAlertChannel }),
      ...bindTo(openSealing(env.CREDENTIALS_KEY_ARN), { unsealText }),
    }),
    egress: { policy: buildEgressPolicy(env), resolve: asyncResolve },
  };
  const dependencies: AttemptDeliveryDependencies = {
    ...limitCalls({
      ...bindTo(store, { findDelivery, listDueDeliveryIds, takeTarget, releaseTarget }),
      replaceDelivery: (before: Delivery, after: Delivery) => replaceDelivery(store, before, after),
      disableChannel: async (before: Delivery, after: Delivery, reason: 'gone' | 'failing', now: Date) => {
        const disabling = buildDisabling(store, before, reason, now);
        // If it is disabled already, only the attempt is recorded.
        if (!(await replaceDelivery(store, before, after, disabling)))
          await replaceDelivery(store, before, after);
      },
      sendMessage: (message: DeliveryMessage, given: { isSlow: boolean; pauseSeconds: number }) => {
        const queueUrl = given.isSlow ? env.SLOW_DELIVERIES_QUEUE_URL : env.DELIVERIES_QUEUE_URL;
        return sendDelivery(queueUrl, message, given.pauseSeconds);
      },
    }),
    openChannel: (delivery) => openChannel(openings, delivery),
    pauseSecondsMax: QUEUE_PAUSE_MAX,
    readClock: () => new Date(),
    random: Math.random,
    log: logger(),
  };
  return createConcurrentHandler(deliveryMessageSchema, ({ message }, queueArn) =>
    attemptDelivery(dependencies, message, {
      isSlowQueue: queueArn === env.SLOW_DELIVERIES_QUEUE_ARN,
      holder: randomUUID(),
    }),
  );
}

function buildDisabling(
  store: Store,
  { channel, accountId, correlationId }: Delivery,
  reason: 'gone' | 'failing',
  now: Date,
): TransactItem[] {
  const run = { runId: correlationId, now };
  switch (channel.kind) {
    case 'webhook':
      return buildWebhookDisabling(store, { ...channel, accountId }, reason, run);
    case 'slack':
      return buildAlertDisabling(store, { ...channel, accountId }, `channel-${reason}`, run);
    case 'mail':
      return [];
  }
}
