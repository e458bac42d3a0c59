import { describe, expect, it } from 'vitest';
import { functionNames } from './support/stub-bundles.ts';
import {
  idOf,
  permissionsOf,
  resourcesOf,
  type Statement,
  synthesize,
  type Value,
} from './support/synthesize.ts';

const template = synthesize('prod');
const table = `<${idOf(template, 'AWS::DynamoDB::Table', 'StoreTable')}.Arn>`;
const auditTable = `<${idOf(template, 'AWS::DynamoDB::Table', 'StoreAuditTable')}.Arn>`;
const bucket = `<${idOf(template, 'AWS::S3::Bucket', 'ReportBucket')}.Arn>`;
const credentialsKey = `<${idOf(template, 'AWS::KMS::Key', 'CredentialsKey')}.Arn>`;
const queue = (start: string) => `<${idOf(template, 'AWS::SQS::Queue', `Queues${start}`)}.Arn>`;

const logging = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const tracing = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
const consuming = [
  'sqs:ChangeMessageVisibility',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
  'sqs:ReceiveMessage',
];

/** What a function may do besides writing its logs and traces, as `action resource`. */
function grants(name: string): string[] {
  return permissionsOf(template, name)
    .filter(({ actions }) => !isOneOf(actions, logging) && !isOneOf(actions, tracing))
    .flatMap(({ actions, resources }) =>
      actions.flatMap((action) => resources.map((on) => `${action} ${on}`)),
    )
    .sort();
}
const isOneOf = (actions: string[], known: string[]) => actions.join() === known.join();
const on = (resource: string, actions: string[]) => actions.map((action) => `${action} ${resource}`);
const onTable = (...actions: string[]) => {
  const indexes = ['gsi1', 'gsi2', 'gsi3', 'lsi1'].map((index) => `${table}/index/${index}`);
  const resources = actions.includes('Query') ? [table, ...indexes] : [table];
  return resources.flatMap((each) =>
    on(
      each,
      actions.map((action) => `dynamodb:${action}`),
    ),
  );
};
const dealing = [
  ...onTable('GetItem', 'Query', 'UpdateItem', 'PutItem', 'DeleteItem'),
  // What the baseline of a scan knew goes with the pages that are handed out.
  `s3:GetObject ${bucket}/reports/*/known.json`,
];
const sendTo = (...queues: string[]) => queues.map((each) => `sqs:SendMessage ${queue(each)}`);
const take = (...queues: string[]) => queues.flatMap((each) => on(queue(each), consuming));
const audit = [`dynamodb:PutItem ${auditTable}`];
const reading = [...audit, ...onTable('GetItem', 'UpdateItem')];
const everyPrefix = (...actions: string[]) =>
  ['results/*', 'reports/*', 'pictures/*'].flatMap((objects) =>
    actions.map((action) => `s3:${action} ${bucket}/${objects}`),
  );
const scanQueues = ['ScanHighQueue', 'ScanNormalQueue', 'ScanLowQueue'];

const expected: Record<string, string[]> = {
  authorize: reading,
  'list-sites': [...audit, ...onTable('GetItem', 'Query', 'UpdateItem', 'BatchGetItem')],
  'create-site': [...audit, ...onTable('UpdateItem', 'PutItem'), `kms:GenerateDataKey ${credentialsKey}`],
  'get-site': reading,
  'update-site': [
    ...audit,
    ...onTable('GetItem', 'UpdateItem', 'PutItem'),
    `kms:GenerateDataKey ${credentialsKey}`,
  ],
  'delete-site': [
    ...audit,
    ...onTable('GetItem', 'Query', 'UpdateItem', 'PutItem', 'DeleteItem'),
    ...sendTo('FinishQueue'),
  ],
  'trigger-scan': [
    ...audit,
    ...onTable('GetItem', 'UpdateItem', 'PutItem', 'ConditionCheckItem'),
    ...sendTo('PlanQueue'),
  ],
  'list-scans': [...audit, ...onTable('GetItem', 'Query', 'UpdateItem')],
  'get-scan': reading,
  'cancel-scan': [...reading, ...sendTo('FinishQueue')],
  'accept-scan': [
    ...audit,
    ...onTable('GetItem', 'UpdateItem', 'PutItem', 'ConditionCheckItem'),
    `s3:GetObject ${bucket}/reports/*/state.json`,
    `s3:ListBucket ${bucket}`,
  ],
  'get-report': [...reading, `s3:GetObject ${bucket}/reports/*`, `s3:ListBucket ${bucket}`],
  'list-findings': [
    ...reading,
    `s3:GetObject ${bucket}/reports/*/findings-index.json`,
    `s3:GetObject ${bucket}/reports/*/findings.ndjson`,
    `s3:ListBucket ${bucket}`,
  ],
  'get-trend': [...audit, ...onTable('GetItem', 'Query', 'UpdateItem')],
  'list-suppressions': [...audit, ...onTable('GetItem', 'Query', 'UpdateItem')],
  'create-suppression': [...audit, ...onTable('GetItem', 'UpdateItem', 'PutItem', 'ConditionCheckItem')],
  'update-suppression': [...audit, ...onTable('GetItem', 'UpdateItem', 'PutItem')],
  'delete-suppression': [...audit, ...onTable('GetItem', 'UpdateItem', 'DeleteItem')],
  'get-picture': [...reading, `s3:GetObject ${bucket}/pictures/*`, `s3:ListBucket ${bucket}`],
  'list-rule-sets': [...audit, ...onTable('UpdateItem')],
  'get-openapi': [],
  'get-health': [],
  'refuse-method': [],
  'plan-scan': [...dealing, ...take('PlanQueue'), ...sendTo(...scanQueues, 'FinishQueue')],
  'scan-pages': [
    ...take(...scanQueues),
    `s3:PutObject ${bucket}/results/*`,
    `s3:PutObject ${bucket}/pictures/*`,
    ...sendTo('RecordQueue'),
    `kms:Decrypt ${credentialsKey}`,
  ],
  'record-outcomes': [...dealing, ...take('RecordQueue'), ...sendTo(...scanQueues, 'FinishQueue')],
  'finish-scan': [
    ...onTable('GetItem', 'Query', 'UpdateItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'),
    ...take('FinishQueue'),
    `s3:GetObject ${bucket}/results/*`,
    `s3:GetObject ${bucket}/pictures/*`,
    `s3:GetObject ${bucket}/reports/*/state.json`,
    `s3:ListBucket ${bucket}`,
    `s3:PutObject ${bucket}/reports/*`,
    // Pictures of earlier scans that the report shows.
    `s3:PutObject ${bucket}/pictures/*`,
    `s3:DeleteObject ${bucket}/reports/*`,
  ],
  // It cancels the scans of a deleted site, which the audit log records.
  'sweep-scans': [...audit, ...dealing, ...sendTo('PlanQueue', ...scanQueues, 'FinishQueue')],
  'settle-dead-letters': [
    ...onTable('GetItem', 'UpdateItem'),
    ...take(
      'PlanDeadLetters',
      'ScanHighDeadLetters',
      'ScanNormalDeadLetters',
      'ScanLowDeadLetters',
      'FinishDeadLetters',
    ),
    ...sendTo('RecordQueue', 'FinishQueue'),
  ],
  'purge-objects': [
    ...onTable('Query', 'UpdateItem', 'DeleteItem'),
    ...everyPrefix('DeleteObject'),
    `s3:ListBucket ${bucket}`,
  ],
  'renew-objects': [
    ...onTable('Query', 'UpdateItem'),
    ...everyPrefix('GetObject', 'PutObject'),
    `s3:ListBucket ${bucket}`,
  ],
};

describe('permissions', () => {
  it.each(functionNames)('of %s are exactly what it needs', (name) => {
    expect(grants(name)).toEqual([...(expected[name] ?? [])].sort());
  });

  it('let every function write to a log group of its own and send traces', () => {
    const logGroups = new Set<string>();
    for (const name of functionNames) {
      const statements = permissionsOf(template, name);
      const logs = statements.find(({ actions }) => isOneOf(actions, logging)) as Statement;
      expect(logs.resources, name).toHaveLength(1);
      logGroups.add(logs.resources[0] as string);
      const traces = statements.find(({ actions }) => isOneOf(actions, tracing)) as Statement;
      // X-Ray has no resources to name.
      expect(traces.resources, name).toEqual(['*']);
    }
    expect(logGroups.size).toBe(functionNames.length);
  });

  it('name no action by a wildcard', () => {
    const statements = resourcesOf(template, 'AWS::IAM::Policy').flatMap(
      ([, policy]) => policy.PolicyDocument.Statement as Value[],
    );
    const actions = statements.flatMap((statement) => [statement.Action].flat());
    expect(actions.length).toBeGreaterThan(100);
    expect(actions.filter((action: string) => action.includes('*'))).toEqual([]);
  });

  it('come from the policies counted here, and from no managed one but that of the gateway for its logs', () => {
    const managed = resourcesOf(template, 'AWS::IAM::Role').flatMap(([id, role]) =>
      role.ManagedPolicyArns === undefined ? [] : [id],
    );
    expect(managed).toEqual([expect.stringMatching(/^ApiRestApiCloudWatchRole/)]);
    const inline = resourcesOf(template, 'AWS::IAM::Role').filter(([, role]) => role.Policies !== undefined);
    expect(inline).toEqual([]);
  });

  it('let nobody read, change or delete the audit log', () => {
    const onAudit = functionNames.flatMap((name) =>
      grants(name).filter((grant) => grant.includes(auditTable)),
    );
    expect(new Set(onAudit)).toEqual(new Set(audit));
  });

  it('give the Chromium function no table', () => {
    expect(grants('scan-pages').filter((grant) => grant.startsWith('dynamodb:'))).toEqual([]);
  });
});
