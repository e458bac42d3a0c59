import { Duration } from 'aws-cdk-lib';
import type { Env } from '../../functions/env.ts';
import type { DataStack } from '../data-stack.ts';
import { buildEgressEnvironment } from '../egress.ts';
import type { StageSettings } from '../stage-settings.ts';
import { timeouts } from '../timeouts.ts';
import { checkRow } from './check-row.ts';

/**
 * Messages in a batch. They are handled at the same time, and only wait for endpoints to answer. Each needs some
 * sockets, of which Lambda allows 1,024.
 */
const BATCH_SIZE = 250;

/**
 * Returns the functions that deliver events and messages.
 * @param ownLabels as for `defineBrowserFunction`
 */
export function defineDeliveryFunctions(
  settings: StageSettings,
  { store, alertQueues, credentialsKey }: DataStack,
  ownLabels: readonly string[],
) {
  const { concurrency, memory } = settings;
  const { deliveries, slowDeliveries } = alertQueues;
  const batches = { batchSize: BATCH_SIZE, maxBatchingWindow: Duration.seconds(1) };
  return {
    'deliver-webhooks': checkRow<Env<'deliver-webhooks'>>({
      description: 'Sends events to the endpoints of webhooks, and messages to Slack',
      failure: 'deliveries were not attempted; the queue tries again',
      environment: {
        TABLE_NAME: store.table.tableName,
        AUDIT_TABLE_NAME: store.auditTable.tableName,
        DELIVERIES_QUEUE_URL: deliveries.queue.queueUrl,
        SLOW_DELIVERIES_QUEUE_URL: slowDeliveries.queue.queueUrl,
        SLOW_DELIVERIES_QUEUE_ARN: slowDeliveries.queue.queueArn,
        CREDENTIALS_KEY_ARN: credentialsKey.key.keyArn,
        ...buildEgressEnvironment(settings, ownLabels),
      },
      // It opens connections to hosts of customers, so it has access to the items that it needs only.
      grants: [
        store.grantOnKeys(['delivery#*'], ['GetItem', 'PutItem']),
        store.grantOnKeys(['target#*'], ['GetItem', 'UpdateItem']),
        // It disables an endpoint, or an alert whose channel is gone, and reports that.
        store.grantOnKeys(['webhook#*', 'alert#*'], ['GetItem', 'UpdateItem']),
        store.grantOnKeys(['outbox#*'], ['PutItem']),
        store.grantOnKeys(['pending-to#*'], ['Query'], 'gsi2'),
        store.auditGrant,
        credentialsKey.grantDecryptText('webhook'),
        credentialsKey.grantDecryptText('alert'),
        deliveries.sendGrant,
        slowDeliveries.sendGrant,
      ],
      // It sends the next message of an endpoint, and those of later attempts. Retries end the loop.
      inLoop: true,
      timeout: timeouts.deliverWebhooks,
      memory: memory.workflow,
      queues: [
        { queue: deliveries.queue, ...batches, maxConcurrency: concurrency.deliveries },
        { queue: slowDeliveries.queue, ...batches, maxConcurrency: concurrency.slowDeliveries },
      ],
    }),
  };
}
