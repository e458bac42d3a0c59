import { ACCOUNT_ID, REGION } from '../../template/names.ts';
import type { Access } from '../policy.ts';
import type { ServiceRequest } from '../service-request.ts';

/**
 * Accesses that requests of the JSON services need, by the service authorization reference:
 * https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
 */

type Keys = Record<string, { S?: string }>;
type Item = { TableName?: string; Key?: Keys; Item?: Keys };
type Body = Item & {
  IndexName?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeValues?: Keys;
  RequestItems?: Record<string, { Keys?: Keys[] }>;
  TransactItems?: Record<string, Item>[];
  QueueUrl?: string;
  QueueName?: string;
  KeyId?: string;
  EncryptionContext?: Record<string, string>;
  Name?: string;
  FromEmailAddress?: string;
  ConfigurationSetName?: string;
  UserPoolId?: string;
};

/**
 * Returns the accesses of a request to DynamoDB. A transaction needs the actions of its items, on the table of each
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html). Batches are actions of
 * their own.
 */
export function listDynamoDbAccesses(action: string, body: Body): Access[] {
  if (action === 'TransactWriteItems' || action === 'TransactGetItems') {
    return (body.TransactItems ?? []).flatMap((entry) =>
      Object.entries(entry).map(([kind, item]) => ({
        action: kind === 'ConditionCheck' ? 'dynamodb:ConditionCheckItem' : `dynamodb:${kind}Item`,
        resource: toTableArn(item.TableName),
        ...withLeadingKeys([readPartitionKey(item)]),
      })),
    );
  }
  if (action === 'BatchGetItem' || action === 'BatchWriteItem') {
    return Object.entries(body.RequestItems ?? {}).map(([table, { Keys = [] }]) => ({
      action: `dynamodb:${action}`,
      resource: toTableArn(table),
      ...withLeadingKeys(Keys.map((Key) => readPartitionKey({ Key }))),
    }));
  }
  const index = body.IndexName === undefined ? '' : `/index/${body.IndexName}`;
  const key = action === 'Query' ? readQueriedKey(body) : readPartitionKey(body);
  return [
    {
      action: `dynamodb:${action}`,
      resource: toTableArn(body.TableName) + index,
      ...withLeadingKeys([key]),
    },
  ];
}

/** Returns the context that says which partitions a request uses. A text that is not known matches no pattern. */
function withLeadingKeys(keys: readonly (string | undefined)[]): Pick<Access, 'context'> {
  return { context: { 'dynamodb:leadingkeys': keys.map((key) => key ?? '') } };
}

function readPartitionKey({ Key, Item }: Item): string | undefined {
  return (Key ?? Item)?.pk?.S;
}

/** Returns the partition key of a query, of the table or of an index. */
function readQueriedKey({ KeyConditionExpression = '', ExpressionAttributeValues = {} }: Body) {
  const name = /pk\s*=\s*(:\w+)/.exec(KeyConditionExpression)?.[1];
  return name === undefined ? undefined : ExpressionAttributeValues[name]?.S;
}

function toTableArn(nameOrArn = '*'): string {
  if (nameOrArn.startsWith('arn:')) return nameOrArn;
  return `arn:aws:dynamodb:${REGION}:${ACCOUNT_ID}:table/${nameOrArn}`;
}

/** The only notation of a URL in which the server and this code read the same name. */
const QUEUE_URL = /^https?:\/\/[^/?#]+\/\d+\/([\w-]+)$/;
const actionsWithName = new Set(['GetQueueUrl', 'CreateQueue']);

/**
 * Returns the accesses of a request to SQS; none if it does not name a queue as its action requires. A batch needs the
 * action of its entries.
 */
export function listSqsAccesses(action: string, body: Body): Access[] {
  const name = actionsWithName.has(action) ? body.QueueName : QUEUE_URL.exec(String(body.QueueUrl))?.[1];
  if (typeof name !== 'string' || name === '') return [];
  return [
    {
      action: `sqs:${action.replace(/Batch$/, '')}`,
      resource: `arn:aws:sqs:${REGION}:${ACCOUNT_ID}:${name}`,
    },
  ];
}

/**
 * Returns the accesses of a request to KMS.
 * @param findKey returns the ARN of the key of a request; undefined if it does not exist
 */
export function listKmsAccesses(
  action: string,
  body: Body,
  findKey: (body: object) => string | undefined,
): Access[] {
  const entries = Object.entries(body.EncryptionContext ?? {});
  return [
    {
      action: `kms:${action}`,
      resource: findKey(body) ?? `arn:aws:kms:${REGION}:${ACCOUNT_ID}:key/*`,
      context: {
        'kms:encryptioncontextkeys': entries.map(([name]) => name),
        ...Object.fromEntries(
          entries.map(([name, value]) => [`kms:encryptioncontext:${name.toLowerCase()}`, [String(value)]]),
        ),
      },
    },
  ];
}

/** Returns the accesses of a request to Systems Manager. A parameter is named by its name or its ARN. */
export function listSsmAccesses(action: string, { Name: name = '*' }: Body): Access[] {
  const path = name.startsWith('/') ? name : `/${name}`;
  const resource = name.startsWith('arn:') ? name : `arn:aws:ssm:${REGION}:${ACCOUNT_ID}:parameter${path}`;
  return [{ action: `ssm:${action}`, resource }];
}

/** Returns the accesses of a request to Cognito. */
export function listCognitoAccesses(action: string, { UserPoolId = '*' }: Body): Access[] {
  return [
    {
      action: `cognito-idp:${action}`,
      resource: `arn:aws:cognito-idp:${REGION}:${ACCOUNT_ID}:userpool/${UserPoolId}`,
    },
  ];
}

/**
 * Returns the accesses of a request to send a mail with SES: on the identity of the sender, and on the configuration
 * set
 * (https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsimpleemailservicev2.html).
 */
export function listSesAccesses({ FromEmailAddress = '', ConfigurationSetName }: Body): Access[] {
  const from = /<([^<>]*)>$/.exec(FromEmailAddress)?.[1] ?? FromEmailAddress;
  const names = [
    `identity/${from}`,
    ...(ConfigurationSetName === undefined ? [] : [`configuration-set/${ConfigurationSetName}`]),
  ];
  return names.map((name) => ({
    action: 'ses:SendEmail',
    resource: `arn:aws:ses:${REGION}:${ACCOUNT_ID}:${name}`,
    context: { 'ses:fromaddress': [from] },
  }));
}

/** Returns the accesses of a request to Lambda. Both kinds of invocation need the same permission. */
export function listLambdaAccesses({ path }: ServiceRequest): Access[] {
  const [, , , encoded = ''] = path.split('/');
  const name = decodeURIComponent(encoded);
  const resource = name.startsWith('arn:') ? name : `arn:aws:lambda:${REGION}:${ACCOUNT_ID}:function:${name}`;
  return [{ action: 'lambda:InvokeFunction', resource }];
}
