import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  CopyObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { type DashboardFile, getCacheControl, getContentType } from '../../core/dashboard/dashboard-file.ts';
import { replacedTag } from '../../core/dashboard/replaced-files.ts';
import { largeRequest, s3ClientOptions } from '../aws-client-options.ts';

/** The bucket of the dashboard's files. */
export interface DashboardBucket {
  client: S3Client;
  name: string;
}

/** Metadata of a tagged file. Reading metadata needs no further permission. */
const REPLACED_METADATA = 'replaced';

/** Opens the bucket by name. Region, credentials and endpoint come from the environment, as the SDK reads it. */
export function openDashboardBucket(name: string): DashboardBucket {
  // An endpoint with an IP address and a port has no host names for buckets.
  const forcePathStyle =
    process.env.AWS_ENDPOINT_URL_S3 !== undefined || process.env.AWS_ENDPOINT_URL !== undefined;
  return { client: new S3Client({ ...s3ClientOptions, forcePathStyle }), name };
}

/** Returns the files in a folder and its subfolders. */
export async function readDashboardFiles(folder: string): Promise<DashboardFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        return { path: relative(folder, file).split(sep).join('/'), contents: await readFile(file) };
      }),
  );
}

/** Writes a file. It has no tag and no metadata, even if it was tagged before. */
export async function writeFile(
  { client, name }: DashboardBucket,
  { path, contents }: DashboardFile,
): Promise<void> {
  await client.send(
    new PutObjectCommand({
      Bucket: name,
      Key: path,
      Body: contents,
      ContentType: getContentType(path),
      CacheControl: getCacheControl(path),
      ChecksumAlgorithm: 'SHA256',
    }),
    largeRequest,
  );
}

/** Yields the keys of all objects, a thousand at a time. */
export async function* listPaths({ client, name }: DashboardBucket): AsyncGenerator<string[]> {
  let token: string | undefined;
  do {
    const found = await client.send(new ListObjectsV2Command({ Bucket: name, ContinuationToken: token }));
    yield (found.Contents ?? []).flatMap(({ Key }) => Key ?? []);
    token = found.IsTruncated ? found.NextContinuationToken : undefined;
  } while (token !== undefined);
}

/**
 * Tags a file for the lifecycle rule, which counts from the last write. So the file is copied onto itself, which S3
 * accepts only with other metadata (https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html).
 * @returns false if the file was tagged before
 */
export async function tagReplaced({ client, name }: DashboardBucket, path: string): Promise<boolean> {
  const at = { Bucket: name, Key: path };
  const { Metadata, ContentType, CacheControl } = await client.send(new HeadObjectCommand(at));
  if (Metadata?.[REPLACED_METADATA] !== undefined) return false;
  await client.send(
    new CopyObjectCommand({
      ...at,
      CopySource: `${name}/${path.split('/').map(encodeURIComponent).join('/')}`,
      MetadataDirective: 'REPLACE',
      Metadata: { [REPLACED_METADATA]: 'true' },
      ContentType,
      CacheControl,
      TaggingDirective: 'REPLACE',
      Tagging: new URLSearchParams({ [replacedTag.key]: replacedTag.value }).toString(),
      ChecksumAlgorithm: 'SHA256',
    }),
    largeRequest,
  );
  return true;
}
