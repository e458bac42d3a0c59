import { once } from 'node:events';
import type { ReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { PutObjectCommand } from '@aws-sdk/client-s3';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { putFile } from '../../../adapters/report-bucket/put-file.ts';
import type { ReportBucket } from '../../../adapters/report-bucket/report-bucket.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'put-file-test-'));
  await writeFile(join(folder, 'report'), 'whole');
  // No pause before the next attempt.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  return rm(folder, { recursive: true, force: true });
});

const answerOf = (status: number) =>
  new S3ServiceException({
    name: `Status${status}`,
    $fault: status < 500 ? 'client' : 'server',
    $metadata: { httpStatusCode: status },
  });

/** S3 that answers a put with each of these in turn, and then with success; it reads each body to its end. */
async function put(...answers: Error[]) {
  const bodies: string[] = [];
  const inputs: PutObjectCommand['input'][] = [];
  const client = {
    async send({ input }: PutObjectCommand) {
      inputs.push(input);
      bodies.push((await Array.fromAsync(input.Body as AsyncIterable<Buffer>)).join(''));
      const answer = answers.shift();
      if (answer) throw answer;
    },
  };
  const file = { path: join(folder, 'report'), bytes: 5, sha256: 'c3Vt' };
  const bucket = { client, name: 'reports' } as unknown as ReportBucket;
  const done = putFile(bucket, 'reports/1', file, 'text/csv').then(
    () => 'done',
    ({ name }) => name,
  );
  return { outcome: await done, bodies, inputs };
}

describe('a file that is written to the bucket', () => {
  it('is sent with its length and checksum, under a key that must not exist', async () => {
    const { outcome, inputs } = await put();
    expect(outcome).toBe('done');
    expect(inputs).toMatchObject([
      {
        Bucket: 'reports',
        Key: 'reports/1',
        ContentLength: 5,
        ContentType: 'text/csv',
        ChecksumSHA256: 'c3Vt',
        IfNoneMatch: '*',
      },
    ]);
  });

  it('completes its request if the response comes first, so that the connection can be reused', async () => {
    let body: ReadStream | undefined;
    const client = {
      async send({ input }: PutObjectCommand) {
        body = input.Body as ReadStream;
        await once(body, 'data');
      },
    };
    const file = { path: join(folder, 'report'), bytes: 5, sha256: 'c3Vt' };
    await putFile({ client, name: 'reports' } as unknown as ReportBucket, 'reports/1', file, 'text/csv');
    await expect(finished(body as ReadStream)).resolves.toBeUndefined();
  });

  it('is sent completely again after a temporary error', async () => {
    const { outcome, bodies } = await put(answerOf(503), new Error('socket hang up'));
    expect([outcome, bodies]).toEqual(['done', ['whole', 'whole', 'whole']]);
  });

  it('counts as written if a second attempt finds what the first one wrote', async () => {
    expect((await put(new Error('socket hang up'), answerOf(412))).outcome).toBe('done');
  });

  it.each([
    ['exists already', [answerOf(412)], 'Status412', 1],
    ['may not be written', [answerOf(403)], 'Status403', 1],
    ['gets one error after the other', Array.from({ length: 9 }, () => answerOf(500)), 'Status500', 4],
  ])('fails if its key %s', async (_, answers, outcome, attempts) => {
    const given = await put(...answers);
    expect([given.outcome, given.bodies.length]).toEqual([outcome, attempts]);
  });
});
