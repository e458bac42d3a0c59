import { Duration, Stack } from 'aws-cdk-lib';
import { API_ROOT, isPublic } from '../../core/api/endpoint.ts';
import { endpoints, type FunctionName, getFunctionName } from '../../core/api/endpoints.ts';
import type { Env } from '../../functions/env.ts';
import { getSignInParameterName, grantReadSignInParameter } from '../dashboard/sign-in-parameter.ts';
import type { DataStack } from '../data-stack.ts';
import { buildEgressEnvironment, buildStoredUrlEnvironment } from '../egress.ts';
import type { FunctionRow, Grant } from '../function-row.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { TableAction } from '../store.ts';
import { checkRow } from './check-row.ts';
import { buildScanLimitEnvironment } from './scan-limits.ts';

/** The specific part of the row of an API function. The rest follows from its endpoints. */
interface CallRow<Environment extends object> {
  readonly environment: Environment;
  readonly grants: readonly Grant[];
  readonly memory?: number;
  /** A function that handles several calls needs a description; that of the others is the summary of the call. */
  readonly description?: string;
}

/**
 * Returns the functions behind API Gateway: those that handle calls, the authorizer, and the one that responds with
 * 405.
 * @param originSecret what the distribution sends with each call that comes through it
 */
export function defineApiFunctions(
  settings: StageSettings,
  { store, bucket, queues, alertQueues, credentialsKey }: DataStack,
  originSecret: string,
): Readonly<Record<FunctionName | 'authorize' | 'refuse-method', FunctionRow>> {
  const { limits, memory } = settings;
  const tables = { TABLE_NAME: store.table.tableName, AUDIT_TABLE_NAME: store.auditTable.tableName };
  const common = { ...tables, REQUESTS_PER_MINUTE: String(limits.requestsPerMinute) };
  const sealing = { CREDENTIALS_KEY_ARN: credentialsKey.key.keyArn };
  const storedUrls = buildStoredUrlEnvironment(settings);
  const objects = { BUCKET_NAME: bucket.bucket.bucketName };
  const sender = { MAIL_SENDER: settings.mail?.address ?? '' };
  const toFinish = { FINISH_QUEUE_URL: queues.finish.queue.queueUrl };
  /** The update is needed because every call is counted for its key or person. */
  const table = (...actions: TableAction[]) => store.grant('UpdateItem', ...actions);
  // API Gateway times out after 29 s; an API function needs far less.
  const timeout = Duration.seconds(15);

  const calls: { readonly [Name in FunctionName]: CallRow<Env<Name>> } = {
    'list-sites': {
      description: 'Handles the calls that list sites',
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
      // It finds the newest scan of the main branch for the overview.
      grants: [
        table('GetItem', 'BatchGetItem', 'PutItem'),
        store.grantQueryOn('gsi2'),
        credentialsKey.encryptGrant,
      ],
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
    'manage-schedule': {
      description: 'Handles the calls that read, set and delete the schedule of a site',
      environment: { ...common, ...storedUrls },
      grants: [table('GetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem')],
    },
    'trigger-scan': {
      environment: {
        ...common,
        ...storedUrls,
        PLAN_QUEUE_URL: queues.plan.queue.queueUrl,
        ...buildScanLimitEnvironment(settings),
      },
      grants: [table('GetItem', 'PutItem', 'ConditionCheckItem'), queues.plan.sendGrant],
    },
    'list-scans': {
      description: 'Handles the calls that list scans',
      environment: common,
      grants: [table('GetItem', 'BatchGetItem'), store.grantQueryOn('gsi1', 'gsi2', 'gsi4')],
    },
    'get-scan': {
      environment: common,
      grants: [table('GetItem')],
    },
    'cancel-scan': {
      environment: { ...common, ...toFinish },
      // It puts the outbox entry of the end of the scan.
      grants: [table('GetItem', 'PutItem'), queues.finish.sendGrant],
    },
    'delete-scan': {
      environment: common,
      // It puts an item that makes delete-site-objects delete the objects of the scan, and finds the newest scan that
      // is left for the overview.
      grants: [table('GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'), store.grantQueryOn('gsi2')],
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
    'read-results': {
      description: 'Handles the calls that read parts of reports',
      environment: { ...common, ...objects },
      grants: [
        table('GetItem', 'Query', 'BatchGetItem'),
        store.grantQueryOn('gsi2'),
        ...(['results', 'groups', 'pages', 'findingsIndex'] as const).map((part) =>
          bucket.grantReadPart(part),
        ),
        bucket.missingObjectGrant,
      ],
      // It has thousands of issue groups and the index of many findings in memory, as text and as objects.
      memory: 2 * memory.api,
    },
    'read-history': {
      description: 'Handles the calls that read histories and compare scans',
      environment: { ...common, ...objects },
      grants: [
        table('GetItem', 'BatchGetItem'),
        store.grantQueryOn('gsi2'),
        bucket.grantReadPart('history'),
        bucket.grantReadPart('state'),
        bucket.grantReadPart('findingsIndex'),
        bucket.missingObjectGrant,
      ],
      // It has the states of two scans in memory, as `finish-scan` has.
      memory: memory.finish,
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
    'manage-decisions': {
      description: 'Handles the calls about decisions on findings that need review',
      environment: { ...common, ...objects },
      grants: [
        table('GetItem', 'Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'),
        bucket.grantReadPart('findingsIndex'),
        bucket.missingObjectGrant,
      ],
      // It has the index of many findings in memory.
      memory: 2 * memory.api,
    },
    'manage-alerts': {
      description: 'Handles the calls about alerts',
      environment: {
        ...common,
        ...objects,
        ...sealing,
        ...sender,
        SIGN_IN_PARAMETER: getSignInParameterName(settings.stage),
        DELIVERIES_QUEUE_URL: alertQueues.deliveries.queue.queueUrl,
        MAILS_QUEUE_URL: alertQueues.mails.queue.queueUrl,
        SCAN_LOOPBACK_PORTS: storedUrls.SCAN_LOOPBACK_PORTS,
      },
      // It sends test messages, and reads the latest scan of a site for a preview.
      grants: [
        table('GetItem', 'Query', 'BatchGetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'),
        store.grantQueryOn('gsi1', 'gsi2'),
        credentialsKey.grantEncryptText('alert'),
        grantReadSignInParameter(Stack.of(store), settings.stage),
        ...(['results', 'groups', 'pages', 'history'] as const).map((part) => bucket.grantReadPart(part)),
        bucket.missingObjectGrant,
        alertQueues.deliveries.sendGrant,
        alertQueues.mails.sendGrant,
      ],
      // It has a history in memory.
      memory: memory.finish,
    },
    'get-usage': {
      description: 'Handles the calls about usage and limits',
      environment: {
        ...common,
        SCANS_PER_MONTH_LIMIT: String(limits.scansPerMonth),
        PAGES_PER_MONTH_LIMIT: String(limits.pagesPerMonth),
      },
      grants: [table('GetItem', 'Query', 'BatchGetItem'), store.grantQueryOn('gsi1')],
    },
    'sign-in': {
      description: 'Signs people in at the identity provider, and out',
      environment: {
        ...tables,
        ORIGIN_SECRET: originSecret,
        SIGN_IN_PARAMETER: getSignInParameterName(settings.stage),
      },
      grants: [
        store.grant('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'),
        store.grantQueryOn('gsi1'),
        store.auditGrant,
        grantReadSignInParameter(Stack.of(store), settings.stage),
      ],
    },
    'read-audit': {
      description: 'Handles the calls that read the audit log',
      environment: common,
      grants: [table('GetItem', 'BatchGetItem'), store.auditQueryGrant],
    },
    'manage-account': {
      description: 'Handles the calls about the account itself',
      environment: {
        ...common,
        SITES_LIMIT: String(limits.sites),
        UNFINISHED_SCANS_LIMIT: String(limits.unfinishedScans),
        SCANS_PER_MONTH_LIMIT: String(limits.scansPerMonth),
        PAGES_PER_MONTH_LIMIT: String(limits.pagesPerMonth),
        ...sender,
      },
      // It puts an item that makes delete-site-objects delete what the account has.
      grants: [table('GetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'), store.grantQueryOn('gsi1')],
    },
    'manage-members': {
      description: 'Handles the calls about the members and the invitations of an account',
      environment: { ...common, ...sealing, SIGN_IN_PARAMETER: getSignInParameterName(settings.stage) },
      grants: [
        table('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'),
        store.grantQueryOn('gsi1', 'gsi2'),
        // The link of an invitation waits in the outbox until it is mailed.
        credentialsKey.grantEncryptText('invite'),
        grantReadSignInParameter(Stack.of(store), settings.stage),
      ],
    },
    'manage-keys': {
      description: 'Handles the calls that manage API keys',
      environment: { ...common, KEYS_LIMIT: String(limits.keys) },
      grants: [
        table('GetItem', 'PutItem', 'Query', 'BatchGetItem', 'ConditionCheckItem'),
        store.grantQueryOn('gsi1', 'gsi2'),
      ],
      // bcrypt needs CPU.
      memory: memory.authorizer,
    },
    'manage-webhooks': {
      description: 'Handles the calls that manage endpoints of webhooks, and those about their deliveries',
      environment: {
        ...common,
        ...sealing,
        // Creating an endpoint refuses what delivering to it would refuse.
        ...buildEgressEnvironment(settings, [bucket.bucket.bucketName]),
        SIGN_IN_PARAMETER: getSignInParameterName(settings.stage),
        DELIVERIES_QUEUE_URL: alertQueues.deliveries.queue.queueUrl,
      },
      grants: [
        table('GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'),
        store.grantQueryOn('gsi1'),
        credentialsKey.grantEncryptText('webhook'),
        grantReadSignInParameter(Stack.of(store), settings.stage),
        alertQueues.deliveries.sendGrant,
      ],
    },
    'read-shared-report': {
      description: 'Handles the calls with the token of a shared report',
      environment: { ...tables, ...objects, ORIGIN_SECRET: originSecret },
      // It updates the day on which a link was opened last.
      grants: [
        store.grant('GetItem', 'BatchGetItem', 'UpdateItem'),
        store.auditGrant,
        ...(['results', 'groups', 'pages', 'findingsIndex', 'findings'] as const).map((part) =>
          bucket.grantReadPart(part),
        ),
        bucket.grant('pictures', 'GetObject'),
        bucket.missingObjectGrant,
      ],
      // It has the index of many findings in memory, as text and as numbers.
      memory: 2 * memory.api,
    },
    'manage-shared-reports': {
      description: 'Handles the calls with which members share reports',
      environment: {
        ...common,
        ...objects,
        SIGN_IN_PARAMETER: getSignInParameterName(settings.stage),
        RETENTION_DAYS: String(settings.retention.objectsDays),
      },
      grants: [
        table('GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'),
        store.grantQueryOn('gsi1', 'gsi2'),
        grantReadSignInParameter(Stack.of(store), settings.stage),
        bucket.grantReadPart('results'),
        bucket.missingObjectGrant,
      ],
    },
    me: {
      description: 'Handles the calls of a signed-in person that concern no account',
      environment: { ...common, ...sender },
      grants: [
        table('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'),
        store.grantQueryOn('gsi1'),
      ],
    },
    unsubscribe: {
      description: 'Handles the links of mails that switch mails off',
      environment: { TABLE_NAME: store.table.tableName, ORIGIN_SECRET: originSecret },
      grants: [store.grantOnKeys(['person#*'], ['GetItem', 'UpdateItem'])],
    },
    'list-rule-sets': {
      environment: common,
      grants: [table()],
    },
    'get-openapi': { environment: {}, grants: [] },
    'get-health': { environment: {}, grants: [] },
  };

  const rows = [...Map.groupBy(endpoints, getFunctionName)].map(([name, handled]) => {
    const { grants, ...own } = calls[name];
    const routes = handled.map(({ method, path }) => `${method} ${API_ROOT}${path}`);
    const rest: FunctionRow = {
      description: handled.map(({ summary }) => summary).join('. '),
      failure: `${routes.join(', ')} responded with 500 or not at all`,
      timeout,
      memory: memory.api,
      ...own,
      grants: handled.every(isPublic) ? grants : [...grants, store.auditGrant],
    };
    return [name, rest];
  });
  return {
    ...(Object.fromEntries(rows) as Record<FunctionName, FunctionRow>),
    authorize: checkRow<Env<'authorize'>>({
      description: 'Verifies the API key or the session of a call',
      failure: 'calls got no response or were refused, even with a valid key or session',
      environment: { ...tables, ORIGIN_SECRET: originSecret },
      grants: [store.grant('GetItem', 'BatchGetItem', 'UpdateItem'), store.auditGrant],
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
