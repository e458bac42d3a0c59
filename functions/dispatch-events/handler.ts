import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount, findKey } from '../../adapters/dynamodb/access.ts';
import { readAlertState } from '../../adapters/dynamodb/alert-states.ts';
import { findAlert, listAlerts } from '../../adapters/dynamodb/alerts.ts';
import { insertDelivery } from '../../adapters/dynamodb/deliveries.ts';
import * as digests from '../../adapters/dynamodb/digests.ts';
import { readPages } from '../../adapters/dynamodb/frontier.ts';
import { findInvitation } from '../../adapters/dynamodb/invitations.ts';
import { findMembership, listMembers } from '../../adapters/dynamodb/memberships.ts';
import { deleteOutboxEntry, findOutboxEntry, storeEvents } from '../../adapters/dynamodb/outbox.ts';
import { findScan } from '../../adapters/dynamodb/scans.ts';
import { findSchedule, pauseSchedule } from '../../adapters/dynamodb/schedules.ts';
import { findSite } from '../../adapters/dynamodb/sites.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { findWebhook, listAllWebhooks } from '../../adapters/dynamodb/webhooks.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { createQueueHandler } from '../../adapters/queues/queue-handler.ts';
import { openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { createOriginReader } from '../../adapters/sign-in/settings.ts';
import { ensureUser, openUserPool } from '../../adapters/user-pool/user-pool.ts';
import { eventsMessageSchema } from '../../core/alerts/alert-messages.ts';
import { type DispatchEventsDependencies, dispatchEvents } from '../../use-cases/dispatch-events.ts';
import { schemas } from '../env.ts';
import { createReportParts } from '../events/report-parts.ts';
import { createDeliverySender } from '../events/send-delivery.ts';

/** Handles the messages of the events queue. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['dispatch-events'], environment);
  const tables = openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME });
  const { insertDigestEntry, listWaitingEventIds, readWaitingEvents, recordEventReported } = digests;
  const { beginDigest, endDigest } = digests;
  const dependencies: DispatchEventsDependencies = {
    ...bindTo(tables, {
      findOutboxEntry,
      storeEvents,
      deleteOutboxEntry,
      readAlertState,
      findAccount,
      findSite,
      findScan,
      findSchedule,
      pauseSchedule,
      findKey,
      findAlert,
      listAlerts,
      findWebhook,
      listAllWebhooks,
      findInvitation,
      findMembership,
      listMembers,
      readPages,
      insertDelivery,
    }),
    ...bindTo(tables, { insertDigestEntry, listWaitingEventIds, readWaitingEvents, recordEventReported }),
    ...bindTo(tables, { beginDigest, endDigest }),
    ...createReportParts(openReportBucket(env.BUCKET_NAME)),
    ensureUser:
      env.USER_POOL_ID === '' ? null : bindTo(openUserPool(env.USER_POOL_ID), { ensureUser }).ensureUser,
    sendDelivery: createDeliverySender(env),
    readOrigin: createOriginReader(env.SIGN_IN_PARAMETER),
    log: logger(),
  };
  return createQueueHandler(eventsMessageSchema, ({ message }) =>
    dispatchEvents(dependencies, message, new Date()),
  );
}
