import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { largeRequest } from '../aws-client-options.ts';
import { buildCopySource, type ReportBucket } from './report-bucket.ts';

/** An object in a listing. */
export interface ListedObject {
  key: string;
  /** Time of the last write. */
  writtenAt: Date;
}

/** Yields the objects whose keys begin with a prefix, a thousand at a time. */
export async function* listObjects(bucket: ReportBucket, prefix: string): AsyncGenerator<ListedObject[]> {
  let token: string | undefined;
  do {
    const found = await bucket.client.send(
      new ListObjectsV2Command({ Bucket: bucket.name, Prefix: prefix, ContinuationToken: token }),
    );
    yield (found.Contents ?? []).flatMap(({ Key, LastModified }) =>
      Key === undefined || LastModified === undefined ? [] : [{ key: Key, writtenAt: LastModified }],
    );
    token = found.IsTruncated ? found.NextContinuationToken : undefined;
  } while (token !== undefined);
}

/**
 * Deletes objects, at most a thousand. Objects that do not exist count as deleted.
 * @throws Error if S3 could not delete all objects
 */
export async function deleteObjects(bucket: ReportBucket, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { Errors = [] } = await bucket.client.send(
    new DeleteObjectsCommand({
      Bucket: bucket.name,
      Delete: { Quiet: true, Objects: keys.map((Key) => ({ Key })) },
    }),
    largeRequest,
  );
  if (Errors.length > 0) {
    const codes = [...new Set(Errors.map(({ Code }) => Code))].join(', ');
    throw new Error(`S3 did not delete ${Errors.length} of ${keys.length} objects: ${codes}`);
  }
}

/**
 * Copies an object onto itself to restart its age for the lifecycle rule, which counts from the last write
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/lifecycle-expire-general-considerations.html). S3 accepts such
 * a copy only if it replaces the metadata; the content type is the only metadata of these objects. Does nothing if the
 * object is deleted or replaced meanwhile.
 */
export async function rewriteObject(bucket: ReportBucket, key: string): Promise<void> {
  const at = { Bucket: bucket.name, Key: key };
  try {
    const { ContentType, ETag } = await bucket.client.send(new HeadObjectCommand(at));
    await bucket.client.send(
      new CopyObjectCommand({
        ...at,
        CopySource: buildCopySource(bucket, key),
        CopySourceIfMatch: ETag,
        MetadataDirective: 'REPLACE',
        ContentType,
        ChecksumAlgorithm: 'SHA256',
      }),
      largeRequest,
    );
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  if (error instanceof NoSuchKey || error instanceof NotFound) return true;
  return error instanceof S3ServiceException && [404, 412].includes(error.$metadata.httpStatusCode ?? 0);
}
