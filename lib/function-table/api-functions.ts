import { Duration } from 'aws-cdk-lib';
import { API_ROOT } from '../../core/api/endpoint.ts';
import { endpoints, type OperationId } from '../../core/api/endpoints.ts';
import type { Env } from '../../functions/env.ts';
import type { DataStack } from '../data-stack.ts';
import { buildStoredUrlEnvironment } from '../egress.ts';
import type { FunctionRow, Grant } from '../function-row.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { TableAction } from '../store.ts';
import { checkRow } from './check-row.ts';

/** The specific part of the row of an API function. The rest follows from its endpoint. */
interface CallRow<Environment extends object> {
  readonly environment: Environment;
  readonly grants: readonly Grant[];
  readonly memory?: number;
}

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
    authorize: checkRow<Env<'authorize'>>({
      description: 'Verifies the API key of a call',
      failure: 'calls got no response or were refused, even with a valid key',
      environment: tables,
      grants: [store.grant('GetItem', 'UpdateItem'), store.auditGrant],
      timeout,
      memory: memory.authorizer,
    }),
    'refuse-method': checkRow<Env<'refuse-method'>>({
      description: 'Responds with 405 to methods that a resource does not support',
      failure: 'a call with an unsupported method did not get a 405 response',
      environment: {},
      grants: [],
      timeout,
      memory: memory.api,
    }),
  };
}
