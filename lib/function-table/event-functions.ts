import { Stack } from 'aws-cdk-lib';
import type { Env } from '../../functions/env.ts';
import { getSignInParameterName, grantReadSignInParameter } from '../dashboard/sign-in-parameter.ts';
import { DashboardUserPool } from '../dashboard/user-pool.ts';
import type { DataStack } from '../data-stack.ts';
import type { StageSettings } from '../stage-settings.ts';
import { timeouts } from '../timeouts.ts';
import { checkRow } from './check-row.ts';

/** Returns the function that derives events and writes their deliveries. It connects to no other system. */
export function defineEventFunctions(
  { stage, memory, concurrency }: StageSettings,
  { store, bucket, alertQueues, identityProvider }: DataStack,
) {
  const userPool = identityProvider instanceof DashboardUserPool ? identityProvider : undefined;
  const { events, deliveries, mails } = alertQueues;
  return {
    'dispatch-events': checkRow<Env<'dispatch-events'>>({
      description: 'Derives the events of what happened, and writes their deliveries to people and webhooks',
      failure: 'nobody heard of what happened; the queue tries again, then the sweeper',
      environment: {
        TABLE_NAME: store.table.tableName,
        // It pauses schedules whose scans judge no page.
        AUDIT_TABLE_NAME: store.auditTable.tableName,
        BUCKET_NAME: bucket.bucket.bucketName,
        SIGN_IN_PARAMETER: getSignInParameterName(stage),
        USER_POOL_ID: userPool?.pool.userPoolId ?? '',
        DELIVERIES_QUEUE_URL: deliveries.queue.queueUrl,
        MAILS_QUEUE_URL: mails.queue.queueUrl,
      },
      grants: [
        store.grant(
          'GetItem',
          'BatchGetItem',
          'Query',
          'PutItem',
          'UpdateItem',
          'DeleteItem',
          'ConditionCheckItem',
        ),
        store.grantQueryOn('gsi1'),
        store.auditGrant,
        // The origin of the dashboard, to which messages link.
        grantReadSignInParameter(Stack.of(store), stage),
        ...(userPool === undefined ? [] : [userPool.createUserGrant]),
        ...(['results', 'groups', 'pages', 'history'] as const).map((part) => bucket.grantReadPart(part)),
        bucket.missingObjectGrant,
        deliveries.sendGrant,
        mails.sendGrant,
      ],
      timeout: timeouts.dispatchEvents,
      // It has a history in memory.
      memory: memory.finish,
      queues: [{ queue: events.queue, batchSize: 1, maxConcurrency: concurrency.events }],
    }),
  };
}
