import { CopyObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { copyObject, putObject, type ReportBucket } from '../../../adapters/report-bucket/report-bucket.ts';

/** Returns a bucket that records the commands that it receives. */
function recordingBucket() {
  const sent: unknown[] = [];
  const client = { send: async (command: unknown) => sent.push(command) };
  return { sent, bucket: { client, name: 'reports' } as unknown as ReportBucket };
}

describe('an object', () => {
  it('is written with a SHA-256 checksum', async () => {
    const { sent, bucket } = recordingBucket();
    const body = new Uint8Array([1, 2, 3]);
    await putObject(bucket, 'pictures/acct_1/scan_1/pic_a.webp', body, 'image/webp');
    const [command] = sent;
    expect(command).toBeInstanceOf(PutObjectCommand);
    expect((command as PutObjectCommand).input).toEqual({
      Bucket: 'reports',
      Key: 'pictures/acct_1/scan_1/pic_a.webp',
      Body: body,
      ContentType: 'image/webp',
      ChecksumAlgorithm: 'SHA256',
    });
  });

  it('is copied with a SHA-256 checksum', async () => {
    const { sent, bucket } = recordingBucket();
    expect(await copyObject(bucket, 'a/x y', 'b/z')).toBe(true);
    const [command] = sent;
    expect(command).toBeInstanceOf(CopyObjectCommand);
    expect((command as CopyObjectCommand).input).toEqual({
      Bucket: 'reports',
      Key: 'b/z',
      CopySource: 'reports/a/x%20y',
      ChecksumAlgorithm: 'SHA256',
    });
  });
});
