import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isSameSite } from '../../core/crawl/same-site.ts';
import type { Resolve } from '../egress/connect.ts';
import type { EgressPolicy } from '../egress/policy.ts';
import { describeFetchError, FetchFault } from './fetch-fault.ts';
import { sendGuardedRequest } from './guarded-request.ts';
import { inflateBody, limitBytes, TooLongError } from './inflate.ts';

/** Maximum number of redirects to follow. RFC 9309 section 2.3.1.2 recommends at least five. */
const REDIRECTS_MAX = 5;

export interface FetchOptions {
  egress: EgressPolicy;
  resolve?: Resolve | undefined;
  userAgent: string;
  /** Maximum number of bytes of the inflated body. */
  maxBytes: number;
  /** Wall-clock limit of the request with its redirects, in milliseconds. */
  timeoutMs: number;
  /** Ends the request when the site discovery that it belongs to ends. */
  signal?: AbortSignal | undefined;
}

/** Result of a request. It has no content type, because servers often send a wrong one. */
export type FetchResult =
  | {
      answered: true;
      /** Status after redirects. */
      status: number;
      /** How the body ended: at its end, because `take` returned false, at the size limit, or too early. */
      end: 'whole' | 'enough' | 'too-long' | 'broken';
      /** Why it is `broken`: the rest of a sentence that begins with the URL. */
      why: string;
    }
  | {
      answered: false;
      why: string;
      /** True if the server answered with a redirect that the scanner does not follow. */
      redirected: boolean;
    };

/**
 * Fetches a URL without the browser. Like a request of the browser, each hop is resolved once, checked, and connected
 * to at the checked address. Redirects must stay on the site. The request has no cookies and no credentials. Every
 * certificate is verified.
 * @param take receives the inflated body of a 2xx response in chunks; returns false to stop
 * @returns never rejects because of an error of the server or the URL
 */
export async function fetchGuarded(
  url: string,
  take: (chunk: Buffer) => boolean,
  options: FetchOptions,
): Promise<FetchResult> {
  const clock = new AbortController();
  const late = () => clock.abort(new FetchFault('took too long to answer'));
  const timer = setTimeout(late, options.timeoutMs);
  options.signal?.addEventListener('abort', late);
  if (options.signal?.aborted) late();
  const sockets: Socket[] = [];
  try {
    const response = await follow(url, options, clock.signal, sockets);
    return await readBody(response, take, options.maxBytes, clock.signal);
  } catch (error) {
    const redirected = error instanceof FetchFault && error.redirected;
    return { answered: false, why: describeFetchError(error), redirected };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', late);
    for (const socket of sockets) socket.destroy();
  }
}

async function follow(
  start: string,
  options: FetchOptions,
  signal: AbortSignal,
  sockets: Socket[],
): Promise<IncomingMessage> {
  let url = start;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const response = await sendGuardedRequest(url, options, signal, sockets);
    const { statusCode = 0, headers } = response;
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) {
      return response;
    }
    const next = URL.parse(headers.location, url);
    if (next === null || !isSameSite(start, next.href)) {
      throw new FetchFault('redirects to another site', { redirected: true });
    }
    next.hash = '';
    url = next.href;
  }
  throw new FetchFault(`redirects more than ${REDIRECTS_MAX} times`, { redirected: true });
}

async function readBody(
  response: IncomingMessage,
  take: (chunk: Buffer) => boolean,
  maxBytes: number,
  signal: AbortSignal,
): Promise<FetchResult> {
  const status = response.statusCode ?? 0;
  const answer = { answered: true, status, end: 'whole', why: '' } as const;
  const stop = () => response.destroy(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    if (signal.aborted) throw signal.reason;
    if (status < 200 || status > 299) return answer;
    const coding = response.headers['content-encoding']?.toLowerCase() ?? 'identity';
    if (!['identity', 'gzip', 'x-gzip', ''].includes(coding)) {
      throw new FetchFault('has a content encoding that was not requested');
    }
    for await (const chunk of inflateBody(limitBytes(response, maxBytes), maxBytes)) {
      if (!take(chunk)) return { ...answer, end: 'enough' };
    }
    return answer;
  } catch (error) {
    if (error instanceof TooLongError) return { ...answer, end: 'too-long' };
    return { ...answer, end: 'broken', why: describeFetchError(error) };
  } finally {
    signal.removeEventListener('abort', stop);
    response.destroy();
  }
}
