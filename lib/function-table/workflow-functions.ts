import { Duration, Size } from 'aws-cdk-lib';
import type { Env } from '../../functions/env.ts';
import type { DataStack } from '../data-stack.ts';
import { buildEgressEnvironment } from '../egress.ts';
import type { StageSettings } from '../stage-settings.ts';
import { timeouts } from '../timeouts.ts';
import { checkRow } from './check-row.ts';
import { buildScanLimitEnvironment } from './scan-limits.ts';

/**
 * Returns the functions of the scan workflow, without the one with the browser.
 * @param ownLabels as for `defineBrowserFunction`
 * @param browserArn ARN of the function with the browser
 */
export function defineWorkflowFunctions(
  settings: StageSettings,
  { store, bucket, queues, alertQueues, credentialsKey }: DataStack,
  ownLabels: readonly string[],
  browserArn: string,
) {
  const { concurrency, memory } = settings;
  const { plan, scan, record, finish } = queues;
  const table = { TABLE_NAME: store.table.tableName };
  const objects = { BUCKET_NAME: bucket.bucket.bucketName };
  const toFinish = { FINISH_QUEUE_URL: finish.queue.queueUrl };
  const toEvents = { EVENTS_QUEUE_URL: alertQueues.events.queue.queueUrl };
  const egress = buildEgressEnvironment(settings, ownLabels);
  const retentionDays = { RETENTION_DAYS: String(settings.retention.objectsDays) };
  const dispatch = {
    ...table,
    ...objects,
    ...toFinish,
    SCAN_QUEUE_URL_HIGH: scan.high.queue.queueUrl,
    SCAN_QUEUE_URL_NORMAL: scan.normal.queue.queueUrl,
    SCAN_QUEUE_URL_LOW: scan.low.queue.queueUrl,
    PAGES_PER_CHUNK: String(settings.pagesPerChunk),
    CHUNKS_IN_FLIGHT: String(settings.chunksInFlight),
    HOST_CONCURRENCY: String(settings.hostConcurrency),
    PAGES_PER_MONTH_LIMIT: String(settings.limits.pagesPerMonth),
  };
  const dispatchGrants = [
    // It writes pages, and deletes temporary items: unsent chunks, slots at hosts, waiting scans.
    store.grant('GetItem', 'Query', 'UpdateItem', 'PutItem', 'DeleteItem'),
    store.grantQueryOn('lsi1'),
    // The known fingerprints of the baseline are sent with the pages.
    bucket.grantReadPart('known'),
    // The retention period of the baseline's objects may be over.
    bucket.missingObjectGrant,
    ...[scan.high, scan.normal, scan.low, finish].map((queue) => queue.sendGrant),
  ];

  return {
    'plan-scan': checkRow<Env<'plan-scan'>>({
      description: 'Plans a scan: finds its first pages',
      failure: 'a triggered scan was not planned; the queue tries again',
      environment: { ...dispatch, ...egress },
      grants: dispatchGrants,
      timeout: timeouts.planScan,
      memory: memory.workflow,
      queues: [{ queue: plan.queue, batchSize: 1, maxConcurrency: concurrency.plan }],
    }),

    'dispatch-chunk': checkRow<Env<'dispatch-chunk'>>({
      description: 'Lets a browser scan the pages of one chunk, and checks and writes what it finds',
      failure: 'the results of a chunk of pages could not be written; the queue tries again',
      environment: {
        ...table,
        ...objects,
        RECORD_QUEUE_URL: record.queue.queueUrl,
        CREDENTIALS_KEY_ARN: credentialsKey.key.keyArn,
        BROWSER_FUNCTION_ARN: browserArn,
        BROWSER_RESPONSES: settings.browserResponses,
      },
      grants: [
        store.grant('GetItem'),
        bucket.grant('results', 'PutObject'),
        bucket.grant('pictures', 'PutObject'),
        record.sendGrant,
        credentialsKey.decryptGrant,
        { actions: ['lambda:InvokeFunction'], resources: [browserArn] },
      ],
      inLoop: true,
      timeout: timeouts.dispatchChunk,
      memory: memory.dispatcher,
      queues: [
        { queue: scan.high.queue, batchSize: 1, maxConcurrency: concurrency.scan.high },
        { queue: scan.normal.queue, batchSize: 1, maxConcurrency: concurrency.scan.normal },
        { queue: scan.low.queue, batchSize: 1, maxConcurrency: concurrency.scan.low },
      ],
    }),

    'record-outcomes': checkRow<Env<'record-outcomes'>>({
      description: 'Records the outcomes of pages and dispatches the next ones',
      failure: 'the outcomes of scanned pages were not recorded; the queue tries again',
      environment: dispatch,
      grants: dispatchGrants,
      inLoop: true,
      timeout: timeouts.recordOutcomes,
      memory: memory.workflow,
      queues: [{ queue: record.queue, batchSize: 10, maxConcurrency: concurrency.record }],
    }),

    'finish-scan': checkRow<Env<'finish-scan'>>({
      description: 'Merges page results into the report and ends the scan',
      failure: 'the report of a scan was not built; the queue tries again',
      environment: { ...table, ...objects, ...retentionDays, ...toEvents },
      grants: [
        store.grant('GetItem', 'Query', 'UpdateItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'),
        bucket.grant('results', 'GetObject'),
        bucket.grant('pictures', 'GetObject'),
        bucket.grantReadPart('state'),
        bucket.grantReadPart('history'),
        // The retention period of the baseline's objects and pictures may be over.
        bucket.missingObjectGrant,
        bucket.grant('reports', 'PutObject'),
        // It copies pictures of earlier scans for the report.
        bucket.grant('pictures', 'PutObject'),
        // It deletes unused report revisions.
        bucket.grant('reports', 'DeleteObject'),
        alertQueues.events.sendGrant,
      ],
      timeout: timeouts.finishScan,
      memory: memory.finish,
      // The findings and the report in one format. Each is limited by `NODES_LENGTH_MAX` plus escaping.
      ephemeralStorage: Size.gibibytes(3),
      queues: [{ queue: finish.queue, batchSize: 1, maxConcurrency: concurrency.finish }],
    }),

    'sweep-scans': checkRow<Env<'sweep-scans'>>({
      description:
        'Re-queues pages with expired leases, re-sends messages that were not sent, and does what is due, such as starting scheduled scans',
      failure: 'stuck scans or what is due were not checked in this minute; the next run checks them',
      environment: {
        ...dispatch,
        AUDIT_TABLE_NAME: store.auditTable.tableName,
        PLAN_QUEUE_URL: plan.queue.queueUrl,
        ...toEvents,
        DELIVERIES_QUEUE_URL: alertQueues.deliveries.queue.queueUrl,
        MAILS_QUEUE_URL: alertQueues.mails.queue.queueUrl,
        ...buildScanLimitEnvironment(settings),
        ...egress,
      },
      // It starts scheduled scans and cancels those of a deleted site, which is recorded in the audit log.
      grants: [
        ...dispatchGrants,
        store.grant('BatchGetItem', 'ConditionCheckItem'),
        store.grantQueryOn('gsi2'),
        store.grantQueryOn('gsi3'),
        plan.sendGrant,
        alertQueues.events.sendGrant,
        // It sends the messages of deliveries that are due.
        alertQueues.deliveries.sendGrant,
        alertQueues.mails.sendGrant,
        store.auditGrant,
      ],
      // A run ends before the next one begins.
      timeout: Duration.seconds(50),
      memory: memory.workflow,
      every: Duration.minutes(1),
    }),

    'settle-dead-letters': checkRow<Env<'settle-dead-letters'>>({
      description: 'Ends scans and pages whose messages were dead-lettered',
      failure: 'a message in a dead-letter queue was not settled; the queue tries again',
      environment: {
        ...table,
        ...toFinish,
        RECORD_QUEUE_URL: record.queue.queueUrl,
        PLAN_DLQ_ARN: plan.deadLetters.queueArn,
        FINISH_DLQ_ARN: finish.deadLetters.queueArn,
      },
      grants: [store.grant('GetItem', 'PutItem', 'UpdateItem'), record.sendGrant, finish.sendGrant],
      inLoop: true,
      timeout: timeouts.settleDeadLetters,
      memory: memory.workflow,
      queues: [plan, scan.high, scan.normal, scan.low, finish].map(({ deadLetters }) => ({
        queue: deadLetters,
        batchSize: 1,
        maxConcurrency: concurrency.deadLetters,
      })),
    }),
  };
}
