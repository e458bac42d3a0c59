import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type GatewayRequest, getHeaderValues } from '../gateway/request.ts';
import type { WireResponse } from '../gateway/response.ts';

/** Headers of a request that decide which part of an object is sent, if any. */
const conditions = [
  'range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
];

/** Headers of S3 that CloudFront passes on. */
const passed = [
  'accept-ranges',
  'cache-control',
  'content-encoding',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
];

/** Reads an object of a bucket, as a distribution does with the permission of the bucket's policy. */
export type ReadObject = (request: GatewayRequest) => Promise<WireResponse>;

/**
 * Returns a function that answers requests with objects of a bucket.
 * @param s3 connects to the stand-in
 * @param mayList whether the distribution may list the bucket: only then it finds out that an object does not exist
 */
export function createBucketOrigin(s3: Agent, bucket: string, mayList: boolean): ReadObject {
  return async (request) => {
    const { pathname: path } = new URL(`http://s3/${bucket}${request.path}`);
    // Segments with dots would lead to another bucket.
    if (!path.startsWith(`/${bucket}/`)) return answerError(404, 'NoSuchKey');
    const headers: Record<string, string> = Object.create(null);
    for (const name of conditions) {
      const value = getHeaderValues(request, name).at(-1);
      if (value !== undefined) headers[name] = value;
    }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = httpRequest({ agent: s3, method: request.httpMethod, path, headers }, resolve);
      sent.once('error', reject).end();
    });
    const body = await buffer(response);
    const { statusCode = 502 } = response;
    if (statusCode === 404 && !mayList) return answerError(403, 'AccessDenied');
    if (statusCode === 404) return answerError(404, 'NoSuchKey');
    const own = passed.flatMap((name): [string, string][] => {
      const value = response.headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    });
    return { statusCode, headers: own, body };
  };
}

/** Returns an error of S3, which is XML. */
function answerError(statusCode: number, code: string): WireResponse {
  return {
    statusCode,
    headers: [['Content-Type', 'application/xml']],
    body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`),
  };
}
