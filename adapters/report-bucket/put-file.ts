import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { largeRequest } from '../aws-client-options.ts';
import type { ReportBucket } from './report-bucket.ts';

/** A file with its size and digest, which S3 needs before the content. */
export interface FileToPut {
  path: string;
  bytes: number;
  /** SHA-256 of its bytes, base64. */
  sha256: string;
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;

/**
 * Writes an object from a file without loading the whole file into memory. S3 compares the received bytes with the
 * SHA-256. The write fails if the key exists, so each key must be used only once.
 */
export async function putFile(
  bucket: ReportBucket,
  key: string,
  file: FileToPut,
  contentType: string,
): Promise<void> {
  // The SDK does not retry requests whose body is a stream.
  for (let attempt = 1; ; attempt++) {
    try {
      return await put(bucket, key, file, contentType);
    } catch (error) {
      // An earlier attempt succeeded, but its response was lost.
      if (attempt > 1 && getStatus(error) === 412) return;
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
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
      largeRequest,
    );
  } catch (error) {
    body.destroy();
    throw error;
  }
  // The stream is not destroyed after success: S3 may respond before the end of the file is read, and the connection is
  // free for the next request only when this one has ended. The stream closes the file at its end.
}

function getStatus(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** True if an error may go away on retry: network errors, faults of S3, and throttling. */
function isTransient(error: unknown): boolean {
  const status = getStatus(error);
  return status === undefined || status >= 500 || status === 429 || status === 409;
}
