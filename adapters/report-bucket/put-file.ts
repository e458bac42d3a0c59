import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { ReportBucket } from './report-bucket.ts';

/** A file with what S3 needs to know of it beforehand. */
export interface FileToPut {
  path: string;
  bytes: number;
  /** SHA-256 of its bytes, base64. */
  sha256: string;
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;

/**
 * Writes an object from a file, which is never in memory whole. The object is stored with the SHA-256 of its bytes,
 * against which S3 checks what arrived, and replaces no other: its key must be one that is used once.
 */
export async function putFile(
  bucket: ReportBucket,
  key: string,
  file: FileToPut,
  contentType: string,
): Promise<void> {
  // The SDK tries nothing again whose body is a stream.
  for (let attempt = 1; ; attempt++) {
    try {
      return await put(bucket, key, file, contentType);
    } catch (error) {
      // The answer to an attempt before was lost.
      if (attempt > 1 && statusOf(error) === 412) return;
      if (attempt === ATTEMPTS || !isPassing(error)) throw error;
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}

async function put(bucket: ReportBucket, key: string, file: FileToPut, contentType: string): Promise<void> {
  const body = createReadStream(file.path);
  try {
    await bucket.client.send(
      new PutObjectCommand({
        Bucket: bucket.name,
        Key: key,
        Body: body,
        ContentLength: file.bytes,
        ContentType: contentType,
        ChecksumSHA256: file.sha256,
        IfNoneMatch: '*',
      }),
    );
  } catch (error) {
    body.destroy();
    throw error;
  }
  // Not destroyed after success: S3 may answer before the end of the file is read, and a connection is free for the next
  // request only if this one has ended. The file closes itself at its end.
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** Whatever is not an answer about the request itself: faults of the network and of S3, and throttling. */
function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 429 || status === 409;
}
