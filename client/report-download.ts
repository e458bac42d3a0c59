import { createHash } from 'node:crypto';
import { isLoopback } from './api-url.ts';
import type { PolledScan, ReportFormat } from './client.ts';
import { createCutOffError } from './connection-fault.ts';
import { ConnectionError } from './errors.ts';
import { exchange, NoAnswerError } from './exchange.ts';
import type { ReportLink } from './generated/types.ts';
import { pauseBeforeRetry, sleep } from './pace.ts';
import type { Transport } from './transport.ts';

/** Between two looks at a report that is not ready, where the service does not say, in milliseconds. */
const POLL_MS = 2_000;
/** Longer than this no look is put off, whatever the service says. */
const POLL_MS_MAX = 60_000;

/** What a download needs. */
export interface Download extends Pick<Transport, 'fetch' | 'pace' | 'userAgent' | 'onRetry'> {
  /** Where the API is: what it may link to depends on that. */
  apiUrl: string;
  format: ReportFormat;
  signal: AbortSignal | undefined;
  /** Asks for a new link. */
  askLink: () => Promise<{ link: ReportLink } | PolledScan>;
}

/**
 * The report, piece by piece, from where its link leads, without the key. A transfer that breaks off is begun again
 * with a new link, and what was given before is left out, once it is seen to be the same.
 */
export async function* downloadReport(download: Download): AsyncGenerator<Uint8Array, void, undefined> {
  const { pace, signal } = download;
  const given = { bytes: 0, digest: createHash('sha256') };
  for (let attempt = 1; ; attempt++) {
    const url = await readyLink(download);
    let fault: Fault;
    try {
      yield* restOf(download, url, given);
      return;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fault = error;
    }
    if (!fault.passes || attempt >= pace.attempts) throw fault.error;
    const failed = { method: 'GET', url, reason: fault.message, attempt };
    await pauseBeforeRetry(failed, null, download, signal);
  }
}

/** Why one transfer did not come to its end. */
class Fault extends Error {
  readonly error: ConnectionError;
  /** Whether another one may. */
  readonly passes: boolean;

  constructor(error: ConnectionError, reason: string, passes: boolean) {
    super(reason);
    this.error = error;
    this.passes = passes;
  }
}

async function readyLink({ askLink, apiUrl, pace, signal }: Download): Promise<string> {
  for (;;) {
    const asked = await askLink();
    if ('link' in asked) return usableLink(asked.link.url, apiUrl);
    const wait = Math.max(asked.retryAfterMs ?? POLL_MS, pace.backoff);
    await sleep(Math.min(wait, POLL_MS_MAX), signal);
  }
}

/** @throws ConnectionError for a link that would carry the report readable by others, or to a service of this machine */
function usableLink(link: string, apiUrl: string): string {
  const url = URL.canParse(link) ? new URL(link) : null;
  const isPlain = url?.protocol === 'http:' && isLoopback(url.hostname) && apiUrl.startsWith('http:');
  if (url !== null && url.username === '' && (url.protocol === 'https:' || isPlain)) return url.href;
  throw new ConnectionError(
    'not-the-api',
    `${new URL(apiUrl).origin} linked to a report ${url === null ? 'without a URL' : `at ${url.protocol}//${url.host}`}, which is not fetched: links to reports are https. Check the URL of the API.`,
  );
}

async function* restOf(
  { fetch, pace, userAgent, format, signal }: Download,
  url: string,
  given: { bytes: number; digest: ReturnType<typeof createHash> },
): AsyncGenerator<Uint8Array, void, undefined> {
  const headers = { 'User-Agent': userAgent };
  const limits = { timeoutMs: pace.requestTimeout, signal };
  const opened = await exchange(fetch, url, { headers }, limits).catch(transferFault);
  try {
    checkAnswer(opened.response, url, format);
    const repeated = { left: given.bytes, digest: createHash('sha256') };
    let isSame = given.bytes === 0;
    const pieces = opened.pieces();
    for (;;) {
      const { done, value } = await pieces.next().catch(transferFault);
      if (done) break;
      const known = value.subarray(0, repeated.left);
      repeated.digest.update(known);
      repeated.left -= known.length;
      if (repeated.left > 0) continue;
      if (!isSame) checkSame(repeated.digest, given.digest, url);
      isSame = true;
      const piece = value.subarray(known.length);
      if (piece.length === 0) continue;
      given.digest.update(piece);
      given.bytes += piece.length;
      yield piece;
    }
    if (!isSame) throw new Fault(createCutOffError(url), 'the connection broke off', true);
  } finally {
    opened.close();
  }
}

function transferFault(error: unknown): never {
  if (!(error instanceof NoAnswerError)) throw error;
  const isLasting = error.fault.kind === 'tls' || error.fault.kind === 'clock';
  throw new Fault(error.fault, 'the report did not come whole', !isLasting);
}

function checkAnswer({ status, headers }: Response, url: string, format: ReportFormat): void {
  const { origin } = new URL(url);
  if (status >= 300 && status < 400) {
    const error = new ConnectionError(
      'redirected',
      `The link to the report at ${origin} answered with a redirect (${status}), which is not followed: a proxy or login page is in the way.`,
    );
    throw new Fault(error, String(status), false);
  }
  if (status !== 200) {
    const message = `The link to the report at ${origin} answered ${status}, even when asked for anew. Try again later; if it stays so, check whether something on the way changes requests.`;
    throw new Fault(new ConnectionError('other', message), `the report's link answered ${status}`, true);
  }
  if (format !== 'html' && /^text\/html\b/i.test(headers.get('Content-Type') ?? '')) {
    const message = `The link to the report at ${origin} answered with a page instead of the report: a proxy or login page is in the way.`;
    throw new Fault(new ConnectionError('not-the-api', message), 'a page instead of the report', false);
  }
}

/** Holds the beginning that came again against what was given before. */
function checkSame(
  again: ReturnType<typeof createHash>,
  before: ReturnType<typeof createHash>,
  url: string,
): void {
  if (again.copy().digest('hex') === before.copy().digest('hex')) return;
  throw new Fault(createCutOffError(url), 'the report changed meanwhile', false);
}
