import {
  InvokeCommand,
  InvokeWithResponseStreamCommand,
  LambdaClient,
  type LambdaServiceException,
} from '@aws-sdk/client-lambda';
import { BrowserLostError, BrowserNotStartedError } from '../../core/scans/browser-errors.ts';
import type { ChunkJob } from '../../core/scans/chunk.ts';
import { type ChunkEvent, chunkEventSchema, eventLengthMax } from '../../core/scans/chunk-events.ts';
import { ChunkEventError } from '../../core/scans/chunk-progress.ts';
import { BROWSER_SILENCE_MAX_MS, browserTimeoutMs } from '../../core/scans/pacing.ts';
import type { ResponseMode } from '../../core/scans/response-mode.ts';
import { invokeClientOptions } from '../aws-client-options.ts';
import { memoize } from '../memoize.ts';
import { LineTooLongError, readLines } from './read-lines.ts';

/**
 * Maximum time without a byte of the response, in milliseconds. A streamed response has a byte after each page at the
 * latest. A buffered response comes when all pages of the chunk have ended.
 */
const idleMaxMs = { streamed: BROWSER_SILENCE_MAX_MS, buffered: browserTimeoutMs + 10_000 };

/** Milliseconds before the browser is started again: the first pause, which doubles with each try, and the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

const client = memoize(() => new LambdaClient(invokeClientOptions));

/** The site that the browser is for, and the correlation id for its log. */
export interface BrowserCall {
  siteId: string;
  correlationId: string;
}

/** How the browser's function is called. */
export interface BrowserFunction {
  functionArn: string;
  /** `buffered` is for regions without response streaming. */
  responses: ResponseMode;
}

/**
 * Invokes the function with the browser for one site, and yields its events. Its execution environment is shared with
 * no other site: the id of the site is the tenant id
 * (https://docs.aws.amazon.com/lambda/latest/dg/tenant-isolation.html).
 * @param startUntil time in milliseconds since the epoch until which a start that was throttled is tried again
 * @throws BrowserNotStartedError if there is no capacity; BrowserLostError if the function failed, timed out or stopped
 * reporting; ChunkEventError if it reported something that is no event
 */
export async function* runBrowser(
  browser: BrowserFunction & { startUntil: number },
  job: ChunkJob,
  { siteId, correlationId }: BrowserCall,
): AsyncGenerator<ChunkEvent> {
  const abort = new AbortController();
  const idle = new IdleTimer(idleMaxMs[browser.responses], abort);
  const bytes = withoutPauses(invoke(browser, { job, siteId, correlationId, abort, idle }), idle);
  try {
    for await (const line of readLines(bytes, eventLengthMax)) yield parseEvent(line);
  } catch (error) {
    if (abort.signal.reason instanceof BrowserLostError) throw abort.signal.reason;
    throw error instanceof LineTooLongError ? new ChunkEventError(error.message) : error;
  } finally {
    // The reader may have stopped early.
    abort.abort();
  }
}

function parseEvent(line: string): ChunkEvent {
  try {
    return chunkEventSchema.parse(JSON.parse(line));
  } catch (error) {
    throw new ChunkEventError('the function of a browser reported something that is no event', {
      cause: error,
    });
  }
}

interface Invocation extends BrowserCall {
  job: ChunkJob;
  abort: AbortController;
  idle: IdleTimer;
}

/** Yields the bytes of the function's response. */
async function* invoke(
  browser: BrowserFunction & { startUntil: number },
  { job, siteId, correlationId, abort, idle }: Invocation,
): AsyncGenerator<Uint8Array> {
  const input = {
    FunctionName: browser.functionArn,
    TenantId: siteId,
    Payload: Buffer.from(JSON.stringify({ ...job, correlationId, responses: browser.responses })),
  };
  const options = { abortSignal: abort.signal };
  const limits = { until: browser.startUntil, idle };
  if (browser.responses === 'buffered') {
    const { Payload, FunctionError } = await startWithRetry(limits, () =>
      client().send(new InvokeCommand(input), options),
    );
    if (FunctionError !== undefined) throw new BrowserLostError(describe(FunctionError, decode(Payload)));
    if (Payload !== undefined) yield Payload;
    return;
  }
  const { EventStream } = await startWithRetry(limits, () =>
    client().send(new InvokeWithResponseStreamCommand(input), options),
  );
  let isComplete = false;
  for await (const { PayloadChunk, InvokeComplete } of asLostIfBroken(EventStream ?? [])) {
    if (PayloadChunk?.Payload !== undefined) yield PayloadChunk.Payload;
    if (InvokeComplete?.ErrorCode !== undefined) {
      throw new BrowserLostError(describe(InvokeComplete.ErrorCode, InvokeComplete.ErrorDetails));
    }
    if (InvokeComplete !== undefined) isComplete = true;
  }
  if (!isComplete) throw new BrowserLostError('its response was cut');
}

/** Yields the parts of a response; throws a BrowserLostError if its connection breaks. */
async function* asLostIfBroken<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    throw new BrowserLostError((error as Error).message, { cause: error });
  }
}

/**
 * Starts an invocation. If Lambda does not start it for lack of capacity, tries again after a pause. A buffered
 * response comes when the browser has ended, so the timer begins anew with each try and does not run during pauses.
 * @param limits.until time of the last try, in milliseconds since the epoch
 * @throws BrowserNotStartedError, BrowserLostError if it may have started
 */
async function startWithRetry<Output>(
  { until, idle }: { until: number; idle: IdleTimer },
  start: () => Promise<Output>,
): Promise<Output> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    idle.restart();
    try {
      return await start();
    } catch (error) {
      idle.stop();
      if (!isThrottled(error)) throw asLost(error);
      if (Date.now() + pause > until) {
        throw new BrowserNotStartedError((error as Error).message, { cause: error });
      }
    }
    const milliseconds = pause * (0.5 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
}

/**
 * True if Lambda did not start an invocation because there is no capacity. Source of the names:
 * https://docs.aws.amazon.com/lambda/latest/api/API_InvokeWithResponseStream.html#API_InvokeWithResponseStream_Errors
 */
function isThrottled(error: unknown): boolean {
  const { name } = error as Partial<LambdaServiceException>;
  return (
    name === 'TooManyRequestsException' || name === 'EC2ThrottledException' || name === 'ServiceException'
  );
}

/**
 * Returns the error to throw for an invocation that failed. Errors of the request (status 4xx, e.g. no permission or no
 * such function) are returned unchanged, so that the message returns to its queue and becomes a dead letter.
 */
function asLost(error: unknown): unknown {
  const status = (error as Partial<LambdaServiceException>).$metadata?.httpStatusCode ?? 0;
  if (status >= 400 && status < 500) return error;
  return new BrowserLostError((error as Error).message, { cause: error });
}

/** Aborts with a BrowserLostError if it runs for so many milliseconds. */
class IdleTimer {
  readonly #milliseconds: number;
  readonly #abort: AbortController;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, abort: AbortController) {
    this.#milliseconds = milliseconds;
    this.#abort = abort;
  }

  restart(): void {
    this.stop();
    const seconds = this.#milliseconds / 1000;
    const error = new BrowserLostError(`it reported nothing for ${seconds} s`);
    this.#timer = setTimeout(() => this.#abort.abort(error), this.#milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Yields the items. The timer runs only while the next one is awaited. */
async function* withoutPauses<Item>(items: AsyncIterable<Item>, idle: IdleTimer): AsyncGenerator<Item> {
  try {
    for await (const item of items) {
      idle.stop();
      yield item;
      idle.restart();
    }
  } finally {
    idle.stop();
  }
}

function describe(code: string, details = ''): string {
  return `its function ended with ${code}: ${details.slice(0, 1_000)}`;
}

function decode(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes).toString();
}
