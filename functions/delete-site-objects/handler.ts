import type { Context, ScheduledEvent } from 'aws-lambda';
import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount, listKeys } from '../../adapters/dynamodb/access.ts';
import { deleteAlertData, listAlerts } from '../../adapters/dynamodb/alerts.ts';
import {
  deleteAccountItems,
  deleteInvitations,
  deleteKeyData,
  deleteMemberData,
  deletePersonDays,
  eraseKey,
} from '../../adapters/dynamodb/delete-account-data.ts';
import { deleteMessagesOf } from '../../adapters/dynamodb/delete-messages.ts';
import { deleteScanData } from '../../adapters/dynamodb/delete-scan-data.ts';
import { deleteSiteData } from '../../adapters/dynamodb/delete-site-data.ts';
import {
  claimDeletion,
  endDeletion,
  endDeletionPass,
  listDueDeletions,
  recordDeletionProgress,
} from '../../adapters/dynamodb/deletions.ts';
import { listMembers } from '../../adapters/dynamodb/memberships.ts';
import { removeScanFromOverview } from '../../adapters/dynamodb/overview.ts';
import { listScanIds, listScans } from '../../adapters/dynamodb/scans.ts';
import { listSites, removeSite } from '../../adapters/dynamodb/sites.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { deleteWebhooks } from '../../adapters/dynamodb/webhooks.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { deleteObjects, listObjects } from '../../adapters/report-bucket/bucket-objects.ts';
import { openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { createScheduledHandler } from '../../adapters/schedules/scheduled-handler.ts';
import { deleteSiteObjects, type SiteObjectDeleter } from '../../use-cases/delete-site-objects.ts';
import { schemas } from '../env.ts';

/** The used part of the scheduled event: the time at which the run was due, RFC 3339. */
type ScheduledRun = Pick<ScheduledEvent, 'time'>;
type RemainingTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** No new work begins with less remaining time than this. */
const RESERVE_MS = 10_000;

/** Runs every minute. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['delete-site-objects'], environment);
  const deletions = {
    listDueDeletions,
    claimDeletion,
    recordDeletionProgress,
    endDeletionPass,
    endDeletion,
  };
  const ofAccounts = {
    findAccount,
    listKeys,
    eraseKey,
    deleteKeyData,
    listSites,
    removeSite,
    listMembers,
    deleteMemberData,
    deletePersonDays,
    deleteInvitations,
    listAlerts,
    deleteAlertData,
    deleteMessagesOf,
    deleteWebhooks,
    deleteAccountItems,
  };
  const store = openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME });
  const deleter: SiteObjectDeleter = {
    store: bindTo(store, {
      ...deletions,
      ...ofAccounts,
      listScanIds,
      listScans,
      deleteSiteData,
      deleteScanData,
      removeScanFromOverview,
    }),
    ...bindTo(openReportBucket(env.BUCKET_NAME), { listObjects, deleteObjects }),
    log: logger(),
  };
  return createScheduledHandler(({ time }: ScheduledRun, context: RemainingTime) =>
    deleteSiteObjects(deleter, new Date(time), () => context.getRemainingTimeInMillis() < RESERVE_MS),
  );
}
