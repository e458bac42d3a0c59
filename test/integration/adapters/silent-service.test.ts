import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { callMaxMs, largeCallMaxMs, S3_IDLE_MS } from '../../../adapters/aws-client-options.ts';
import { openStore } from '../../../adapters/dynamodb/store.ts';
import { sendFinish } from '../../../adapters/queues/send.ts';
import { deleteObjects, listObjects, rewriteObject } from '../../../adapters/report-bucket/bucket-objects.ts';
import {
  copyObject,
  getObject,
  openReportBucket,
  putObject,
  type ReportBucket,
} from '../../../adapters/report-bucket/report-bucket.ts';
import { openSealing, seal } from '../../../adapters/sealing/sealing.ts';

/** A service that accepts every request and never responds, except with the begin of an object's body. */
let silent: Server;
let bucket: ReportBucket;
let variables: Record<string, string | undefined>;

beforeAll(async () => {
  silent = createServer((request, response) => {
    request.resume();
    if (!request.url?.includes('begins')) return;
    response.writeHead(200, { 'content-length': '1000' });
    response.write('the first part');
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  variables = {
    AWS_ENDPOINT_URL: url,
    // Other test files of the process set the addresses of single services.
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_ENDPOINT_URL_KMS: url,
    AWS_ENDPOINT_URL_S3: url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
  };
  for (const [name, value] of Object.entries(variables)) {
    variables[name] = process.env[name];
    process.env[name] = value;
  }
  bucket = openReportBucket('objects');
});

afterAll(async () => {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * Runs a call against a clock that runs as fast as the machine allows. Returns its error and the time on that clock.
 */
async function runOnFastClock(call: () => Promise<unknown>): Promise<{ error: unknown; elapsedMs: number }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(Math, 'random').mockReturnValue(1 - Number.EPSILON);
  let ended: { error: unknown } | undefined;
  void call().then(
    () => {
      ended = { error: undefined };
    },
    (error: unknown) => {
      ended = { error };
    },
  );
  const start = Date.now();
  while (ended === undefined) {
    // The connection to the silent service is real, and needs some turns of the event loop for each step.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(50);
  }
  return { ...ended, elapsedMs: Date.now() - start };
}

const scan = { accountId: 'acct_1', scanId: 'scan_1', correlationId: 'c' };
const credentials = { origin: 'https://shop.example.com', basic: { username: 'u', password: 'p' } };
const calls: [name: string, call: () => Promise<unknown>, maximumMs: number][] = [
  [
    'DynamoDB',
    () =>
      openStore({ table: 'table' }).db.send(
        new GetCommand({ TableName: 'table', Key: { pk: 'a', sk: 'b' } }),
      ),
    callMaxMs,
  ],
  ['SQS', () => sendFinish(`${process.env.AWS_ENDPOINT_URL}/123456789012/finish`, scan), callMaxMs],
  [
    'KMS',
    () =>
      seal(openSealing('arn:aws:kms:eu-central-1:123456789012:key/1'), credentials as never, {
        accountId: 'acct_1',
        siteId: 'site_1',
      }),
    callMaxMs,
  ],
  ['S3, which reads', () => getObject(bucket, 'results/one'), callMaxMs],
  ['S3, which lists', () => listObjects(bucket, 'results/').next(), callMaxMs],
  ['S3, which writes', () => putObject(bucket, 'results/one', randomUUID(), 'text/plain'), largeCallMaxMs],
  ['S3, which copies', () => copyObject(bucket, 'pictures/one', 'pictures/two'), largeCallMaxMs],
  ['S3, which deletes', () => deleteObjects(bucket, ['results/one']), largeCallMaxMs],
  ['S3, which is asked for the age of an object', () => rewriteObject(bucket, 'results/one'), callMaxMs],
];

it.each(calls)('a call of %s ends with an error if no response comes', async (_, call, maximumMs) => {
  const { error, elapsedMs } = await runOnFastClock(call);
  expect(error).toMatchObject({ name: 'TimeoutError' });
  // The clock moves in steps, so that each attempt may end one step late.
  expect(elapsedMs).toBeLessThanOrEqual(maximumMs + 500);
  expect(elapsedMs).toBeGreaterThan(maximumMs / 2);
});

it('a body that stops in the middle ends with an error', async () => {
  const sockets: number[] = [];
  const { setTimeout: original } = (await import('node:net')).Socket.prototype;
  vi.spyOn((await import('node:net')).Socket.prototype, 'setTimeout').mockImplementation(function (
    this: import('node:net').Socket,
    timeout: number,
    callback?: () => void,
  ) {
    sockets.push(timeout);
    // The timer of a socket cannot be replaced by a fast clock.
    return original.call(this, Math.min(timeout, 200), callback);
  });
  await expect(getObject(bucket, 'results/begins')).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(sockets).toContain(S3_IDLE_MS);
});
