import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  apiVariables,
  auditVariables,
  browserVariables,
  bucketVariables,
  chunkVariables,
  dashboardBucketVariables,
  deadLetterVariables,
  deliveryQueueVariables,
  egressVariables,
  eventsQueueVariables,
  finishQueueVariables,
  keyLimitVariables,
  mailsQueueVariables,
  mailVariables,
  originVariables,
  pageLimitVariables,
  planQueueVariables,
  recordQueueVariables,
  retentionVariables,
  scanLimitVariables,
  scanQueueVariables,
  sealingVariables,
  senderVariables,
  signInVariables,
  siteLimitVariables,
  slowQueueVariables,
  tableVariables,
  userPoolVariables,
} from '../adapters/environment.ts';

/** The variables of the functions that advance scans. */
const workflow = {
  ...tableVariables,
  ...bucketVariables,
  ...scanQueueVariables,
  ...finishQueueVariables,
  ...chunkVariables,
  ...pageLimitVariables,
};

/** The queues of the deliveries that functions write. A new delivery is never sent to that of slow endpoints. */
const delivering = {
  DELIVERIES_QUEUE_URL: deliveryQueueVariables.DELIVERIES_QUEUE_URL,
  ...mailsQueueVariables,
};

/** The environment variables of each function, by the name of its folder. A function without an entry reads none. */
export const schemas = {
  'accept-scan': z.object({ ...apiVariables, ...bucketVariables }),
  authorize: z.object({ ...tableVariables, ...auditVariables, ...originVariables }),
  'cancel-scan': z.object({ ...apiVariables, ...finishQueueVariables }),
  'create-site': z.object({
    ...apiVariables,
    ...siteLimitVariables,
    ...sealingVariables,
    ...egressVariables,
  }),
  'create-suppression': z.object(apiVariables),
  'delete-scan': z.object(apiVariables),
  'delete-site': z.object({ ...apiVariables, ...finishQueueVariables }),
  'delete-suppression': z.object(apiVariables),
  'dispatch-events': z.object({
    ...tableVariables,
    ...auditVariables,
    ...bucketVariables,
    ...signInVariables,
    ...userPoolVariables,
    ...delivering,
  }),
  'finish-scan': z.object({
    ...tableVariables,
    ...bucketVariables,
    ...retentionVariables,
    ...eventsQueueVariables,
  }),
  'get-picture': z.object({ ...apiVariables, ...bucketVariables }),
  'get-report': z.object({ ...apiVariables, ...bucketVariables }),
  'get-scan': z.object(apiVariables),
  'get-site': z.object(apiVariables),
  'get-trend': z.object(apiVariables),
  'get-usage': z.object({
    ...apiVariables,
    ...pageLimitVariables,
    SCANS_PER_MONTH_LIMIT: scanLimitVariables.SCANS_PER_MONTH_LIMIT,
  }),
  'list-findings': z.object({ ...apiVariables, ...bucketVariables }),
  'list-rule-sets': z.object(apiVariables),
  'list-scans': z.object(apiVariables),
  'list-sites': z.object(apiVariables),
  'list-suppressions': z.object(apiVariables),
  'manage-account': z.object({
    ...apiVariables,
    ...siteLimitVariables,
    ...pageLimitVariables,
    UNFINISHED_SCANS_LIMIT: scanLimitVariables.UNFINISHED_SCANS_LIMIT,
    SCANS_PER_MONTH_LIMIT: scanLimitVariables.SCANS_PER_MONTH_LIMIT,
    ...senderVariables,
  }),
  'read-results': z.object({ ...apiVariables, ...bucketVariables }),
  'manage-schedule': z.object({ ...apiVariables, ...egressVariables }),
  'manage-decisions': z.object({ ...apiVariables, ...bucketVariables }),
  'manage-members': z.object({ ...apiVariables, ...signInVariables, ...sealingVariables }),
  'manage-alerts': z.object({
    ...apiVariables,
    ...bucketVariables,
    ...signInVariables,
    ...sealingVariables,
    ...delivering,
    ...senderVariables,
    SCAN_LOOPBACK_PORTS: egressVariables.SCAN_LOOPBACK_PORTS,
  }),
  'manage-keys': z.object({ ...apiVariables, ...keyLimitVariables }),
  'manage-shared-reports': z.object({
    ...apiVariables,
    ...bucketVariables,
    ...signInVariables,
    ...retentionVariables,
  }),
  'read-shared-report': z.object({
    ...tableVariables,
    ...auditVariables,
    ...bucketVariables,
    ...originVariables,
  }),
  'manage-webhooks': z.object({
    ...apiVariables,
    ...sealingVariables,
    ...egressVariables,
    ...signInVariables,
    DELIVERIES_QUEUE_URL: deliveryQueueVariables.DELIVERIES_QUEUE_URL,
  }),
  'deliver-webhooks': z.object({
    ...tableVariables,
    ...auditVariables,
    ...deliveryQueueVariables,
    ...sealingVariables,
    ...egressVariables,
    ...slowQueueVariables,
  }),
  me: z.object({ ...apiVariables, ...senderVariables }),
  'plan-scan': z.object({ ...workflow, ...egressVariables }),
  'delete-site-objects': z.object({ ...tableVariables, ...auditVariables, ...bucketVariables }),
  'publish-dashboard': z.object(dashboardBucketVariables),
  'read-audit': z.object(apiVariables),
  'read-history': z.object({ ...apiVariables, ...bucketVariables }),
  'record-mail-events': z.object(tableVariables),
  'record-outcomes': z.object(workflow),
  'extend-retention': z.object({ ...tableVariables, ...bucketVariables, ...retentionVariables }),
  'dispatch-chunk': z.object({
    ...tableVariables,
    ...bucketVariables,
    ...recordQueueVariables,
    ...sealingVariables,
    ...browserVariables,
  }),
  'scan-pages': z.object({
    ...egressVariables,
    /**
     * The folder into which the browser is unpacked. It is not `/tmp/chromium`, because the stock package unpacks a
     * file with that name.
     */
    CHROMIUM_DIR: z.string().min(1).default(join(tmpdir(), 'a11y-scan-chromium')),
    /** Memory of the browser in megabytes above which a page is ended. */
    SCAN_MEMORY_MB: z.coerce.number().int().positive(),
  }),
  'send-mail': z.object({ ...tableVariables, ...mailVariables, ...sealingVariables, ...signInVariables }),
  'settle-dead-letters': z.object({
    ...tableVariables,
    ...recordQueueVariables,
    ...finishQueueVariables,
    ...deadLetterVariables,
  }),
  'sign-in': z.object({ ...tableVariables, ...auditVariables, ...originVariables, ...signInVariables }),
  'sweep-scans': z.object({
    ...workflow,
    DELIVERIES_QUEUE_URL: deliveryQueueVariables.DELIVERIES_QUEUE_URL,
    ...mailsQueueVariables,
    ...auditVariables,
    ...planQueueVariables,
    ...eventsQueueVariables,
    ...scanLimitVariables,
    ...egressVariables,
  }),
  'trigger-scan': z.object({
    ...apiVariables,
    ...planQueueVariables,
    ...scanLimitVariables,
    ...egressVariables,
  }),
  unsubscribe: z.object({ ...tableVariables, ...originVariables }),
  'update-site': z.object({ ...apiVariables, ...sealingVariables, ...egressVariables }),
  'update-suppression': z.object(apiVariables),
};

/** The variables that the infrastructure must pass to a function; every value is a string. */
export type Env<Name extends string> = Name extends keyof typeof schemas
  ? { [Variable in keyof z.input<(typeof schemas)[Name]>]: string }
  : Record<string, never>;
