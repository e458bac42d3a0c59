import { join } from 'node:path';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MESSAGE_BYTES_MAX } from '../../../core/scans/messages.ts';
import { FairSlots } from '../../../local/queues/fair-slots.ts';
import { Poller } from '../../../local/queues/poller.ts';
import { listenOnLoopback } from '../../../local/stand-ins/loopback-address.ts';
import { getClientOptions } from '../../../local/stand-ins/provision.ts';
import { type SqsS3StandIn, startSqsAndS3 } from '../../../local/stand-ins/sqs-s3.ts';
import type { EventSource } from '../../../local/template/service.ts';
import { until } from './fixtures/client.ts';
import { temporaryFolder } from './fixtures/stack.ts';

/** The stand-ins themselves do not check credentials; the proxy in front of them does. */
const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
const folder = temporaryFolder();
let count = 0;
let data: string;
let standIn: SqsS3StandIn;
let endpoint: string;
let sqs: SQSClient;

beforeEach(async () => {
  data = join(folder.path, String(++count));
  await start();
});
afterEach(() => stop());
afterAll(() => folder.remove());

async function start() {
  standIn = await startSqsAndS3(data);
  endpoint = await listenOnLoopback(standIn.server);
  sqs = new SQSClient(getClientOptions(endpoint, credentials));
}
async function stop() {
  sqs.destroy();
  await standIn.stop();
}
const url = (name: string) => `${endpoint}/000000000000/${name}`;
const create = (QueueName: string) =>
  sqs.send(new CreateQueueCommand({ QueueName, Attributes: { VisibilityTimeout: '300' } }));
const send = (name: string, MessageBody: string, MessageGroupId?: string) =>
  sqs.send(new SendMessageCommand({ QueueUrl: url(name), MessageBody, MessageGroupId }));
async function receive(name: string, maximum = 1): Promise<Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url(name),
      MaxNumberOfMessages: maximum,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Messages;
}

describe('the SQS stand-in', () => {
  it('lets a consumer return a message at once, and still has it after a restart', async () => {
    await create('q');
    await send('q', 'hello');
    const [first] = await receive('q');
    const change = { QueueUrl: url('q'), ReceiptHandle: first?.ReceiptHandle, VisibilityTimeout: 0 };
    await sqs.send(new ChangeMessageVisibilityCommand(change));
    await stop();
    await start();
    const [second] = await receive('q');
    expect([second?.Body, second?.Attributes?.ApproximateReceiveCount]).toEqual(['hello', '2']);
  });

  it('makes messages that were in flight visible again after a restart, but no deleted ones', async () => {
    await create('q');
    for (const body of ['in flight', 'deleted', 'waiting']) await send('q', body);
    const [, deleted] = [...(await receive('q')), ...(await receive('q'))];
    await sqs.send(new DeleteMessageCommand({ QueueUrl: url('q'), ReceiptHandle: deleted?.ReceiptHandle }));
    await stop();
    await start();
    expect((await receive('q', 10)).map(({ Body }) => Body).sort()).toEqual(['in flight', 'waiting']);
    expect(await receive('q')).toEqual([]);
    standIn.releaseInFlight('q');
    expect(await receive('q', 10)).toHaveLength(2);
  });

  it('serves the tenants of a queue in turns, also after a restart', async () => {
    await create('q');
    const Entries = ['a', 'a', 'a', 'a', 'b'].map((group, i) => ({
      Id: String(i),
      MessageBody: `${group}${i}`,
      MessageGroupId: group,
      MessageAttributes: { n: { DataType: 'Number', StringValue: String(i) } },
    }));
    const sent = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url('q'), Entries }));
    expect(sent.Successful).toHaveLength(5);
    const [first] = await receive('q');
    expect([first?.Body, first?.Attributes?.MessageGroupId]).toEqual(['a0', 'a']);
    await stop();
    await start();
    const order: (string | undefined)[] = [];
    for (let i = 0; i < 3; i++) order.push((await receive('q'))[0]?.Body?.[0]);
    expect(order).toContain('b');
    expect(order.indexOf('b')).toBeLessThan(2);
  });

  it('rejects what SQS rejects, with or without a group', async () => {
    await create('q');
    await expect(send('q', 'bell\u0007', 'a')).rejects.toThrow('Invalid characters');
    await expect(send('q', '', 'a')).rejects.toThrow('MessageBody');
    await expect(send('q', 'x'.repeat(1_100_000), 'a')).rejects.toThrow('shorter than');
    await expect(send('none', 'x', 'a')).rejects.toThrow(/exist/);
  });

  it('accepts messages up to the size of the queue, and rejects larger ones', async () => {
    const Attributes = { MaximumMessageSize: String(MESSAGE_BYTES_MAX) };
    await sqs.send(new CreateQueueCommand({ QueueName: 'large', Attributes }));
    await send('large', 'a'.repeat(MESSAGE_BYTES_MAX), 'account');
    const [message] = await receive('large');
    expect(message?.Body).toHaveLength(MESSAGE_BYTES_MAX);
    await expect(send('large', 'a'.repeat(MESSAGE_BYTES_MAX + 1), 'account')).rejects.toThrow();
  });
});

describe('the S3 stand-in', () => {
  it('stores objects larger than any response of a function, across a restart', async () => {
    const body = Buffer.alloc(20 * 1024 * 1024, 'report ');
    let s3 = new S3Client(getClientOptions(endpoint, credentials));
    await s3.send(new CreateBucketCommand({ Bucket: 'reports' }));
    await s3.send(new PutObjectCommand({ Bucket: 'reports', Key: 'a/b.json', Body: body }));
    s3.destroy();
    await stop();
    await start();
    s3 = new S3Client(getClientOptions(endpoint, credentials));
    const object = await s3.send(new GetObjectCommand({ Bucket: 'reports', Key: 'a/b.json' }));
    const read = Buffer.from((await object.Body?.transformToByteArray()) ?? []);
    s3.destroy();
    expect(read.equals(body)).toBe(true);
  });
});

describe('the event sources of one function', () => {
  const source = (name: string): EventSource => ({
    logicalId: name,
    queueArn: `arn:aws:sqs:us-east-1:000000000000:${name}`,
    functionArn: 'arn:f',
    batchSize: 1,
    windowSeconds: 0,
    maximumConcurrency: undefined,
    reportsItemFailures: true,
  });

  /** Polls the queues with a function that ends only when the test releases it. */
  function poll(names: string[], concurrency: number) {
    const slots = new FairSlots(concurrency);
    const calls: { body: string; end: () => void }[] = [];
    let running = 0;
    let most = 0;
    const pollers = names.map(
      (name) =>
        new Poller(source(name), {
          client: sqs,
          queueUrl: url(name),
          queueName: name,
          slots: slots.forQueue({
            limit: 2,
            listWaiting: () => standIn.listWaitingGroups(name),
            prefer: (group) => standIn.preferGroup(name, group),
          }),
          waitUntilAvailable: standIn.waitUntilAvailable,
          report: () => undefined,
          invoke: async (event) => {
            most = Math.max(most, ++running);
            const { body } = (event as { Records: [{ body: string }] }).Records[0];
            await new Promise<void>((end) => calls.push({ body, end }));
            running--;
            return undefined;
          },
        }),
    );
    const called = (n: number) => until(`call ${n}`, async () => calls[n - 1]);
    const close = async () => {
      for (const poller of pollers) poller.stop();
      for (const { end } of calls) end();
      await Promise.all(pollers.map((poller) => poller.settled()));
    };
    return { calls, called, close, most: () => most };
  }

  it('take turns, so that an urgent queue does not wait for the backlog of another', async () => {
    await create('low');
    await create('high');
    for (let i = 0; i < 6; i++) await send('low', `low${i}`);
    const { calls, called, close, most } = poll(['low', 'high'], 1);
    try {
      await called(1);
      await send('high', 'high0');
      // The test ends calls one by one: the urgent one follows after at most one more of the backlog.
      for (let n = 1; n <= 2; n++) {
        (await called(n)).end();
        await called(n + 1);
      }
      expect(calls.slice(0, 3).map(({ body }) => body)).toContain('high0');
      expect(most()).toBe(1);
    } finally {
      await close();
    }
  });

  it('receive a message of another account while one account has all slots', async () => {
    await create('low');
    await create('high');
    for (let i = 0; i < 4; i++) await send('high', `busy${i}`, 'busy');
    await send('high', 'other0', 'other');
    const { calls, called, close } = poll(['low', 'high'], 2);
    try {
      await called(2);
      expect(calls.map(({ body }) => body).toSorted()).toEqual(['busy0', 'other0']);
      await send('low', 'third0', 'third');
      calls.find(({ body }) => body === 'busy0')?.end();
      expect((await called(3)).body).toBe('third0');
    } finally {
      await close();
    }
  });

  it('have separate maximum concurrencies', async () => {
    await create('q');
    for (let i = 0; i < 5; i++) await send('q', `m${i}`);
    const { called, calls, close, most } = poll(['q'], 10);
    try {
      for (let n = 1; n <= 5; n++) {
        await called(Math.min(n + 1, 5));
        calls[n - 1]?.end();
      }
      expect(most()).toBe(2);
    } finally {
      await close();
    }
  });
});
