import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { largeRequest, s3ClientOptions } from '../aws-client-options.ts';

/** The bucket that holds page results and reports. */
export interface ReportBucket {
  client: S3Client;
  name: string;
}

/** Maximum lifetime of a presigned URL, in seconds. */
const LINK_SECONDS_MAX = 300;

/** Opens the bucket by name. Region, credentials and endpoint come from the environment, as the SDK reads it. */
export function openReportBucket(name: string): ReportBucket {
  // An endpoint with an IP address and a port has no host names for buckets.
  const forcePathStyle =
    process.env.AWS_ENDPOINT_URL_S3 !== undefined || process.env.AWS_ENDPOINT_URL !== undefined;
  return { client: new S3Client({ ...s3ClientOptions, forcePathStyle }), name };
}

/** Writes an object. S3 compares the received bytes with the SHA-256 in the request. */
export async function putObject(
  bucket: ReportBucket,
  key: string,
  body: string | Uint8Array,
  contentType: string,
): Promise<void> {
  await bucket.client.send(
    new PutObjectCommand({
      Bucket: bucket.name,
      Key: key,
      Body: body,
      ContentType: contentType,
      ChecksumAlgorithm: 'SHA256',
    }),
    largeRequest,
  );
}

/** Returns the bytes of an object; undefined if it does not exist. */
export async function getObject(bucket: ReportBucket, key: string): Promise<Uint8Array | undefined> {
  try {
    const found = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: key }));
    return await found.Body?.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/**
 * Returns a range of an object; undefined if the object does not exist.
 * @param range bytes from `start` to `end`, without `end`
 */
export async function getRange(
  bucket: ReportBucket,
  key: string,
  { start, end }: { start: number; end: number },
): Promise<Uint8Array | undefined> {
  const Range = `bytes=${start}-${end - 1}`;
  try {
    const found = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: key, Range }));
    return await found.Body?.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** Returns the size of an object in bytes; undefined if it does not exist. */
export async function getObjectSize(bucket: ReportBucket, key: string): Promise<number | undefined> {
  try {
    const found = await bucket.client.send(new HeadObjectCommand({ Bucket: bucket.name, Key: key }));
    return found.ContentLength;
  } catch (error) {
    if (error instanceof NotFound || error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/**
 * Copies an object within the bucket.
 * @returns false if the object does not exist
 */
export async function copyObject(bucket: ReportBucket, from: string, to: string): Promise<boolean> {
  try {
    await bucket.client.send(
      new CopyObjectCommand({
        Bucket: bucket.name,
        Key: to,
        CopySource: buildCopySource(bucket, from),
        ChecksumAlgorithm: 'SHA256',
      }),
      largeRequest,
    );
    return true;
  } catch (error) {
    if (error instanceof NotFound || error instanceof NoSuchKey) return false;
    throw error;
  }
}

/** Returns the `CopySource` of an object. */
export function buildCopySource({ name }: ReportBucket, key: string): string {
  return `${name}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

/** Returns a presigned URL: anyone who has it can read this object, for at most five minutes. */
export async function presignObjectUrl(
  bucket: ReportBucket,
  key: string,
  link: { expiresInSeconds: number; contentType: string; fileName: string },
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucket.name,
    Key: key,
    ResponseContentType: link.contentType,
    ResponseContentDisposition: `inline; filename="${link.fileName}"`,
    ResponseCacheControl: 'no-store',
  });
  return getSignedUrl(bucket.client, command, {
    expiresIn: Math.min(link.expiresInSeconds, LINK_SECONDS_MAX),
  });
}
