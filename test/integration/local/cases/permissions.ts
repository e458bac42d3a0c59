import { createHash } from 'node:crypto';
import { request } from 'node:http';
import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Credentials } from '../../../../local/iam/credentials.ts';
import type { Runtime } from '../../../../local/runtime.ts';
import { getClientOptions } from '../../../../local/stand-ins/provision.ts';

/** Defines tests of what a runtime lets functions do. */
export function testPermissions(runtimeOf: () => Runtime): void {
  let runtime: Runtime;
  let TableName: string;
  let Bucket: string;
  const clients: { destroy(): void }[] = [];

  beforeAll(() => {
    runtime = runtimeOf();
    TableName = runtime.outputs.TableName ?? '';
    Bucket = runtime.service.buckets[0]?.name ?? '';
  });
  afterAll(() => {
    for (const client of clients) client.destroy();
  });

  /** Opens clients with credentials, by default those of a function. */
  function as(functionPart: string, credentials: Credentials = runtime.credentialsOf(functionPart)) {
    const { endpoints } = runtime;
    const opened = {
      dynamodb: new DynamoDBClient(getClientOptions(endpoints.dynamodb, credentials)),
      sqs: new SQSClient(getClientOptions(endpoints.sqs, credentials)),
      s3: new S3Client({ ...getClientOptions(endpoints.s3, credentials), forcePathStyle: true }),
    };
    clients.push(...Object.values(opened));
    return opened;
  }
  const key = { pk: { S: 'a' }, sk: { S: 'b' } };
  const queueUrl = () => {
    const queue = runtime.service.queues.find(({ logicalId }) => logicalId.startsWith('Work'));
    return `${runtime.endpoints.sqs}/000000000000/${queue?.name}`;
  };
  const denied = expect.objectContaining({ name: expect.stringMatching(/^AccessDenied/) });

  const JSON_TYPE = 'application/x-amz-json-1.0';
  const URL_ENCODED = 'application/x-www-form-urlencoded';
  const part = (name: string, value: string) =>
    `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const upload = {
    'content-type': 'multipart/form-data; boundary=B',
    body: `${part('key', 'objects/forged')}${part('file', 'x')}--B--\r\n`,
  };
  const emptyTransaction = {
    'content-type': JSON_TYPE,
    'x-amz-target': 'DynamoDB_20120810.TransactWriteItems',
    body: '{"TransactItems":[]}',
  };
  /** `WORK` stands for the URL of the queue to which the function may send messages. */
  const message = {
    'content-type': JSON_TYPE,
    'x-amz-target': 'AmazonSQS.SendMessage',
    body: '{"QueueUrl":"WORK","MessageBody":"&Action=CreateTopic&Name=t"}',
  };

  type RawRequest = {
    service: string;
    method: string;
    path: string;
    headers: Record<string, string>;
    body: string;
  };

  /** Sends a signed request that no SDK client sends. */
  async function sendRaw(functionPart: string, { service, method, path, headers, body }: RawRequest) {
    const { hostname, port } = new URL(runtime.endpoints.s3);
    const credentials = runtime.credentialsOf(functionPart);
    const { sha256 } = as(functionPart).s3.config;
    const signer = new SignatureV4({
      service,
      region: 'us-east-1',
      credentials,
      sha256,
      uriEscapePath: service !== 's3',
    });
    const [pathname = '', query] = path.split('?');
    const signed = await signer.sign({
      method,
      protocol: 'http:',
      hostname,
      path: pathname,
      query: Object.fromEntries(new URLSearchParams(query)),
      headers: {
        ...headers,
        host: `${hostname}:${port}`,
        'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
      },
      body,
    });
    return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sent = request({ hostname, port, method, path, headers: signed.headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode, text }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  describe('a function', () => {
    it('may do what its role allows, and is denied the rest in the notation of each service', async () => {
      const { dynamodb, sqs, s3 } = as('Ticker');
      await dynamodb.send(new PutItemCommand({ TableName, Item: key }));
      await expect(dynamodb.send(new GetItemCommand({ TableName, Key: key }))).rejects.toEqual(denied);
      await expect(sqs.send(new ReceiveMessageCommand({ QueueUrl: queueUrl() }))).rejects.toEqual(denied);
      const send = new SendMessageCommand({ QueueUrl: queueUrl(), MessageBody: 'x' });
      await expect(sqs.send(send)).rejects.toEqual(denied);
      const put = new PutObjectCommand({ Bucket, Key: 'objects/x', Body: 'x' });
      await expect(s3.send(put)).rejects.toEqual(denied);
      await expect(
        as('Api').dynamodb.send(new GetItemCommand({ TableName, Key: key })),
      ).resolves.toBeDefined();
    });

    it('needs the permission for each item of a transaction', async () => {
      const put = { Put: { TableName, Item: key } };
      const { dynamodb } = as('Ticker');
      const transact = (...TransactItems: object[]) =>
        dynamodb.send(new TransactWriteItemsCommand({ TransactItems: TransactItems as (typeof put)[] }));
      await expect(transact(put)).resolves.toBeDefined();
      await expect(transact(put, { Delete: { TableName, Key: { ...key, sk: { S: 'c' } } } })).rejects.toEqual(
        denied,
      );
      const check = {
        TableName,
        Key: { ...key, sk: { S: 'c' } },
        ConditionExpression: 'attribute_exists(pk)',
      };
      await expect(transact(put, { ConditionCheck: check })).rejects.toEqual(denied);
    });

    it('needs the permission for batches besides that for items', async () => {
      const batch = new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [key] } } });
      await expect(as('Api').dynamodb.send(batch)).rejects.toEqual(denied);
    });

    it('needs the ARN of an index to query it', async () => {
      const query = (IndexName?: string) =>
        new QueryCommand({
          TableName,
          IndexName,
          KeyConditionExpression: '#k = :v',
          ExpressionAttributeNames: { '#k': IndexName === undefined ? 'pk' : 'g1pk' },
          ExpressionAttributeValues: { ':v': { S: 'a' } },
        });
      await expect(as('Ticker').dynamodb.send(query())).resolves.toBeDefined();
      await expect(as('Ticker').dynamodb.send(query('global1'))).resolves.toBeDefined();
      await expect(as('Api').dynamodb.send(query('global1'))).rejects.toEqual(denied);
    });

    it('gets 404 for a missing object only if it may list the bucket', async () => {
      const missing = new GetObjectCommand({ Bucket, Key: 'objects/none' });
      await expect(as('Api').s3.send(missing)).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
      await expect(as('Worker').s3.send(missing)).rejects.toEqual(denied);
      await expect(
        as('', runtime.credentials).s3.send(new HeadObjectCommand({ Bucket, Key: 'objects/none' })),
      ).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
    });

    it.each([
      [
        'an upload with an HTML form',
        'Authorizer',
        's3',
        'POST',
        (bucket: string) => `/${bucket}?delete=`,
        upload,
      ],
      [
        'a request that names nothing',
        'Authorizer',
        's3',
        'POST',
        (bucket: string) => `/${bucket}?delete=`,
        { body: '' },
      ],
      ['an empty transaction', 'Authorizer', 'dynamodb', 'POST', () => '/', emptyTransaction],
      [
        'an object in a message',
        'Api',
        'sqs',
        'PUT',
        (bucket: string) => `/${bucket}/objects/forged`,
        message,
      ],
      ['a topic in a message', 'Api', 'sqs', 'POST', () => '/', { ...message, 'content-type': URL_ENCODED }],
    ])('is denied %s', async (_name, functionPart, service, method, toPath, { body, ...headers }) => {
      const request = {
        service,
        method,
        path: toPath(Bucket),
        headers,
        body: body.replace('WORK', queueUrl()),
      };
      expect(await sendRaw(functionPart, request)).toMatchObject({
        status: service === 'dynamodb' ? 400 : 403,
        text: expect.stringContaining('knows no permission'),
      });
      const forged = new HeadObjectCommand({ Bucket, Key: 'objects/forged' });
      await expect(as('', runtime.credentials).s3.send(forged)).rejects.toMatchObject({ name: 'NotFound' });
    });

    it('is denied a copy of what it may not read, as an object and as a part', async () => {
      const put = new PutObjectCommand({ Bucket, Key: 'objects/secret', Body: 'secret' });
      await as('', runtime.credentials).s3.send(put);
      const { s3 } = as('Worker');
      const copy = { Bucket, Key: 'objects/copy', CopySource: `${Bucket}/objects/secret` };
      await expect(s3.send(new CopyObjectCommand(copy))).rejects.toEqual(denied);
      const { Key } = copy;
      const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      const part = new UploadPartCopyCommand({ ...copy, UploadId, PartNumber: 1 });
      await expect(s3.send(part)).rejects.toEqual(denied);
    });

    it('is named in the log when it is denied something', async () => {
      await expect(
        as('Authorizer').dynamodb.send(new GetItemCommand({ TableName, Key: key })),
      ).rejects.toThrow(
        /Authorizer\w+ is not authorized to perform dynamodb:GetItem on .*:table\/.* because no policy allows/,
      );
    });
  });

  describe('the sender of a request', () => {
    it('must know the secret of its access key', async () => {
      const forged = { ...runtime.credentials, secretAccessKey: 'local' };
      const { dynamodb, s3 } = as('', forged);
      await expect(dynamodb.send(new GetItemCommand({ TableName, Key: key }))).rejects.toMatchObject({
        name: 'InvalidSignatureException',
      });
      await expect(s3.send(new GetObjectCommand({ Bucket, Key: 'objects/x' }))).rejects.toMatchObject({
        name: 'SignatureDoesNotMatch',
      });
    });

    it('must sign its request', async () => {
      const headers = { 'x-amz-target': 'DynamoDB_20120810.GetItem' };
      const body = JSON.stringify({ TableName, Key: key });
      expect((await fetch(runtime.endpoints.dynamodb, { method: 'POST', headers, body })).status).toBe(400);
      expect((await fetch(`${runtime.endpoints.s3}/${Bucket}/objects/x`)).status).toBe(403);
    });

    it('of a presigned URL is its signer, until the URL expires', async () => {
      const administrator = as('', runtime.credentials);
      await administrator.s3.send(new PutObjectCommand({ Bucket, Key: 'objects/signed', Body: 'text' }));
      const object = new GetObjectCommand({ Bucket, Key: 'objects/signed' });
      const url = await getSignedUrl(as('Api').s3, object, { expiresIn: 60 });
      expect(await (await fetch(url)).text()).toBe('text');
      expect((await fetch(url.replace('signed', 'other'))).status).toBe(403);
      expect((await fetch(await getSignedUrl(as('Worker').s3, object, { expiresIn: 60 }))).status).toBe(403);
      const signingDate = new Date(Date.now() - 120_000);
      const expired = await getSignedUrl(as('Api').s3, object, { expiresIn: 60, signingDate });
      const answer = await fetch(expired);
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('expired')]);
    });

    it('cannot address a bucket by the host', async () => {
      const { hostname, port } = new URL(runtime.endpoints.s3);
      const status = await new Promise((resolve) => {
        const headers = { host: `${Bucket}.localhost:${port}` };
        request({ hostname, port, path: '/objects/x', headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        }).end();
      });
      expect(status).toBe(403);
    });
  });

  describe('the list of unused permissions', () => {
    it('has each permission until a request used it', async () => {
      await as('Ticker').dynamodb.send(new PutItemCommand({ TableName, Item: key }));
      const list = () =>
        runtime
          .listUnusedPermissions()
          .filter(({ roleArn }) => roleArn.includes('Ticker'))
          .map(({ action, resource }) => `${action} ${resource.split('/').slice(1).join('/')}`);
      expect(list()).not.toContain(`dynamodb:putitem ${TableName}`);
      expect(list()).toContain(`dynamodb:putitem ${TableName}/index/*`);
    });
  });
}
