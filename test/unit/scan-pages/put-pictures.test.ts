import type { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import type { ReportBucket } from '../../../adapters/report-bucket/report-bucket.ts';
import { picturesPutter } from '../../../functions/scan-pages/put-pictures.ts';

/** A bucket that notes what is put, and fails as often as it is told. */
function notingBucket() {
  const put: (string | undefined)[][] = [];
  const fail = { times: 0 };
  const client = {
    async send({ input }: PutObjectCommand) {
      fail.times -= 1;
      if (fail.times >= 0) throw new Error('the bucket is gone');
      put.push([input.Key, input.ContentType, input.ChecksumAlgorithm]);
    },
  };
  return { put, fail, bucket: { client, name: 'reports' } as unknown as ReportBucket };
}

const bytes = new Uint8Array([1, 2, 3]);
const stored = (id: string) => [`pictures/acct_1/scan_1/${id}.webp`, 'image/webp', 'SHA256'];

it('puts equal pictures of a chunk once, with a checksum', async () => {
  const { put, bucket } = notingBucket();
  const putPicture = picturesPutter(bucket, { accountId: 'acct_1', scanId: 'scan_1' });
  for (const id of ['pic_a', 'pic_b', 'pic_a']) await putPicture(id, bytes);
  expect(put).toEqual([stored('pic_a'), stored('pic_b')]);
});

it('takes no picture for put that was not', async () => {
  const { put, fail, bucket } = notingBucket();
  const putPicture = picturesPutter(bucket, { accountId: 'acct_1', scanId: 'scan_1' });
  fail.times = 1;
  await expect(putPicture('pic_a', bytes)).rejects.toThrow('the bucket is gone');
  await putPicture('pic_a', bytes);
  expect(put).toEqual([stored('pic_a')]);
});
