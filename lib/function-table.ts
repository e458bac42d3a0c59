import { Duration, Size } from 'aws-cdk-lib';
import { API_ROOT } from '../core/api/endpoint.ts';
import { endpoints, type OperationId } from '../core/api/endpoints.ts';
import { DELETION_CLAIM_MS } from '../core/retention/deletion-passes.ts';
import { objectPrefixes } from '../core/scans/object-keys.ts';
import type { Env } from '../functions/env.ts';
import type { DataStack } from './data-stack.ts';
import { buildEgressEnvironment, buildStoredUrlEnvironment } from './egress.ts';
import type { FunctionRow, Grant } from './function-row.ts';
import type { StageSettings } from './stage-settings.ts';
import type { TableAction } from './store.ts';
import { timeouts } from './timeouts.ts';

/**
 * All functions of the service, one row each. The name of a row is the name of the function's folder. The type of a row
 * is the environment of the function, so that a row with a missing variable does not compile.
 */

/** The specific part of the row of an API function. The rest follows from its endpoint. */
interface CallRow<Environment extends object> {
  readonly environment: Environment;
  readonly grants: readonly Grant[];
  readonly memory?: number;
}

/** Checks a row against the environment of its function. */
const row = <Environment extends object>(of: FunctionRow<Environment>): FunctionRow => of;

/**
 * Returns the functions behind API Gateway: one for each endpoint, the authorizer, and the one that responds with 405.
 */
export function defineApiFunctions(
  settings: StageSettings,
  { store, bucket, queues, credentialsKey }: DataStack,
): Readonly<Record<OperationId | 'authorize' | 'refuse-method', FunctionRow>> {
  const { limits, memory } = settings;
  const tables = { TABLE_NAME: store.table.tableName, AUDIT_TABLE_NAME: store.auditTable.tableName };
  const common = { ...tables, REQUESTS_PER_MINUTE: String(limits.requestsPerMinute) };
  const sealing = { CREDENTIALS_KEY_ARN: credentialsKey.key.keyArn };
  const storedUrls = buildStoredUrlEnvironment(settings);
  const objects = { BUCKET_NAME: bucket.bucket.bucketName };
  const toFinish = { FINISH_QUEUE_URL: queues.finish.queue.queueUrl };
  /** The update is needed because every call with a key is counted. */
  const table = (...actions: TableAction[]) => store.grant('UpdateItem', ...actions);
  // API Gateway times out after 29 s; an API function needs far less.
  const timeout = Duration.seconds(15);

  const calls: { readonly [Name in OperationId]: CallRow<Env<Name>> } = {
    'list-sites': {
      environment: common,
      grants: [table('GetItem', 'Query', 'BatchGetItem')],
    },
    'create-site': {
      environment: { ...common, SITES_LIMIT: String(limits.sites), ...sealing, ...storedUrls },
      grants: [table('PutItem'), credentialsKey.encryptGrant],
    },
    'get-site': {
      environment: common,
      grants: [table('GetItem')],
    },
    'update-site': {
      environment: { ...common, ...sealing, ...storedUrls },
      grants: [table('GetItem', 'PutItem'), credentialsKey.encryptGrant],
    },
    'delete-site': {
      environment: { ...common, ...toFinish },
      // It puts an item that makes delete-site-objects delete the objects of the site.
      grants: [
        table('GetItem', 'PutItem', 'DeleteItem'),
        store.grantQueryOn('gsi2'),
        queues.finish.sendGrant,
      ],
    },
    'trigger-scan': {
      environment: {
        ...common,
        ...storedUrls,
        PLAN_QUEUE_URL: queues.plan.queue.queueUrl,
        UNFINISHED_SCANS_LIMIT: String(limits.unfinishedScans),
        SCANS_PER_MONTH_LIMIT: String(limits.scansPerMonth),
        PAGES_PER_MONTH_LIMIT: String(limits.pagesPerMonth),
        HIGH_SHARE_LIMIT: String(limits.highShare),
      },
      grants: [table('GetItem', 'PutItem', 'ConditionCheckItem'), queues.plan.sendGrant],
    },
    'list-scans': {
      environment: common,
      grants: [table('GetItem', 'BatchGetItem'), store.grantQueryOn('gsi1', 'gsi2')],
    },
    'get-scan': {
      environment: common,
      grants: [table('GetItem')],
    },
    'cancel-scan': {
      environment: { ...common, ...toFinish },
      grants: [table('GetItem'), queues.finish.sendGrant],
    },
    'delete-scan': {
      environment: common,
      // It puts an item that makes delete-site-objects delete the objects of the scan.
      grants: [table('GetItem', 'PutItem', 'DeleteItem')],
    },
    'accept-scan': {
      environment: { ...common, ...objects },
      grants: [
        table('GetItem', 'PutItem', 'ConditionCheckItem'),
        bucket.grantReadPart('state'),
        bucket.missingObjectGrant,
      ],
    },
    'get-report': {
      environment: { ...common, ...objects },
      grants: [table('GetItem'), bucket.grant('reports', 'GetObject'), bucket.missingObjectGrant],
      // It has a report of several megabytes in memory twice: as read and as escaped.
      memory: 2 * memory.api,
    },
    'list-findings': {
      environment: { ...common, ...objects },
      grants: [
        table('GetItem'),
        bucket.grantReadPart('findingsIndex'),
        bucket.grantReadPart('findings'),
        bucket.missingObjectGrant,
      ],
      // It has the index of many findings in memory, as text and as numbers.
      memory: 2 * memory.api,
    },
    'get-picture': {
      environment: { ...common, ...objects },
      grants: [table('GetItem'), bucket.grant('pictures', 'GetObject'), bucket.missingObjectGrant],
    },
    'get-trend': {
      environment: common,
      grants: [table('GetItem', 'Query')],
    },
    'list-suppressions': {
      environment: common,
      grants: [table('GetItem', 'Query')],
    },
    'create-suppression': {
      environment: common,
      grants: [table('GetItem', 'PutItem', 'ConditionCheckItem')],
    },
    'update-suppression': {
      environment: common,
      grants: [table('GetItem', 'PutItem')],
    },
    'delete-suppression': {
      environment: common,
      grants: [table('GetItem', 'DeleteItem')],
    },
    'get-usage': {
      environment: common,
      grants: [table('GetItem', 'Query', 'BatchGetItem'), store.grantQueryOn('gsi1')],
    },
    'list-rule-sets': {
      environment: common,
      grants: [table()],
    },
    'get-openapi': { environment: {}, grants: [] },
    'get-health': { environment: {}, grants: [] },
  };

  const rows = endpoints.map(({ operationId, method, path, summary, permission }) => {
    const { grants, ...own } = calls[operationId];
    const rest: FunctionRow = {
      description: summary,
      failure: `${method} ${API_ROOT}${path} responded with 500 or not at all`,
      timeout,
      memory: memory.api,
      ...own,
      grants: permission === null ? grants : [...grants, store.auditGrant],
    };
    return [operationId, rest];
  });
  return {
    ...(Object.fromEntries(rows) as Record<OperationId, FunctionRow>),
    authorize: row<Env<'authorize'>>({
      description: 'Verifies the API key of a call',
      failure: 'calls got no response or were refused, even with a valid key',
      environment: tables,
      grants: [store.grant('GetItem', 'UpdateItem'), store.auditGrant],
      timeout,
      memory: memory.authorizer,
    }),
    'refuse-method': row<Env<'refuse-method'>>({
      description: 'Responds with 405 to methods that a resource does not support',
      failure: 'a call with an unsupported method did not get a 405 response',
      environment: {},
      grants: [],
      timeout,
      memory: memory.api,
    }),
  };
}

/**
 * Returns the function that opens pages of customers. A page that takes over the renderer can use the role of this
 * function and its execution environment. So the role has no permissions, and no two sites share an environment.
 * What it reports is checked and written by `dispatch-chunk`.
 * @param ownLabels first labels of the host names of the service's own API and bucket, which no scan may open
 */
export function defineBrowserFunction(settings: StageSettings, ownLabels: readonly string[]) {
  return {
    'scan-pages': row<Env<'scan-pages'>>({
      description: 'Scans the pages of one chunk in one browser',
      failure:
        'a browser or its function ended before all pages of its chunk were scanned; they are dispatched again',
      environment: buildEgressEnvironment(settings, ownLabels),
      grants: [],
      timeout: timeouts.scanPages,
      memory: settings.memory.browser,
      // The unpacked browser needs 250 MB; its profile and cache need the same again.
      ephemeralStorage: Size.mebibytes(1024),
      isUntrusted: true,
      // dispatch-chunk and record-outcomes invoke each other through queues, and each round invokes this function.
      inLoop: true,
    }),
  };
}

export type ScanFunctionName = keyof (ReturnType<typeof defineScanFunctions> &
  ReturnType<typeof defineBrowserFunction>);

/**
 * Returns the functions of the scan workflow, without the one with the browser, and of the retention jobs.
 * @param ownLabels as for `defineBrowserFunction`
 * @param browserArn ARN of the function with the browser
 */
export function defineScanFunctions(
  settings: StageSettings,
  { store, bucket, queues, credentialsKey }: DataStack,
  ownLabels: readonly string[],
  browserArn: string,
) {
  const { concurrency, memory, retention } = settings;
  const { plan, scan, record, finish } = queues;
  const table = { TABLE_NAME: store.table.tableName };
  const objects = { BUCKET_NAME: bucket.bucket.bucketName };
  const toFinish = { FINISH_QUEUE_URL: finish.queue.queueUrl };
  const egress = buildEgressEnvironment(settings, ownLabels);
  const retentionDays = { RETENTION_DAYS: String(retention.objectsDays) };
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
  const kinds = Object.keys(objectPrefixes) as (keyof typeof objectPrefixes)[];

  return {
    'plan-scan': row<Env<'plan-scan'>>({
      description: 'Plans a scan: finds its first pages',
      failure: 'a triggered scan was not planned; the queue tries again',
      environment: { ...dispatch, ...egress },
      grants: dispatchGrants,
      timeout: timeouts.planScan,
      memory: memory.workflow,
      queues: [{ queue: plan.queue, batchSize: 1, maxConcurrency: concurrency.plan }],
    }),

    'dispatch-chunk': row<Env<'dispatch-chunk'>>({
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

    'record-outcomes': row<Env<'record-outcomes'>>({
      description: 'Records the outcomes of pages and dispatches the next ones',
      failure: 'the outcomes of scanned pages were not recorded; the queue tries again',
      environment: dispatch,
      grants: dispatchGrants,
      inLoop: true,
      timeout: timeouts.recordOutcomes,
      memory: memory.workflow,
      queues: [{ queue: record.queue, batchSize: 10, maxConcurrency: concurrency.record }],
    }),

    'finish-scan': row<Env<'finish-scan'>>({
      description: 'Merges page results into the report and ends the scan',
      failure: 'the report of a scan was not built; the queue tries again',
      environment: { ...table, ...objects, ...retentionDays },
      grants: [
        store.grant('GetItem', 'Query', 'UpdateItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'),
        bucket.grant('results', 'GetObject'),
        bucket.grant('pictures', 'GetObject'),
        bucket.grantReadPart('state'),
        // The retention period of the baseline's objects and pictures may be over.
        bucket.missingObjectGrant,
        bucket.grant('reports', 'PutObject'),
        // It copies pictures of earlier scans for the report.
        bucket.grant('pictures', 'PutObject'),
        // It deletes unused report revisions.
        bucket.grant('reports', 'DeleteObject'),
      ],
      timeout: timeouts.finishScan,
      memory: memory.finish,
      // The findings and the report in one format. Each is limited by `NODES_LENGTH_MAX` plus escaping.
      ephemeralStorage: Size.gibibytes(3),
      queues: [{ queue: finish.queue, batchSize: 1, maxConcurrency: concurrency.finish }],
    }),

    'sweep-scans': row<Env<'sweep-scans'>>({
      description: 'Re-queues pages with expired leases and re-sends messages that were not sent',
      failure: 'stuck scans were not checked in this minute; the next run checks them',
      environment: {
        ...dispatch,
        AUDIT_TABLE_NAME: store.auditTable.tableName,
        PLAN_QUEUE_URL: plan.queue.queueUrl,
      },
      // It cancels the scans of a deleted site, which is recorded in the audit log.
      grants: [...dispatchGrants, store.grantQueryOn('gsi3'), plan.sendGrant, store.auditGrant],
      // A run ends before the next one begins.
      timeout: Duration.seconds(50),
      memory: memory.workflow,
      every: Duration.minutes(1),
    }),

    'settle-dead-letters': row<Env<'settle-dead-letters'>>({
      description: 'Ends scans and pages whose messages were dead-lettered',
      failure: 'a message in a dead-letter queue was not settled; the queue tries again',
      environment: {
        ...table,
        ...toFinish,
        RECORD_QUEUE_URL: record.queue.queueUrl,
        PLAN_DLQ_ARN: plan.deadLetters.queueArn,
        FINISH_DLQ_ARN: finish.deadLetters.queueArn,
      },
      grants: [store.grant('GetItem', 'UpdateItem'), record.sendGrant, finish.sendGrant],
      inLoop: true,
      timeout: timeouts.settleDeadLetters,
      memory: memory.workflow,
      queues: [plan, scan.high, scan.normal, scan.low, finish].map(({ deadLetters }) => ({
        queue: deadLetters,
        batchSize: 1,
        maxConcurrency: concurrency.deadLetters,
      })),
    }),

    // Two functions, so that the function that deletes objects cannot write them, and the one that writes cannot
    // delete.
    'delete-site-objects': row<Env<'delete-site-objects'>>({
      description: 'Deletes the objects and items of deleted sites and scans',
      failure: 'objects of deleted sites or scans were not deleted; the next run tries again',
      environment: { ...table, ...objects },
      grants: [
        // It reads a scan to see whether it is settled, and puts the tombstone of a scan of a deleted site.
        store.grant('GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
        store.grantQueryOn('gsi1', 'gsi3'),
        bucket.listGrant,
        ...kinds.map((kind) => bucket.grant(kind, 'DeleteObject')),
      ],
      // It ends before another run may claim the same site deletion.
      timeout: Duration.millis(DELETION_CLAIM_MS - 60_000),
      memory: memory.workflow,
      every: Duration.minutes(1),
    }),

    'extend-retention': row<Env<'extend-retention'>>({
      description: 'Extends the retention of the objects of possible baselines',
      failure: 'the retention of reports was not extended; the run of the next day tries again',
      environment: { ...table, ...objects, ...retentionDays },
      grants: [
        store.grant('BatchGetItem', 'UpdateItem'),
        store.grantQueryOn('gsi3'),
        // It lists objects, and one may be deleted before it is read.
        bucket.missingObjectGrant,
        ...kinds.flatMap((kind) => [bucket.grant(kind, 'GetObject'), bucket.grant(kind, 'PutObject')]),
      ],
      timeout: Duration.minutes(15),
      memory: memory.workflow,
      every: Duration.days(1),
    }),
  };
}
