import type { Access } from '../policy.ts';
import type { ServiceRequest } from '../service-request.ts';

/** Accesses of a request to S3. */
export type S3Accesses = {
  required: Access[];
  /** Needed to find out that an object does not exist. Without it, the answer to a read of such an object is 403. */
  forMissing: Access | undefined;
};

/** Parameters of a query that do not change the action of a request. */
const NEUTRAL =
  /^(x-id|X-Amz-.*|x-amz-checksum-mode|response-.*|list-type|prefix|delimiter|max-keys|continuation-token|start-after|encoding-type|fetch-owner|partNumber)$/i;

/** Servers end a path at different ones of these characters. Clients encode them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const AMBIGUOUS_PATH = /[#;\\\u0000-\u0020\u007f]/;

/**
 * Returns the permissions that a request to S3 needs
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html), or undefined if the
 * embedded runtime knows no permission for it.
 *
 * @param body of a `DeleteObjects` request; not read otherwise
 */
export function listS3Accesses(request: ServiceRequest, body: string): S3Accesses | undefined {
  const { method, path, query, headers } = request;
  if (AMBIGUOUS_PATH.test(path)) return undefined;
  const [bucket, key] = parsePath(path);
  if (bucket === '') return undefined;
  const names = [...query.keys()].filter((name) => !NEUTRAL.test(name));
  if (names.length > 1 || headers['x-amz-rename-source'] !== undefined) return undefined;
  const [subresource] = names;
  const needs = (...required: Access[]): S3Accesses => ({ required, forMissing: undefined });
  const on = (action: string): Access => ({ action, resource: toObjectArn(bucket, key) });

  if (key === '') {
    const all = toBucketArn(bucket);
    if (method === 'POST' && subresource === 'delete') {
      // An HTML form is an upload with POST: its fields name the object, and the query does not count.
      if (/multipart\/form-data/i.test(headers['content-type'] ?? '')) return undefined;
      const keys = listKeys(body);
      // No key of the service contains a character that XML escapes.
      if (keys.some((each) => each.includes('&'))) return undefined;
      return needs(
        ...keys.map((each) => ({ action: 's3:DeleteObject', resource: toObjectArn(bucket, each) })),
      );
    }
    if (subresource !== undefined) return undefined;
    if (method === 'HEAD') return needs({ action: 's3:ListBucket', resource: all });
    if (method === 'GET')
      return needs({ action: 's3:ListBucket', resource: all, context: readListContext(query) });
    return undefined;
  }
  const source = readCopySource(headers['x-amz-copy-source']);
  if (source === 'invalid' || (source !== undefined && method !== 'PUT')) return undefined;
  const writes = [on('s3:PutObject')];
  if (headers['x-amz-tagging'] !== undefined) writes.push(on('s3:PutObjectTagging'));
  const needsToWrite = (): S3Accesses =>
    source === undefined ? needs(...writes) : { ...needs(...writes, source.read), forMissing: source.list };
  if (subresource === 'uploads' && method === 'POST') return needs(...writes);
  if (subresource === 'uploadId' && query.get('uploadId') !== '') {
    if (method === 'POST') return needs(on('s3:PutObject'));
    if (method === 'PUT' && /^\d+$/.test(query.get('partNumber') ?? '')) return needsToWrite();
    if (method === 'DELETE') return needs(on('s3:AbortMultipartUpload'));
  }
  if (subresource !== undefined) return undefined;
  switch (method) {
    case 'GET':
    case 'HEAD':
      return { ...needs(on('s3:GetObject')), forMissing: listing(bucket) };
    case 'DELETE':
      return needs(on('s3:DeleteObject'));
    case 'PUT':
      return needsToWrite();
    default:
      return undefined;
  }
}

const toBucketArn = (bucket: string) => `arn:aws:s3:::${bucket}`;
const toObjectArn = (bucket: string, key: string) => `${toBucketArn(bucket)}/${key}`;
const listing = (bucket: string): Access => ({ action: 's3:ListBucket', resource: toBucketArn(bucket) });

function parsePath(path: string): [bucket: string, key: string] {
  const [, bucket = '', ...rest] = path.split('/');
  return [decode(bucket), decode(rest.join('/'))];
}

/** Returns the accesses to the source of a copy; undefined if the request copies nothing. */
function readCopySource(
  header: string | string[] | undefined,
): { read: Access; list: Access } | 'invalid' | undefined {
  if (header === undefined) return undefined;
  const decoded = decode(String(header)).replace(/^\//, '');
  const slash = decoded.indexOf('/');
  const [bucket, key] = [decoded.slice(0, slash), decoded.slice(slash + 1)];
  if (slash < 1 || key === '') return 'invalid';
  return { read: { action: 's3:GetObject', resource: toObjectArn(bucket, key) }, list: listing(bucket) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readListContext(query: URLSearchParams): Record<string, string[]> {
  const names = ['prefix', 'delimiter', 'max-keys'];
  return Object.fromEntries(names.map((name) => [`s3:${name}`, query.getAll(name)]));
}

/** Returns the keys in the body of a `DeleteObjects` request. */
function listKeys(body: string): string[] {
  return [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
}
