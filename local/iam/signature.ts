import { createHash, createHmac, createSecretKey, type Hash, type Hmac, type KeyObject } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { REGION } from '../template/names.ts';
import { Refusal } from './refusal.ts';
import type { ServiceRequest } from './service-request.ts';

type SourceData = string | ArrayBuffer | ArrayBufferView;
type SignedRequest = Parameters<SignatureV4['presign']>[0];

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/, ]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^, ]+), ?Signature=([0-9a-f]{64})$/;

/**
 * Verifies the signature of a request by signing it again with the SDK's signer: the header of an SDK client, or the
 * query of a presigned URL (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html).
 *
 * @param body checked against its signed hash; undefined if it is streamed, and then not checked
 * @param findSecret returns the secret access key of an access key id
 * @returns the access key id
 * @throws Refusal
 */
export async function verifySignature(
  request: ServiceRequest,
  body: Buffer | undefined,
  findSecret: (accessKeyId: string) => string,
  now = new Date(),
): Promise<string> {
  return request.query.has('X-Amz-Signature')
    ? verifyPresignedUrl(request, findSecret, now)
    : verifyHeader(request, body, findSecret);
}

async function verifyHeader(
  request: ServiceRequest,
  body: Buffer | undefined,
  findSecret: (accessKeyId: string) => string,
): Promise<string> {
  const { headers } = request;
  const parts = AUTHORIZATION.exec(headers.authorization ?? '');
  if (!parts) throw new Refusal('InvalidSignature', 'the request is not signed');
  const [, accessKeyId = '', , region = '', service = '', names = ''] = parts;
  requireScope(request, region, service);
  const signedHash = headers['x-amz-content-sha256'];
  if (
    body &&
    typeof signedHash === 'string' &&
    signedHash !== createHash('sha256').update(body).digest('hex')
  )
    throw new Refusal('InvalidSignature', 'the body is not the one that was signed');
  const signedNames = names.split(';');
  const signed = await openSigner(service, accessKeyId, findSecret).sign(
    { ...toSignedRequest(request, signedNames), body },
    { signingDate: parseDate(headers['x-amz-date']), signableHeaders: new Set(signedNames) },
  );
  if (signed.headers.authorization?.replaceAll(', ', ',') !== headers.authorization?.replaceAll(', ', ','))
    throw new Refusal('InvalidSignature', 'the signature does not match the request');
  return accessKeyId;
}

async function verifyPresignedUrl(
  request: ServiceRequest,
  findSecret: (accessKeyId: string) => string,
  now: Date,
): Promise<string> {
  const { query } = request;
  const [accessKeyId = '', , region = '', service = ''] = (query.get('X-Amz-Credential') ?? '').split('/');
  requireScope(request, region, service);
  const signingDate = parseDate(query.get('X-Amz-Date'));
  const expiresIn = Number(query.get('X-Amz-Expires'));
  const signedNames = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const { query: all = {}, ...rest } = toSignedRequest(request, signedNames);
  const { 'X-Amz-Signature': signature, 'X-Amz-Content-Sha256': hash, ...others } = all;
  for (const name of ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Security-Token'])
    delete others[`X-Amz-${name}`];
  // The signer moves this header into the query.
  const headers = typeof hash === 'string' ? { ...rest.headers, 'X-Amz-Content-Sha256': hash } : rest.headers;
  const sessionToken = query.get('X-Amz-Security-Token') ?? undefined;
  const signed = await openSigner(service, accessKeyId, findSecret, sessionToken).presign(
    { ...rest, headers, query: others },
    { signingDate, expiresIn },
  );
  if (signed.query?.['X-Amz-Signature'] !== signature)
    throw new Refusal('InvalidSignature', 'the signature does not match the URL');
  if (now.getTime() > signingDate.getTime() + expiresIn * 1000)
    throw new Refusal('InvalidSignature', 'Request has expired');
  return accessKeyId;
}

function requireScope(request: ServiceRequest, region: string, service: string): void {
  if (region !== REGION || service !== request.service)
    throw new Refusal(
      'InvalidSignature',
      `the request to ${request.service} is signed for ${service} in ${region}`,
    );
}

/** Parses `20260131T235959Z`. */
function parseDate(text: unknown): Date {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(text));
  if (!parts) throw new Refusal('InvalidSignature', 'the date of the signature is missing');
  const [year, month, day, hour, minute, second] = parts.slice(1);
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Returns the request as the signer reads it, with the signed headers only. */
function toSignedRequest(
  { method, path, query, headers }: ServiceRequest,
  signedNames: readonly string[],
): SignedRequest {
  const lists: Record<string, string[]> = Object.create(null);
  for (const [name, value] of query) lists[name] = [...(lists[name] ?? []), value];
  const single = Object.entries(lists).map(([name, values]) => [
    name,
    values.length > 1 ? values : values[0],
  ]);
  return {
    method,
    protocol: 'http:',
    hostname: '',
    path,
    query: Object.fromEntries(single),
    headers: Object.fromEntries(signedNames.map((name) => [name, String(headers[name] ?? '')])),
  };
}

function openSigner(
  service: string,
  accessKeyId: string,
  findSecret: (accessKeyId: string) => string,
  sessionToken?: string,
): SignatureV4 {
  return new SignatureV4({
    service,
    region: REGION,
    credentials: {
      accessKeyId,
      secretAccessKey: findSecret(accessKeyId),
      ...(sessionToken !== undefined && { sessionToken }),
    },
    sha256: NodeSha256,
    applyChecksum: false,
    // S3 signs paths as they are sent, the other services encode them once more.
    uriEscapePath: service !== 's3',
  });
}

/** SHA-256 of Node.js in the shape that the signer uses. */
class NodeSha256 {
  private hash: Hash | Hmac;
  private readonly key: KeyObject | undefined;

  constructor(secret?: SourceData) {
    // Node.js needs three times as long for an HMAC with bytes as for one with a key.
    this.key = secret === undefined ? undefined : toKey(secret);
    this.hash = this.open();
  }

  update(chunk: Uint8Array): void {
    this.hash.update(chunk);
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {
    this.hash = this.open();
  }

  private open(): Hash | Hmac {
    return this.key === undefined ? createHash('sha256') : createHmac('sha256', this.key);
  }
}

function toKey(secret: SourceData): KeyObject {
  if (typeof secret === 'string') return createSecretKey(secret, 'utf8');
  if (!ArrayBuffer.isView(secret)) return createSecretKey(new Uint8Array(secret));
  return createSecretKey(new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength));
}
