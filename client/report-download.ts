import { createHash } from 'node:crypto';
import { isLoopback } from './api-url.ts';
import type { PolledScan, ReportFormat } from './client.ts';
import { createCutOffError } from './connection-fault.ts';
import { ConnectionError } from './errors.ts';
import { exchange, NoAnswerError } from './exchange.ts';
import type { ReportLink } from './generated/types.ts';
import { pauseBeforeRetry, sleep } from './pace.ts';
import type { Transport } from './transport.ts';

/** Pause between two requests for a report that is not ready, if the service names none, in milliseconds. */
const POLL_MS = 2_000;
/** Maximum of that pause, even if the service asks for a longer one. */
const POLL_MS_MAX = 60_000;

/** The dependencies and parameters of a download. */
export interface Download extends Pick<Transport, 'fetch' | 'pace' | 'userAgent' | 'onRetry'> {
  /** URL of the API; it decides which links are allowed. */
  apiUrl: string;
  format: ReportFormat;
  signal: AbortSignal | undefined;
  /** Requests a new link. */
  requestLink: () => Promise<{ link: ReportLink } | PolledScan>;
}

/**
 * Downloads a report in chunks from its link, without the key. If the transfer is interrupted, it starts again with a
 * new link. The bytes that were already returned are compared by their digest and not returned again.
 */
export async function* downloadReport(download: Download): AsyncGenerator<Uint8Array, void, undefined> {
  const { pace, signal } = download;
  const returned = { bytes: 0, digest: createHash('sha256') };
  for (let attempt = 1; ; attempt++) {
    const url = await waitForLink(download);
    let fault: Fault;
    try {
      yield* downloadRest(download, url, returned);
      return;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fault = error;
    }
    if (!fault.isTransient || attempt >= pace.attempts) throw fault.error;
    const failed = { method: 'GET', url, reason: fault.message, attempt };
    await pauseBeforeRetry(failed, null, download, signal);
  }
}

/** Why one transfer failed. */
class Fault extends Error {
  readonly error: ConnectionError;
  /** Whether another transfer may succeed. */
  readonly isTransient: boolean;

  constructor(error: ConnectionError, reason: string, isTransient: boolean) {
    super(reason);
    this.error = error;
    this.isTransient = isTransient;
  }
}

async function waitForLink({ requestLink, apiUrl, pace, signal }: Download): Promise<string> {
  for (;;) {
    const answer = await requestLink();
    if ('link' in answer) return validateLink(answer.link.url, apiUrl);
    const wait = Math.max(answer.retryAfterMs ?? POLL_MS, pace.backoff);
    await sleep(Math.min(wait, POLL_MS_MAX), signal);
  }
}

/** @throws ConnectionError if the link is not encrypted, or leads to this machine while the API is elsewhere */
function validateLink(link: string, apiUrl: string): string {
  const url = URL.canParse(link) ? new URL(link) : null;
  const isPlain = url?.protocol === 'http:' && isLoopback(url.hostname) && apiUrl.startsWith('http:');
  if (url !== null && url.username === '' && (url.protocol === 'https:' || isPlain)) return url.href;
  throw new ConnectionError(
    'not-the-api',
    `${new URL(apiUrl).origin} linked to a report ${url === null ? 'without a URL' : `at ${url.protocol}//${url.host}`}. It was not fetched, because links to reports must be https. Check the URL of the API.`,
  );
}

async function* downloadRest(
  { fetch, pace, userAgent, format, signal }: Download,
  url: string,
  returned: { bytes: number; digest: ReturnType<typeof createHash> },
): AsyncGenerator<Uint8Array, void, undefined> {
  const headers = { 'User-Agent': userAgent };
  const limits = { timeoutMs: pace.requestTimeout, signal };
  const opened = await exchange(fetch, url, { headers }, limits).catch(throwTransferFault);
  try {
    checkAnswer(opened.response, url, format);
    const repeated = { remaining: returned.bytes, digest: createHash('sha256') };
    let isSame = returned.bytes === 0;
    const chunks = opened.chunks();
    for (;;) {
      const { done, value } = await chunks.next().catch(throwTransferFault);
      if (done) break;
      const known = value.subarray(0, repeated.remaining);
      repeated.digest.update(known);
      repeated.remaining -= known.length;
      if (repeated.remaining > 0) continue;
      if (!isSame) checkSame(repeated.digest, returned.digest, url);
      isSame = true;
      const chunk = value.subarray(known.length);
      if (chunk.length === 0) continue;
      returned.digest.update(chunk);
      returned.bytes += chunk.length;
      yield chunk;
    }
    if (!isSame) throw new Fault(createCutOffError(url), 'the connection was lost', true);
  } finally {
    opened.close();
  }
}

function throwTransferFault(error: unknown): never {
  if (!(error instanceof NoAnswerError)) throw error;
  const isPermanent = error.fault.kind === 'tls' || error.fault.kind === 'clock';
  throw new Fault(error.fault, 'the report was incomplete', !isPermanent);
}

function checkAnswer({ status, headers }: Response, url: string, format: ReportFormat): void {
  const { origin } = new URL(url);
  if (status >= 300 && status < 400) {
    const error = new ConnectionError(
      'redirected',
      `The link to the report at ${origin} responded with a redirect (${status}), which is not followed. A proxy or login page may be in between.`,
    );
    throw new Fault(error, String(status), false);
  }
  if (status !== 200) {
    const message = `The link to the report at ${origin} returned ${status}, and so did a new link. Try again later. If it happens again, check whether a proxy changes requests.`;
    throw new Fault(new ConnectionError('other', message), `the report's link returned ${status}`, true);
  }
  if (format !== 'html' && /^text\/html\b/i.test(headers.get('Content-Type') ?? '')) {
    const message = `The link to the report at ${origin} responded with a web page instead of the report. A proxy or login page may be in between.`;
    throw new Fault(new ConnectionError('not-the-api', message), 'a page instead of the report', false);
  }
}

/** @throws Fault if the repeated beginning differs from the bytes that were already returned */
function checkSame(
  repeated: ReturnType<typeof createHash>,
  returned: ReturnType<typeof createHash>,
  url: string,
): void {
  if (repeated.copy().digest('hex') === returned.copy().digest('hex')) return;
  throw new Fault(createCutOffError(url), 'the report changed during the download', false);
}
