import { describe, expect, it } from 'vitest';
import {
  listCognitoAccesses,
  listDynamoDbAccesses,
  listKmsAccesses,
  listSqsAccesses,
} from '../../../../local/iam/requests/json.ts';
import { listS3Accesses } from '../../../../local/iam/requests/s3.ts';
import { parseServiceRequest } from '../../../../local/iam/service-request.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Main';
const brief = (accesses: { action: string; resource: string }[]) =>
  accesses.map(({ action, resource }) => `${action} ${resource}`);

describe('a request to DynamoDB needs', () => {
  const listed = (action: string, body: object) => brief(listDynamoDbAccesses(action, body));

  it('its action on the table, or on the index that it queries', () => {
    expect(listed('GetItem', { TableName: 'Main' })).toEqual([`dynamodb:GetItem ${TABLE}`]);
    expect(listed('Query', { TableName: 'Main', IndexName: 'gsi1' })).toEqual([
      `dynamodb:Query ${TABLE}/index/gsi1`,
    ]);
    expect(listed('GetItem', { TableName: TABLE })).toEqual([`dynamodb:GetItem ${TABLE}`]);
  });

  it('the actions of all items of a transaction', () => {
    const item = { TableName: 'Main' };
    const TransactItems = [{ Put: item }, { Update: item }, { Delete: item }, { ConditionCheck: item }];
    expect(listed('TransactWriteItems', { TransactItems })).toEqual(
      ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map(
        (action) => `dynamodb:${action} ${TABLE}`,
      ),
    );
    expect(listed('TransactGetItems', { TransactItems: [{ Get: item }] })).toEqual([
      `dynamodb:GetItem ${TABLE}`,
    ]);
  });

  it('the action of a batch on each table', () => {
    expect(listed('BatchGetItem', { RequestItems: { Main: {}, Audit: {} } })).toEqual([
      `dynamodb:BatchGetItem ${TABLE}`,
      'dynamodb:BatchGetItem arn:aws:dynamodb:us-east-1:000000000000:table/Audit',
    ]);
  });
});

describe('a request to SQS needs', () => {
  it.each([
    ['SendMessage', 'sqs:SendMessage'],
    ['SendMessageBatch', 'sqs:SendMessage'],
    ['DeleteMessageBatch', 'sqs:DeleteMessage'],
    ['ChangeMessageVisibilityBatch', 'sqs:ChangeMessageVisibility'],
  ])('for %s the permission %s on the queue', (action, permission) => {
    const QueueUrl = 'http://127.0.0.1:1/000000000000/Work';
    const arn = 'arn:aws:sqs:us-east-1:000000000000:Work';
    expect(brief(listSqsAccesses(action, { QueueUrl }))).toEqual([`${permission} ${arn}`]);
    expect(brief(listSqsAccesses('GetQueueUrl', { QueueName: 'Work' }))).toEqual([`sqs:GetQueueUrl ${arn}`]);
    expect(brief(listSqsAccesses(action, { QueueUrl, QueueName: 'Other' }))).toEqual([
      `${permission} ${arn}`,
    ]);
  });

  it.each([
    ['SendMessage', { QueueName: 'Work' }],
    ['SendMessage', {}],
    ['SendMessage', { QueueUrl: 'http://127.0.0.1:1/000000000000/Work?/Other' }],
    ['SendMessage', { QueueUrl: 'http://127.0.0.1:1/000000000000/Work#/Other' }],
    ['SendMessage', { QueueUrl: 'http://127.0.0.1:1/000000000000/Work/Other' }],
    ['SendMessage', { QueueUrl: 'http://127.0.0.1:1/000000000000/Work/' }],
    ['ListQueues', {}],
  ])('nothing that is known for %s %j, so that it is refused', (action, body) => {
    expect(listSqsAccesses(action, body)).toEqual([]);
  });
});

describe('a request to KMS', () => {
  it('has its encryption context as condition keys', () => {
    const [access] = listKmsAccesses(
      'Decrypt',
      { EncryptionContext: { site: 's', Account: 'a' } },
      () => 'k',
    );
    expect(access).toEqual({
      action: 'kms:Decrypt',
      resource: 'k',
      context: {
        'kms:encryptioncontextkeys': ['site', 'Account'],
        'kms:encryptioncontext:site': ['s'],
        'kms:encryptioncontext:account': ['a'],
      },
    });
  });
});

describe('a request to S3 needs', () => {
  const listed = (method: string, url: string, headers = {}, body = '') => {
    const accesses = listS3Accesses(parseServiceRequest(method, url, headers), body);
    return accesses && brief(accesses.required);
  };
  const object = 'arn:aws:s3:::b/results/a b';

  it.each([
    ['GET', '/b/results/a%20b?x-id=GetObject', [`s3:GetObject ${object}`]],
    ['HEAD', '/b/results/a%20b', [`s3:GetObject ${object}`]],
    ['PUT', '/b/results/a%20b?x-id=PutObject', [`s3:PutObject ${object}`]],
    ['POST', '/b/results/a%20b?uploads=', [`s3:PutObject ${object}`]],
    ['PUT', '/b/results/a%20b?partNumber=1&uploadId=2', [`s3:PutObject ${object}`]],
    ['DELETE', '/b/results/a%20b?uploadId=2', [`s3:AbortMultipartUpload ${object}`]],
    ['DELETE', '/b/results/a%20b', [`s3:DeleteObject ${object}`]],
    ['GET', '/b?list-type=2&prefix=results%2F', ['s3:ListBucket arn:aws:s3:::b']],
    ['GET', '/b/?list-type=2', ['s3:ListBucket arn:aws:s3:::b']],
  ])('for %s %s the permission for it', (method, url, permissions) => {
    expect(listed(method, url)).toEqual(permissions);
  });

  it('the prefix of a list as a condition key', () => {
    const accesses = listS3Accesses(parseServiceRequest('GET', '/b?list-type=2&prefix=results%2F', {}), '');
    expect(accesses?.required[0]?.context).toMatchObject({ 's3:prefix': ['results/'] });
  });

  it('to read the source of a copy too', () => {
    const headers = { 'x-amz-copy-source': 'b/pictures/x' };
    expect(listed('PUT', '/b/pictures/y', headers)).toEqual([
      's3:PutObject arn:aws:s3:::b/pictures/y',
      's3:GetObject arn:aws:s3:::b/pictures/x',
    ]);
  });

  it('to read the source of a part that is copied', () => {
    expect(
      listed('PUT', '/b/results/y?uploadId=1&partNumber=1', { 'x-amz-copy-source': '/b/pictures/x' }),
    ).toEqual(['s3:PutObject arn:aws:s3:::b/results/y', 's3:GetObject arn:aws:s3:::b/pictures/x']);
    expect(listed('PUT', '/b/results/y', { 'x-amz-copy-source': 'b%2Fpictures%2Fx%20y' })).toContain(
      's3:GetObject arn:aws:s3:::b/pictures/x y',
    );
  });

  it('to delete each key that it names', () => {
    const body =
      '<Delete><Object><Key>results/1</Key></Object><Object><Key>reports/2</Key></Object></Delete>';
    expect(listed('POST', '/b?delete=', {}, body)).toEqual([
      's3:DeleteObject arn:aws:s3:::b/results/1',
      's3:DeleteObject arn:aws:s3:::b/reports/2',
    ]);
    expect(listed('POST', '/b?delete=', {}, body.replace('results/1', 'a&amp;b'))).toBeUndefined();
  });

  it.each([
    ['GET', '/b/results/x?acl='],
    ['PUT', '/b?policy='],
    ['POST', '/'],
    ['GET', '/'],
    ['POST', '/b?delete=', { 'content-type': 'Multipart/Form-Data; boundary=B' }],
    ['PUT', '/b/results/x', { 'x-amz-copy-source': 'b' }],
    ['GET', '/b/results/x', { 'x-amz-copy-source': 'b/pictures/x' }],
    ['POST', '/b/results/x?uploads=', { 'x-amz-copy-source': 'b/pictures/x' }],
    ['PUT', '/b/results/x?renameObject=', { 'x-amz-rename-source': '/pictures/x' }],
    ['PUT', '/b/results/x?uploads=&renameObject=', { 'x-amz-rename-source': '/pictures/x' }],
    ['PUT', '/b/results/x', { 'x-amz-rename-source': '/pictures/x' }],
    ['PUT', '/b/results/x?uploads='],
    ['PUT', '/b/results/x?uploadId=1'],
    ['POST', '/b/results/x?uploadId='],
    ['DELETE', '/b/results/x?uploadId='],
    ['GET', '/b/reports/1.json#/known.json'],
    ['GET', '/b/reports/1.json;/known.json'],
    ['GET', '/b/reports/1.json\t/known.json'],
  ])('a permission that no policy gives for %s %s %j', (method, url, headers?: object) => {
    expect(listed(method, url, headers)).toBeUndefined();
  });
});

describe('the service of a request', () => {
  it.each([
    ['/', { 'x-amz-target': 'DynamoDB_20120810.GetItem' }, 'dynamodb', 'GetItem'],
    ['/', { 'x-amz-target': 'AmazonSQS.SendMessage' }, 'sqs', 'SendMessage'],
    ['/', { 'x-amz-target': 'TrentService.Decrypt' }, 'kms', 'Decrypt'],
    ['/2015-03-31/functions/f/invocations', {}, 'lambda', 'Invoke'],
    ['/2021-11-15/functions/f/response-streaming-invocations', {}, 'lambda', 'InvokeWithResponseStream'],
    ['/bucket/key', {}, 's3', undefined],
    ['/', { 'x-amz-target': 'AmazonSNS.Publish' }, 's3', undefined],
  ])('at %s with %j is read', (url, headers, service, action) => {
    expect(parseServiceRequest('POST', url, headers)).toMatchObject({ service, action });
  });
});

it('a request to Cognito needs its action on the user pool', () => {
  const arn = 'arn:aws:cognito-idp:us-east-1:000000000000:userpool/pool';
  expect(brief(listCognitoAccesses('AdminCreateUser', { UserPoolId: 'pool' }))).toEqual([
    `cognito-idp:AdminCreateUser ${arn}`,
  ]);
});

describe('a request to DynamoDB names the partitions that it uses', () => {
  const keysOf = (action: string, body: object) =>
    listDynamoDbAccesses(action, body).map(({ context }) => context?.['dynamodb:leadingkeys']);
  const item = { TableName: 'Main', Key: { pk: { S: 'a#1' } } };
  const values = { ':shard': { S: 'b' }, ':pk': { S: 'a#1' } };

  it.each<[string, object, string[][]]>([
    ['GetItem', item, [['a#1']]],
    ['PutItem', { TableName: 'Main', Item: { pk: { S: 'a#2' } } }, [['a#2']]],
    [
      'TransactWriteItems',
      { TransactItems: [{ Update: item }, { Put: { Item: { pk: { S: 'b' } } } }] },
      [['a#1'], ['b']],
    ],
    [
      'BatchGetItem',
      { RequestItems: { Main: { Keys: [{ pk: { S: 'a' } }, { pk: { S: 'b' } }] } } },
      [['a', 'b']],
    ],
    [
      'Query',
      { KeyConditionExpression: 'pk = :pk AND sk > :x', ExpressionAttributeValues: values },
      [['a#1']],
    ],
    ['Query', { KeyConditionExpression: 'gsi2pk = :pk', ExpressionAttributeValues: values }, [['a#1']]],
    // What cannot be read matches no pattern.
    ['Query', { KeyConditionExpression: '#p = :pk', ExpressionAttributeValues: values }, [['']]],
    ['Scan', { TableName: 'Main' }, [['']]],
  ])('%s', (action, body, keys) => {
    expect(keysOf(action, body)).toEqual(keys);
  });
});
