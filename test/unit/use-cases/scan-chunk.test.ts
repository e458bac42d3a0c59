import { describe, expect, it } from 'vitest';
import { createId } from '../../../core/ids.ts';
import type { ChunkEvents, ChunkJob } from '../../../core/scans/chunk.ts';
import type { ChunkMessage, ChunkPage, RecordMessage } from '../../../core/scans/messages.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import type { Credentials, SealedCredentials } from '../../../core/sites/credentials.ts';
import { type ChunkScanner, scanChunk } from '../../../use-cases/scan-chunk.ts';

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
  correlationId: 'request-1',
  chunkId: createId('chunk', now),
  priority: 'normal',
  ruleIds: ['label'],
  settings: pageSettingsDefault,
  hashRoutes: false,
  marks: ['.ad'],
  pages: [first, second],
};
const { accountId, scanId, correlationId, chunkId } = chunk;
const about = { accountId, scanId, correlationId, chunkId };
const links = { kind: 'found', urls: [] } as unknown as Parameters<ChunkEvents['pageFinished']>[1];
const resultOf = ({ pageId, attempt }: ChunkPage) =>
  ({ pageId, attempt, outcome: 'scanned', detail: 'The page was scanned.', durationMs: 90 }) as PageResult;
const once = { receiveCount: 1, run: 'run-1' };

/** A scanner whose browser does what the test sets; it records everything that it emits, in order. */
function scannerThat(
  browse: (job: ChunkJob, events: ChunkEvents) => Promise<ChunkPage[]>,
  failures: string[] = [],
) {
  const left: (RecordMessage | string)[] = [];
  const counted: [string, number][] = [];
  const scanner: ChunkScanner = {
    openCredentials: async ({ origin }) => ({ origin, headers: {}, cookies: [], basic: null }),
    scanPages: async (job, events) => ({ notReached: await browse(job, events) }),
    async putObject(key, _body, contentType) {
      const at = failures.indexOf(key);
      if (at >= 0) {
        failures.splice(at, 1);
        throw new Error(`could not write ${key}`);
      }
      left.push(`${key} ${contentType}`);
    },
    sendRecord: async (message) => void left.push(message),
    countPage: (outcome, durationMs) => counted.push([outcome, durationMs]),
    log: { info() {}, warn() {}, error() {} },
  };
  return { scanner, left, counted };
}

describe('scanChunk', () => {
  it('writes a result before it reports its page, and reports the end of the chunk last', async () => {
    const { scanner, left, counted } = scannerThat(async (_job, events) => {
      await events.pageStarted(first);
      await events.picture('pic_a', new Uint8Array([1]));
      await events.pageFinished(resultOf(first), links, first.url);
      return [];
    });
    await scanChunk(scanner, chunk, once);
    const { pageId, attempt } = first;
    expect(left).toEqual([
      { ...about, type: 'page-started', pageId, attempt },
      `pictures/${accountId}/${scanId}/pic_a.webp image/webp`,
      expect.stringMatching(
        new RegExp(`^results/${accountId}/${scanId}/${pageId}.*run-1.* application/json$`),
      ),
      expect.objectContaining({
        ...about,
        type: 'page-finished',
        pageId,
        run: 'run-1',
        finalUrl: first.url,
        links,
      }),
      { ...about, type: 'chunk-ended' },
    ]);
    expect(counted).toEqual([['scanned', 90]]);
  });

  it('releases the pages that were not begun, and reports a deferred page with its pause', async () => {
    const deferral = {
      retryAfterSeconds: 30,
      outcome: 'http-error',
      detail: 'The server answered 429.',
    } as const;
    const { scanner, left, counted } = scannerThat(async (_job, events) => {
      await events.pageStarted(first);
      await events.pageDeferred(first, deferral);
      return [second];
    });
    await scanChunk(scanner, chunk, once);
    expect(left.slice(1)).toEqual([
      { ...about, type: 'page-deferred', pageId: first.pageId, attempt: 1, ...deferral },
      { ...about, type: 'pages-returned', pageIds: [second.pageId] },
      { ...about, type: 'chunk-ended' },
    ]);
    expect(counted).toEqual([]);
  });

  it('scans no page of a chunk that was delivered before', async () => {
    const { scanner, left } = scannerThat(() => expect.unreachable());
    await scanChunk(scanner, chunk, { receiveCount: 2, run: 'run-2' });
    expect(left).toEqual([{ ...about, type: 'chunk-redelivered', pageIds: [first.pageId, second.pageId] }]);
  });

  it('voids the attempt at the open page if the scanner fails, and fails too', async () => {
    const { scanner, left } = scannerThat(async (_job, events) => {
      await events.pageStarted(second);
      throw new Error('no space left');
    });
    await expect(scanChunk(scanner, chunk, once)).rejects.toThrow('no space left');
    expect(left.at(-1)).toEqual({ ...about, type: 'attempt-void', pageId: second.pageId, attempt: 2 });
  });

  it('voids the attempt if the result cannot be written, and never reports that page', async () => {
    const failing = scannerThat(async (_job, events) => {
      await events.pageStarted(first);
      await events.pageFinished(resultOf(first), links, first.url);
      return [];
    });
    failing.scanner.putObject = async () => {
      throw new Error('the bucket is gone');
    };
    await expect(scanChunk(failing.scanner, chunk, once)).rejects.toThrow('the bucket is gone');
    expect(failing.left.map((each) => (typeof each === 'string' ? each : each.type))).toEqual([
      'page-started',
      'attempt-void',
    ]);
  });

  it('voids nothing if no page is open', async () => {
    const { scanner, left } = scannerThat(async () => {
      throw new Error('no browser');
    });
    await expect(scanChunk(scanner, chunk, once)).rejects.toThrow('no browser');
    expect(left).toEqual([]);
  });

  it('writes equal pictures once, and retries one that could not be written', async () => {
    const key = (id: string) => `pictures/${accountId}/${scanId}/${id}.webp`;
    const { scanner, left } = scannerThat(
      async (_job, { picture }) => {
        await picture('pic_a', new Uint8Array([1]));
        await picture('pic_a', new Uint8Array([1]));
        await expect(picture('pic_b', new Uint8Array([2]))).rejects.toThrow();
        await picture('pic_b', new Uint8Array([2]));
        return [];
      },
      [key('pic_b')],
    );
    await scanChunk(scanner, chunk, once);
    expect(left.slice(0, -1)).toEqual([`${key('pic_a')} image/webp`, `${key('pic_b')} image/webp`]);
  });

  it('passes the decrypted credentials to the browser, and none if the chunk has none', async () => {
    const seen: (Credentials | undefined)[] = [];
    const { scanner } = scannerThat(async ({ credentials }) => {
      seen.push(credentials);
      return [];
    });
    const sealed: SealedCredentials = {
      siteId: createId('site', now),
      origin: 'https://shop.example',
      sealed: { key: '', nonce: '', text: '', tag: '' },
    };
    await scanChunk(scanner, chunk, once);
    await scanChunk(scanner, { ...chunk, credentials: sealed }, once);
    expect(seen).toEqual([undefined, { origin: sealed.origin, headers: {}, cookies: [], basic: null }]);
  });
});
