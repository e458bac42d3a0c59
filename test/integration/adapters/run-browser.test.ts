import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventStreamCodec } from '@smithy/core/event-streams';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BrowserLostError, BrowserNotStartedError } from '../../../core/scans/browser-errors.ts';
import type { ChunkJob } from '../../../core/scans/chunk.ts';
import { type ChunkEvent, eventLengthMax } from '../../../core/scans/chunk-events.ts';
import { ChunkEventError } from '../../../core/scans/chunk-progress.ts';
import type { ResponseMode } from '../../../core/scans/response-mode.ts';
import { FunctionError, InvokeError } from '../../../local/functions/errors.ts';
import { createLambdaApi, type InvokeByName } from '../../../local/functions/lambda-api.ts';
import { listenOnLoopback } from '../../../local/stand-ins/loopback-address.ts';

const FUNCTION_ARN = 'arn:aws:lambda:eu-central-1:000000000000:function:scan-pages';
const job = { scanId: 'scan_1', pages: [] } as unknown as ChunkJob;
const call = { siteId: 'site_1', correlationId: 'request-1' };
const pageId = `page_${'1'.repeat(32)}`;
const started: ChunkEvent = { type: 'page-started', pageId, attempt: 1 };
const ended: ChunkEvent = { type: 'end', notReached: [] };
const lineOf = (event: object) => Buffer.from(`${JSON.stringify(event)}\n`);

let lambda: Server | undefined;
afterEach(async () => {
  lambda?.close().closeAllConnections();
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Returns the events of a browser whose function does what the test says. The client is created anew. */
async function open(invoke: InvokeByName) {
  lambda = createLambdaApi(invoke);
  return openAt(await listenOnLoopback(lambda));
}

async function openAt(endpoint: string) {
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', endpoint);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.resetModules();
  const { runBrowser } = await import('../../../adapters/browser-function/run-browser.ts');
  return (responses: ResponseMode = 'streamed', startUntil = Date.now() + 20_000) =>
    runBrowser({ functionArn: FUNCTION_ARN, responses, startUntil }, job, call);
}

/** Reads events until they end. Errors are compared by name, because the module was loaded anew. */
async function read(
  events: AsyncIterable<ChunkEvent>,
): Promise<{ seen: ChunkEvent[]; error?: string; message?: string }> {
  const seen: ChunkEvent[] = [];
  try {
    for await (const event of events) seen.push(event);
    return { seen };
  } catch (error) {
    return { seen, error: (error as Error).name, message: (error as Error).message };
  }
}

describe('a browser', () => {
  it.each(['streamed', 'buffered'] as const)(
    'gets its job for one tenant and reports (%s)',
    async (responses) => {
      const invocations: unknown[] = [];
      const events = await open(async (name, event, { tenantId, onBytes }) => {
        invocations.push([name, event, tenantId]);
        onBytes?.(lineOf(started));
        onBytes?.(lineOf(ended));
        return null;
      });
      expect(await read(events(responses))).toEqual({ seen: [started, ended] });
      expect(invocations).toEqual([
        [FUNCTION_ARN, { ...job, correlationId: call.correlationId, responses }, call.siteId],
      ]);
    },
  );

  it('reports while it runs, also in parts that end within a line', async () => {
    const goOn = Promise.withResolvers<void>();
    const events = await open(async (_name, _event, { onBytes }) => {
      const line = lineOf(started);
      onBytes?.(line.subarray(0, 10));
      onBytes?.(Buffer.concat([line.subarray(10), lineOf(ended).subarray(0, 3)]));
      await goOn.promise;
      onBytes?.(lineOf(ended).subarray(3));
      return null;
    });
    const iterator = events();
    expect((await iterator.next()).value).toEqual(started);
    goOn.resolve();
    expect(await read(iterator)).toEqual({ seen: [ended] });
  });

  it('is lost if its function ends with an error; what it reported before counts', async () => {
    const events = await open(async (_name, _event, { onBytes }) => {
      onBytes?.(lineOf(started));
      throw new FunctionError('Runtime.ExitError', 'signal: killed');
    });
    expect(await read(events())).toMatchObject({
      seen: [started],
      error: BrowserLostError.name,
      message: expect.stringContaining('Runtime.ExitError: signal: killed'),
    });
    // The whole response is lost then.
    expect(await read(events('buffered'))).toMatchObject({ seen: [], error: BrowserLostError.name });
  });

  it('is lost if the connection is cut', async () => {
    const server = createServer((_request, response) => {
      response
        .writeHead(200, { 'Content-Type': 'application/vnd.amazon.eventstream' })
        .write(Buffer.alloc(8));
      setTimeout(() => response.destroy(), 50);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const events = await openAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await read(events())).toMatchObject({ seen: [], error: BrowserLostError.name });
    server.close();
  });

  it('is started again after a pause while there is no capacity', async () => {
    let tries = 0;
    const events = await open(async (_name, _event, { onBytes }) => {
      if (++tries <= 2) throw new InvokeError('TooManyRequestsException', 'Rate Exceeded.');
      onBytes?.(lineOf(ended));
      return null;
    });
    expect(await read(events())).toEqual({ seen: [ended] });
    expect(tries).toBe(3);
  });

  it('is not started if there is no capacity until the time is over', async () => {
    let tries = 0;
    const events = await open(async () => {
      tries++;
      throw new InvokeError('TooManyRequestsException', 'Rate Exceeded.');
    });
    expect(await read(events('streamed', Date.now()))).toMatchObject({ error: BrowserNotStartedError.name });
    expect(await read(events('buffered', Date.now()))).toMatchObject({ error: BrowserNotStartedError.name });
    expect(tries).toBe(2);
  });

  it('that may not be invoked is a fault of the caller, and is not tried again', async () => {
    let tries = 0;
    const events = await open(async () => {
      tries++;
      throw new InvokeError('AccessDeniedException', 'not authorized');
    });
    expect(await read(events())).toMatchObject({ error: 'AccessDeniedException' });
    expect(tries).toBe(1);
  });

  it.each([
    ['no JSON', Buffer.from('{"type":\n')],
    ['an unknown event', lineOf({ type: 'gate-passed' })],
    ['an event with a wrong member', lineOf({ ...started, attempt: 99 })],
    ['a line that does not end', Buffer.alloc(eventLengthMax + 1, 0x20)],
  ])('that reports %s breaks the rules', async (_, bytes) => {
    const events = await open(async (_name, _event, { onBytes }) => {
      onBytes?.(lineOf(started));
      onBytes?.(bytes);
      onBytes?.(lineOf(ended));
      return null;
    });
    expect(await read(events())).toMatchObject({ seen: [started], error: ChunkEventError.name });
  });

  it('has no connection left when the reader stops', async () => {
    const closed = Promise.withResolvers<void>();
    const server = createServer((request, response) => {
      const text = (value: string) => ({ type: 'string', value }) as const;
      const headers = { ':message-type': text('event'), ':event-type': text('PayloadChunk') };
      response.writeHead(200, { 'Content-Type': 'application/vnd.amazon.eventstream' });
      response.write(
        new EventStreamCodec(
          (bytes) => Buffer.from(bytes).toString(),
          (given) => Buffer.from(given),
        ).encode({ headers, body: lineOf(started) }),
      );
      request.socket.once('close', () => closed.resolve());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const events = (await openAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))();
    expect((await events.next()).value).toEqual(started);
    await events.return(undefined);
    await closed.promise;
    server.close();
  });
});
