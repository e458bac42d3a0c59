import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Resolve } from '../egress/connect.ts';
import { classifyFailure } from '../egress/failure.ts';
import type { EgressPolicy } from '../egress/policy.ts';
import { describeFetchError, FetchFault } from './fetch-fault.ts';
import { sendGuardedRequest } from './guarded-request.ts';

export interface PostOptions {
  egress: EgressPolicy;
  resolve?: Resolve | undefined;
  userAgent: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Wall-clock limit of the request, with name resolution and response, in milliseconds. */
  timeoutMs: number;
  /** Maximum number of bytes of the response that are read. */
  maxBytes: number;
}

/** Result of a request. A redirect is a result like every other status: it is not followed. */
export type PostResult =
  | {
      answered: true;
      status: number;
      /** Value of the header `Retry-After`. */
      retryAfter: string | undefined;
      /** The beginning of the body, or all of it. */
      body: Buffer;
    }
  | {
      answered: false;
      /** The rest of a sentence that begins with the URL. */
      why: string;
    };

/**
 * Sends a body by POST. The host is resolved once, checked, and connected to at the checked address. Every certificate
 * is verified. Once the status has arrived, the request has a result, also if the body is long or does not end.
 * @returns never rejects because of an error of the server or the URL
 */
export async function postGuarded(url: string, options: PostOptions): Promise<PostResult> {
  const { egress, resolve, userAgent, headers, body, timeoutMs, maxBytes } = options;
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(new FetchFault('took too long to answer')), timeoutMs);
  const sockets: Socket[] = [];
  try {
    const post = { headers, body: Buffer.from(body) };
    const request = { egress, resolve, userAgent, post };
    const response = await sendGuardedRequest(url, request, clock.signal, sockets);
    return {
      answered: true,
      status: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'],
      body: await readBeginning(response, maxBytes, clock.signal),
    };
  } catch (error) {
    const isBlocked = classifyFailure(error) === 'blocked';
    const why = isBlocked ? 'is at an address that this service may not open' : describeFetchError(error);
    return { answered: false, why };
  } finally {
    clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
  }
}

/** Returns the body, or as much of it as arrives in time and fits. */
async function readBeginning(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const stop = () => response.destroy();
  signal.addEventListener('abort', stop);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    if (signal.aborted) return Buffer.alloc(0);
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxBytes) break;
    }
  } catch {
    // The connection ended too early. The status is known.
  } finally {
    signal.removeEventListener('abort', stop);
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
