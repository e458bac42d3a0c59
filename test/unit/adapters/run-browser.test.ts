import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runBrowser } from '../../../adapters/browser-function/run-browser.ts';
import { BrowserLostError } from '../../../core/scans/browser-errors.ts';
import type { ChunkJob } from '../../../core/scans/chunk.ts';
import type { ChunkEvent } from '../../../core/scans/chunk-events.ts';
import { browserTimeoutMs, START_TRIES_MS } from '../../../core/scans/pacing.ts';
import type { ResponseMode } from '../../../core/scans/response-mode.ts';

const ended: ChunkEvent = { type: 'end', notReached: [] };
const line = Buffer.from(`${JSON.stringify(ended)}\n`);
const job = { scanId: 'scan_1', pages: [] } as unknown as ChunkJob;

const throttled = () => Object.assign(new Error('Rate Exceeded.'), { name: 'TooManyRequestsException' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubEnv('AWS_REGION', 'eu-central-1');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Answers each try after a time, in milliseconds, or never if the time is infinite; a request can be aborted. */
function answerTries(responses: ResponseMode, isThrottled: (now: number) => boolean, milliseconds: number) {
  const tries: number[] = [];
  vi.spyOn(LambdaClient.prototype, 'send').mockImplementation(((
    command: object,
    { abortSignal }: { abortSignal: AbortSignal },
  ) => {
    expect(command instanceof InvokeCommand).toBe(responses === 'buffered');
    tries.push(Date.now());
    if (isThrottled(Date.now())) return Promise.reject(throttled());
    const answer = Promise.withResolvers<object>();
    abortSignal.addEventListener('abort', () => answer.reject(new Error('aborted')));
    async function* stream() {
      yield { PayloadChunk: { Payload: line } };
      yield { InvokeComplete: {} };
    }
    const output = responses === 'buffered' ? { Payload: line } : { EventStream: stream() };
    if (milliseconds !== Number.POSITIVE_INFINITY) setTimeout(() => answer.resolve(output), milliseconds);
    return answer.promise;
  }) as never);
  return tries;
}

/** Runs a browser until it ends, while the clock advances. */
async function run(
  responses: ResponseMode,
): Promise<{ seen: ChunkEvent[]; error?: unknown; seconds: number }> {
  const begin = Date.now();
  const browser = { functionArn: 'scan-pages', responses, startUntil: begin + START_TRIES_MS };
  const seen: ChunkEvent[] = [];
  let isOver = false;
  const work = (async () => {
    for await (const event of runBrowser(browser, job, { siteId: 'site_1', correlationId: 'request-1' }))
      seen.push(event);
  })().then(
    () => undefined,
    (error: unknown) => error,
  );
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) await vi.advanceTimersByTimeAsync(1_000);
  const error = await work;
  return { seen, seconds: (Date.now() - begin) / 1_000, ...(error === undefined ? {} : { error }) };
}

describe('the time limit of a browser that reports nothing', () => {
  it('begins when its function starts, after all tries that were throttled', async () => {
    const begin = Date.now();
    const tries = answerTries('buffered', (now) => now < begin + 60_000, browserTimeoutMs - 1_000);
    const { seen, error, seconds } = await run('buffered');
    expect([seen, error]).toEqual([[ended], undefined]);
    expect(tries.length).toBeGreaterThan(4);
    expect(seconds).toBeGreaterThan(browserTimeoutMs / 1_000 + 50);
  });

  it('begins anew with each try, also if the response is streamed', async () => {
    const begin = Date.now();
    answerTries('streamed', (now) => now < begin + 60_000, 100_000);
    expect(await run('streamed')).toMatchObject({ seen: [ended] });
  });

  it.each([
    ['buffered', browserTimeoutMs / 1_000 + 10],
    ['streamed', 135],
  ] as const)('ends one that never answers (%s)', async (responses, limit) => {
    answerTries(responses, () => false, Number.POSITIVE_INFINITY);
    const { seen, error, seconds } = await run(responses);
    expect(seen).toEqual([]);
    expect(error).toBeInstanceOf(BrowserLostError);
    expect(seconds).toBeGreaterThanOrEqual(limit);
    expect(seconds).toBeLessThan(limit + 5);
  });
});
