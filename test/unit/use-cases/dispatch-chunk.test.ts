import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { noLinks } from '../../../core/crawl/found-links.ts';
import { createId } from '../../../core/ids.ts';
import { BrowserLostError, BrowserNotStartedError } from '../../../core/scans/browser-errors.ts';
import type { ChunkJob } from '../../../core/scans/chunk.ts';
import { type ChunkEvent, packPageEnd } from '../../../core/scans/chunk-events.ts';
import type { ChunkMessage, ChunkPage, RecordMessage } from '../../../core/scans/messages.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import type { SealedCredentials } from '../../../core/sites/credentials.ts';
import { type ChunkDispatcher, dispatchChunk } from '../../../use-cases/dispatch-chunk.ts';
import { finding, node, result } from '../reports/fixtures.ts';

const now = new Date('2026-11-21T12:00:00Z');
const pageOf = (digit: string, attempt = 1): ChunkPage => ({
  pageId: `page_${digit.repeat(32)}`,
  url: `https://shop.example/${digit}`,
  attempt,
  identity: `/${digit}`,
});
const [first, second] = [pageOf('1'), pageOf('2', 2)] as const;
const chunk: ChunkMessage = {
  accountId: createId('acct', now),
  scanId: createId('scan', now),
  siteId: createId('site', now),
  correlationId: 'request-1',
  chunkId: createId('chunk', now),
  host: 'shop.example',
  priority: 'normal',
  ruleIds: ['label'],
  settings: pageSettingsDefault,
  hashRoutes: false,
  marks: ['.ad'],
  pages: [first, second],
};
const { accountId, scanId, correlationId, chunkId, host } = chunk;
const about = { accountId, scanId, correlationId, chunkId, host };
const once = { receiveCount: 1, run: 'run-1' };

const started = ({ pageId, attempt }: ChunkPage): ChunkEvent => ({ type: 'page-started', pageId, attempt });
const finished = (
  page: ChunkPage,
  overrides: Parameters<typeof result>[2] = {},
  pictureId?: string,
): ChunkEvent => {
  const { pageId, attempt, url } = page;
  const picture =
    pictureId === undefined
      ? null
      : { id: pictureId, width: 20, height: 20, element: { x: 0, y: 0, width: 9, height: 9 } };
  const found = [finding('label', [node('#name', { picture })])];
  const end = {
    result: result(pageId, found, { scanId, attempt, ...overrides }),
    links: noLinks,
    finalUrl: url,
  };
  return { type: 'page-finished', pageId, attempt, end: packPageEnd(end) };
};
const picture = (text: string, header = 'RIFF\0\0\0\0WEBP'): Extract<ChunkEvent, { type: 'picture' }> => ({
  type: 'picture',
  id: `pic_${hash('sha256', header + text)}`,
  bytes: Buffer.from(header + text).toString('base64'),
});
const end = (...notReached: ChunkPage[]): ChunkEvent => ({
  type: 'end',
  notReached: notReached.map(({ pageId }) => pageId),
});

/** A dispatcher whose browser reports what the test sets; it records everything that it writes and sends, in order. */
function dispatcherThat(browse: (job: ChunkJob, call: object) => Iterable<ChunkEvent>) {
  const left: (RecordMessage | string)[] = [];
  const refused: string[] = [];
  const faults: string[] = [];
  const dispatcher: ChunkDispatcher = {
    findScan: async () => ({ status: 'running' }),
    openCredentials: async ({ origin }) => ({ origin, headers: {}, cookies: [], basic: null }),
    async *runBrowser(job, call) {
      yield* browse(job, call);
    },
    putObject: async (key, _body, contentType) => void left.push(`${key} ${contentType}`),
    sendRecord: async (message) => void left.push(message),
    countBrowserFault: () => faults.push('fault'),
    countRefusedEvent: () => refused.push('refused'),
    log: { info() {}, warn() {}, error() {} },
  };
  return { dispatcher, left, refused, faults };
}

/** Returns what the dispatcher wrote and sent, short: the type of a message and the digit of its page. */
const shorten = (left: readonly (RecordMessage | string)[]) =>
  left.map((each) => {
    if (typeof each === 'string') return each.split('/')[0];
    const ids = 'pageIds' in each ? each.pageIds : 'pageId' in each ? [each.pageId] : [];
    const fault = 'isFault' in each && each.isFault ? ' fault' : '';
    return `${each.type} ${ids.map((id) => id.at(-1)).join()}${fault}`.trim();
  });

async function run(events: () => Iterable<ChunkEvent>, ofChunk = chunk) {
  const made = dispatcherThat(events);
  await dispatchChunk(made.dispatcher, ofChunk, once);
  return { ...made, short: shorten(made.left) };
}

describe('dispatchChunk', () => {
  it('writes pictures and a result before it reports the page, and reports the end of the chunk last', async () => {
    const shown = picture('a');
    const { left } = await run(() => [
      started(first),
      shown,
      shown,
      finished(first, {}, shown.id),
      started(second),
      finished(second),
      end(),
    ]);
    const { pageId, attempt } = first;
    expect(left.slice(0, 4)).toEqual([
      { ...about, type: 'page-started', pageId, attempt },
      `pictures/${accountId}/${scanId}/${shown.id}.webp image/webp`,
      `results/${accountId}/${scanId}/${pageId}/1-run-1.json application/json`,
      expect.objectContaining({
        ...about,
        type: 'page-finished',
        pageId,
        run: 'run-1',
        finalUrl: first.url,
        links: noLinks,
      }),
    ]);
    expect(shorten(left.slice(4))).toEqual(['page-started 2', 'results', 'page-finished 2', 'chunk-ended']);
  });

  it('returns the pages that were not begun, and reports a deferred page with its pause', async () => {
    const deferral = {
      retryAfterSeconds: 30,
      outcome: 'http-error',
      detail: 'The server answered 429.',
    } as const;
    const { pageId, attempt } = first;
    const { left, short } = await run(() => [
      started(first),
      { type: 'page-deferred', pageId, attempt, ...deferral },
      end(second),
    ]);
    expect(left[1]).toEqual({ ...about, type: 'page-deferred', pageId, attempt, ...deferral });
    expect(short.slice(2)).toEqual(['pages-returned 2', 'chunk-ended']);
  });

  it('counts a chunk that returned all of its pages as a fault, so that it is not dispatched without end', async () => {
    const none = await run(() => [end(first, second)]);
    expect(none.short).toEqual(['pages-returned 1,2 fault', 'chunk-ended']);
    expect(none.faults).toEqual(['fault']);
    const some = await run(() => [started(first), finished(first), end(second)]);
    expect(some.short.slice(3)).toEqual(['pages-returned 2', 'chunk-ended']);
    expect(some.faults).toEqual([]);
  });

  it('returns a page whose results do not fit after those of other pages, and does not count its attempt', async () => {
    const { short } = await run(() => [
      started(first),
      finished(first),
      started(second),
      { type: 'response-full' },
    ]);
    expect(short.slice(3)).toEqual(['page-started 2', 'attempt-void 2', 'pages-returned 2', 'chunk-ended']);
    const nothingEnded = await run(() => [started(first), { type: 'response-full' }]);
    expect(nothingEnded.short.slice(1)).toEqual([
      'attempt-void 1',
      'pages-returned 1,2 fault',
      'chunk-ended',
    ]);
  });

  it('starts no browser for a chunk that was delivered before', async () => {
    const { dispatcher, left } = dispatcherThat(() => expect.unreachable());
    await dispatchChunk(dispatcher, chunk, { receiveCount: 2, run: 'run-2' });
    expect(left).toEqual([{ ...about, type: 'chunk-redelivered', pageIds: [first.pageId, second.pageId] }]);
  });

  it.each(['cancelled', 'failed', undefined] as const)(
    'starts no browser if the scan is %s',
    async (status) => {
      const { dispatcher, left } = dispatcherThat(() => expect.unreachable());
      dispatcher.findScan = async () => status && { status };
      await dispatchChunk(dispatcher, chunk, once);
      expect(shorten(left)).toEqual(['chunk-ended']);
    },
  );

  it('passes the site as tenant, the decrypted credentials, and none if the chunk has none', async () => {
    const seen: unknown[] = [];
    const { dispatcher } = dispatcherThat(({ credentials }, call) => {
      seen.push([credentials, call]);
      return [end(first, second)];
    });
    const { siteId } = chunk;
    const call = { siteId, correlationId };
    const sealed: SealedCredentials = {
      siteId,
      origin: 'https://shop.example',
      sealed: { key: '', nonce: '', text: '', tag: '' },
    };
    await dispatchChunk(dispatcher, chunk, once);
    await dispatchChunk(dispatcher, { ...chunk, credentials: sealed }, once);
    expect(seen).toEqual([
      [undefined, call],
      [{ origin: sealed.origin, headers: {}, cookies: [], basic: null }, call],
    ]);
  });
});

describe('if the function of the browser', () => {
  function* failing(events: ChunkEvent[], error: Error): Generator<ChunkEvent> {
    yield* events;
    throw error;
  }
  const gone = new BrowserLostError('Runtime.ExitError');

  it('ends while a page is open, names that page and returns the others without blame', async () => {
    const { short, left, refused, faults } = await run(() => failing([started(first)], gone));
    expect(short).toEqual(['page-started 1', 'page-lost 1', 'pages-returned 2', 'chunk-ended']);
    expect(left[1]).toMatchObject({ type: 'page-lost', isRefused: false });
    expect([refused, faults]).toEqual([[], []]);
  });

  it('ends while no page is open, returns the pages as not scanned because of a fault', async () => {
    const { short, faults } = await run(() => failing([], gone));
    expect(short).toEqual(['pages-returned 1,2 fault', 'chunk-ended']);
    expect(faults).toEqual(['fault']);
  });

  it('stops without an end, counts as lost', async () => {
    const { short } = await run(() => [started(first), finished(first)]);
    expect(short.slice(3)).toEqual(['pages-returned 2 fault', 'chunk-ended']);
  });

  it('cannot be started for lack of capacity, returns the pages', async () => {
    const { short, faults } = await run(() => failing([], new BrowserNotStartedError('Rate Exceeded.')));
    expect(short).toEqual(['pages-returned 1,2', 'chunk-ended']);
    expect(faults).toEqual([]);
  });

  it('reports a fault of the scanner, voids the attempt and returns the pages', async () => {
    const { short, faults } = await run(() => [started(first), { type: 'fault', detail: 'no space left' }]);
    expect(short).toEqual(['page-started 1', 'attempt-void 1', 'pages-returned 1,2 fault', 'chunk-ended']);
    expect(faults).toEqual(['fault']);
  });
});

describe('a fault of the dispatcher', () => {
  const failingPut = (events: () => Iterable<ChunkEvent>) => {
    const made = dispatcherThat(events);
    made.dispatcher.putObject = () => Promise.reject(new Error('the bucket is gone'));
    return made;
  };

  it('voids the attempt if the result cannot be written, never reports that page, and fails', async () => {
    const { dispatcher, left } = failingPut(() => [started(first), finished(first), started(second)]);
    await expect(dispatchChunk(dispatcher, chunk, once)).rejects.toThrow('the bucket is gone');
    expect(shorten(left)).toEqual(['page-started 1', 'attempt-void 1']);
  });

  it('voids nothing if no page is open', async () => {
    const { dispatcher, left } = dispatcherThat(() => []);
    dispatcher.openCredentials = () => Promise.reject(new Error('no permission'));
    const sealed = { siteId: chunk.siteId, origin: '', sealed: { key: '', nonce: '', text: '', tag: '' } };
    await expect(dispatchChunk(dispatcher, { ...chunk, credentials: sealed }, once)).rejects.toThrow();
    expect(left).toEqual([]);
  });
});

describe('an event that is not allowed is written nowhere, and its page counts as lost:', () => {
  const other = pageOf('9');
  const bad = picture('b');
  const cases: [string, ChunkEvent[], ChunkEvent][] = [
    ['a page of another chunk', [], started(other)],
    ['a page out of order', [], started(second)],
    ['another attempt', [], started({ ...first, attempt: 2 })],
    [
      'a third attempt',
      [started(first), started({ ...first, attempt: 2 })],
      started({ ...first, attempt: 2 }),
    ],
    ['a second open page', [started(first)], started(second)],
    ['the result of another page', [started(first)], finished(second)],
    ['the result of a page that is not open', [], finished(first)],
    ['a second result', [started(first), finished(first)], finished(first)],
    ['the result of another scan', [started(first)], finished(first, { scanId: createId('scan', now) })],
    [
      'a result that names another page',
      [started(first)],
      finished(first, { pageId: second.pageId } as object),
    ],
    ['a result with a picture that was not sent', [started(first)], finished(first, {}, bad.id)],
    [
      'a result that is no result',
      [started(first)],
      { ...started(first), type: 'page-finished', end: 'e30=' } as ChunkEvent,
    ],
    ['a picture without an open page', [], bad],
    ['a picture that is no image', [started(first)], picture('<svg onload=alert(1)>', '')],
    [
      'a result with a detail of 5,000 characters',
      [started(first)],
      finished(first, { detail: 'x'.repeat(5_000) }),
    ],
    ['a result with a negative duration', [started(first)], finished(first, { durationMs: -9e15 })],
    ['a picture whose id is not its hash', [started(first)], { ...bad, id: picture('c').id }],
    ['a full response without an open page', [], { type: 'response-full' }],
    ['an end that omits a page', [], end(first)],
    ['an end that names another page', [], end(first, other)],
    ['an end with pages that have ended', [started(first), finished(first)], end(first, second)],
  ];
  it.each(cases)('%s', async (_, allowed, event) => {
    const before = await run(() => [...allowed]);
    const { short, left, refused, faults } = await run(() => [...allowed, event, end()]);
    expect(short).toEqual(before.short);
    const isLost = (each: RecordMessage | string) => typeof each !== 'string' && each.type === 'page-lost';
    expect(left).toEqual(
      before.left.map((each) => (isLost(each) ? { ...(each as object), isRefused: true } : each)),
    );
    expect(refused).toEqual(['refused']);
    expect(faults).toEqual([]);
  });

  it('anything after the end', async () => {
    const { short } = await run(() => [end(first, second), started(first)]);
    expect(short).toEqual(['pages-returned 1,2 fault', 'chunk-ended']);
  });

  it.each([
    ['too many', Array.from({ length: 21 }, (_, at) => picture(`${at}`))],
    ['too large', Array.from({ length: 11 }, (_, at) => picture(`${at}`.padEnd(59_000)))],
  ])('%s pictures of a page', async (_, pictures) => {
    const { left, refused } = await run(() => [started(first), ...pictures]);
    expect(refused).toEqual(['refused']);
    expect(left.filter((each) => typeof each === 'string')).toHaveLength(pictures.length - 1);
  });
});
