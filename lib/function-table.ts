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
 * Every function of the service, one row each. The name of a row is the name of the function's folder. The type of a
 * row is the environment that the function reads, so that a row without one of its variables does not compile.
 */

/** What is particular to a function that answers a call. The rest of its row follows from the endpoint. */
interface CallRow<Environment extends object> {
  readonly environment: Environment;
  readonly grants: readonly Grant[];
  readonly memory?: number;
}

/** Checks a row against the environment of its function. */
const row = <Environment extends object>(of: FunctionRow<Environment>): FunctionRow => of;

/** The functions behind the gateway: one for each endpoint, the authorizer, and the one that answers 405. */
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
  /** Every call with a key counts the request, which is an update. */
  const table = (...actions: TableAction[]) => store.grant('UpdateItem', ...actions);
  // The gateway gives up after 29 s; what an API function does takes far less.
  const timeout = Duration.seconds(15);

  const calls: { readonly [Name in OperationId]: CallRow<Env<Name>> } = {
    'list-sites': {
      environment: common,
      grants: [table('GetItem', 'Query', 'BatchGetItem')],
    },
    'create-site': {
      environment: { ...common, ...sealing, ...storedUrls },
      grants: [table('PutItem'), credentialsKey.sealing],
    },
    'get-site': {
      environment: common,
      grants: [table('GetItem')],
    },
    'update-site': {
      environment: { ...common, ...sealing, ...storedUrls },
      grants: [table('GetItem', 'PutItem'), credentialsKey.sealing],
    },
    'delete-site': {
      environment: { ...common, ...toFinish },
      // It puts an item that asks delete-site-objects to delete the site's objects.
      grants: [table('GetItem', 'Query', 'PutItem', 'DeleteItem'), queues.finish.sending],
    },
    'trigger-scan': {
      environment: {
        ...common,
        ...storedUrls,
        PLAN_QUEUE_URL: queues.plan.queue.queueUrl,
        UNFINISHED_SCANS_LIMIT: String(limits.unfinishedScans),
        PAGES_PER_MONTH_LIMIT: String(limits.pagesPerMonth),
        HIGH_SHARE_LIMIT: String(limits.highShare),
      },
      grants: [table('GetItem', 'PutItem', 'ConditionCheckItem'), queues.plan.sending],
    },
    'list-scans': {
      environment: common,
      grants: [table('GetItem', 'Query', 'BatchGetItem')],
    },
    'get-scan': {
      environment: common,
      grants: [table('GetItem')],
    },
    'cancel-scan': {
      environment: { ...common, ...toFinish },
      grants: [table('GetItem'), queues.finish.sending],
    },
    'accept-scan': {
      environment: { ...common, ...objects },
      grants: [
        table('GetItem', 'PutItem', 'ConditionCheckItem'),
        bucket.readingPart('state'),
        bucket.distinguishingMissing,
      ],
    },
    'get-report': {
      environment: { ...common, ...objects },
      grants: [table('GetItem'), bucket.on('reports', 'GetObject'), bucket.distinguishingMissing],
      // It holds a report of several megabytes twice: as read and as escaped.
      memory: 2 * memory.api,
    },
    'list-findings': {
      environment: { ...common, ...objects },
      grants: [
        table('GetItem'),
        bucket.readingPart('findingsIndex'),
        bucket.readingPart('findings'),
        bucket.distinguishingMissing,
      ],
      // It holds the index of many findings, as text and as numbers.
      memory: 2 * memory.api,
    },
    'get-picture': {
      environment: { ...common, ...objects },
      grants: [table('GetItem'), bucket.on('pictures', 'GetObject'), bucket.distinguishingMissing],
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
      grants: [table('GetItem', 'Query', 'BatchGetItem')],
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
      failure: `${method} ${API_ROOT}${path} was answered with 500 or not at all`,
      timeout,
      memory: memory.api,
      ...own,
      grants: permission === null ? grants : [...grants, store.auditing],
    };
    return [operationId, rest];
  });
  return {
    ...(Object.fromEntries(rows) as Record<OperationId, FunctionRow>),
    authorize: row<Env<'authorize'>>({
      description: 'Verifies the API key of a call',
      failure: 'calls with a key were refused or not answered, whatever the key',
      environment: tables,
      grants: [store.grant('GetItem', 'UpdateItem'), store.auditing],
      timeout,
      memory: memory.authorizer,
    }),
    'refuse-method': row<Env<'refuse-method'>>({
      description: 'Answers 405 for methods that a resource does not have',
      failure: 'a call with a wrong method got no proper refusal',
      environment: {},
      grants: [],
      timeout,
      memory: memory.api,
    }),
  };
}

export type ScanFunctionName = keyof ReturnType<typeof defineScanFunctions>;

/**
 * The functions of the scan workflow and of the retention jobs.
 * @param toRestApiId id of the service's own API, which no scan may reach
 */
export function defineScanFunctions(
  settings: StageSettings,
  { store, bucket, queues, credentialsKey }: DataStack,
  restApiId: string,
) {
  const { concurrency, memory, retention } = settings;
  const { plan, scan, record, finish } = queues;
  const { bucketName } = bucket.bucket;
  const table = { TABLE_NAME: store.table.tableName };
  const objects = { BUCKET_NAME: bucketName };
  const toFinish = { FINISH_QUEUE_URL: finish.queue.queueUrl };
  const egress = buildEgressEnvironment(settings, [restApiId, bucketName]);
  const daysKept = { RETENTION_DAYS: String(retention.objectsDays) };
  const dispatch = {
    ...table,
    ...objects,
    ...toFinish,
    SCAN_QUEUE_URL_HIGH: scan.high.queue.queueUrl,
    SCAN_QUEUE_URL_NORMAL: scan.normal.queue.queueUrl,
    SCAN_QUEUE_URL_LOW: scan.low.queue.queueUrl,
    PAGES_PER_CHUNK: String(settings.pagesPerChunk),
    CHUNKS_IN_FLIGHT: String(settings.chunksInFlight),
    PLACES_PER_SERVER: String(settings.placesPerServer),
  };
  const dispatching = [
    // It writes pages, and deletes what lasts only a while: unsent chunks, places at a server, waiting scans.
    store.grant('GetItem', 'Query', 'UpdateItem', 'PutItem', 'DeleteItem'),
    // The fingerprints that the baseline knows go with the pages.
    bucket.readingPart('known'),
    ...[scan.high, scan.normal, scan.low, finish].map((queue) => queue.sending),
  ];
  const kinds = Object.keys(objectPrefixes) as (keyof typeof objectPrefixes)[];

  return {
    'plan-scan': row<Env<'plan-scan'>>({
      description: 'Turns a scan into its first pages',
      failure: 'a scan that was triggered was not planned, and is tried again',
      environment: { ...dispatch, ...egress },
      grants: dispatching,
      timeout: timeouts.planScan,
      memory: memory.workflow,
      queues: [{ queue: plan.queue, batchSize: 1, maxConcurrency: concurrency.plan }],
    }),

    /**
     * Opens pages of other people. A page that breaks out of the renderer has the role of this function, so the role
     * is the boundary: receive chunks, decrypt the credentials that a chunk brings, write page results and pictures,
     * send outcomes. It reaches no table, because tables hold keys and roles, and reads nothing of other scans.
     */
    'scan-pages': row<Env<'scan-pages'>>({
      description: 'Scans the pages of one chunk in one browser',
      failure: 'a browser or the function around it gave up on a chunk of pages, which is tried again',
      environment: {
        ...objects,
        ...egress,
        RECORD_QUEUE_URL: record.queue.queueUrl,
        CREDENTIALS_KEY_ARN: credentialsKey.key.keyArn,
      },
      grants: [
        bucket.on('results', 'PutObject'),
        bucket.on('pictures', 'PutObject'),
        record.sending,
        credentialsKey.opening,
      ],
      timeout: timeouts.scanPages,
      memory: memory.browser,
      // The unpacked browser takes 250 MB, a profile and its cache as much again.
      ephemeralStorage: Size.mebibytes(1024),
      queues: [
        { queue: scan.high.queue, batchSize: 1, maxConcurrency: concurrency.scan.high },
        { queue: scan.normal.queue, batchSize: 1, maxConcurrency: concurrency.scan.normal },
        { queue: scan.low.queue, batchSize: 1, maxConcurrency: concurrency.scan.low },
      ],
    }),

    'record-outcomes': row<Env<'record-outcomes'>>({
      description: 'Records the outcomes of pages and dispatches the next ones',
      failure: 'the outcomes of scanned pages were not recorded, and are tried again',
      environment: dispatch,
      grants: dispatching,
      timeout: timeouts.recordOutcomes,
      memory: memory.workflow,
      queues: [{ queue: record.queue, batchSize: 10, maxConcurrency: concurrency.record }],
    }),

    'finish-scan': row<Env<'finish-scan'>>({
      description: 'Merges page results into the report and ends the scan',
      failure: 'the report of a scan was not made, and is tried again',
      environment: { ...table, ...objects, ...daysKept },
      grants: [
        store.grant('GetItem', 'Query', 'UpdateItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'),
        bucket.on('results', 'GetObject'),
        bucket.on('pictures', 'GetObject'),
        bucket.readingPart('state'),
        // The baseline's objects and pictures may be past their retention.
        bucket.distinguishingMissing,
        bucket.on('reports', 'PutObject'),
        // It copies pictures of earlier scans that the report shows.
        bucket.on('pictures', 'PutObject'),
        // It deletes a report revision that does not count.
        bucket.on('reports', 'DeleteObject'),
      ],
      timeout: timeouts.finishScan,
      memory: memory.finish,
      // The findings and the report in one format, each bounded by `NODES_LENGTH_MAX` and what escaping adds.
      ephemeralStorage: Size.gibibytes(3),
      queues: [{ queue: finish.queue, batchSize: 1, maxConcurrency: concurrency.finish }],
    }),

    'sweep-scans': row<Env<'sweep-scans'>>({
      description: 'Re-queues expired leases and re-sends plans and finishes that were not sent',
      failure: 'stuck scans were not looked after for this minute',
      environment: {
        ...dispatch,
        AUDIT_TABLE_NAME: store.auditTable.tableName,
        PLAN_QUEUE_URL: plan.queue.queueUrl,
      },
      // It cancels the scans of a deleted site, which the audit log records.
      grants: [...dispatching, plan.sending, store.auditing],
      // A run is over before the next one begins.
      timeout: Duration.seconds(50),
      memory: memory.workflow,
      every: Duration.minutes(1),
    }),

    'settle-dead-letters': row<Env<'settle-dead-letters'>>({
      description: 'Ends scans and pages whose messages were dead-lettered',
      failure: 'a message that had failed for good was given no end',
      environment: {
        ...table,
        ...toFinish,
        RECORD_QUEUE_URL: record.queue.queueUrl,
        PLAN_DLQ_ARN: plan.deadLetters.queueArn,
        FINISH_DLQ_ARN: finish.deadLetters.queueArn,
      },
      grants: [store.grant('GetItem', 'UpdateItem'), record.sending, finish.sending],
      timeout: timeouts.settleDeadLetters,
      memory: memory.workflow,
      queues: [plan, scan.high, scan.normal, scan.low, finish].map(({ deadLetters }) => ({
        queue: deadLetters,
        batchSize: 1,
        maxConcurrency: concurrency.deadLetters,
      })),
    }),

    // Two functions, so that the one that deletes cannot write, and the one that writes cannot delete.
    'delete-site-objects': row<Env<'delete-site-objects'>>({
      description: 'Deletes the objects of deleted sites',
      failure: 'objects of deleted sites were not deleted, which is tried again',
      environment: { ...table, ...objects },
      grants: [
        store.grant('Query', 'BatchGetItem', 'UpdateItem', 'DeleteItem'),
        bucket.listing,
        ...kinds.map((kind) => bucket.on(kind, 'DeleteObject')),
      ],
      // It ends before another run may take up its purge.
      timeout: Duration.millis(DELETION_CLAIM_MS - 60_000),
      memory: memory.workflow,
      every: Duration.minutes(1),
    }),

    'extend-retention': row<Env<'extend-retention'>>({
      description: 'Keeps the objects of possible baselines from the lifecycle',
      failure: 'reports that are to be kept were not renewed, which is tried again on the next day',
      environment: { ...table, ...objects, ...daysKept },
      grants: [
        store.grant('Query', 'BatchGetItem', 'UpdateItem'),
        bucket.listing,
        ...kinds.flatMap((kind) => [bucket.on(kind, 'GetObject'), bucket.on(kind, 'PutObject')]),
      ],
      timeout: Duration.minutes(15),
      memory: memory.workflow,
      every: Duration.days(1),
    }),
  };
}
