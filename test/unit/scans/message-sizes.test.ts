import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { toAsciiJson } from '../../../adapters/queues/ascii-json.ts';
import { foundLinksSchema, LINKS_LENGTH_MAX } from '../../../core/crawl/found-links.ts';
import { createId } from '../../../core/ids.ts';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import {
  type ChunkMessage,
  chunkMessageSchema,
  MESSAGE_BYTES_MAX,
  recordMessageSchema,
} from '../../../core/scans/messages.ts';
import { KNOWN_BYTES_MAX, PAGES_PER_CHUNK_MAX } from '../../../core/scans/pacing.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { CONFIG_BYTES_MAX } from '../../../core/scans/scan-config.ts';
import { selectorSchema } from '../../../core/scans/selector-fault.ts';
import { CREDENTIALS_BYTES_MAX } from '../../../core/sites/credentials-body.ts';
import { URL_LENGTH_MAX } from '../../../core/sites/url.ts';
import { SELECTOR_SUPPRESSIONS_MAX } from '../../../core/suppressions/suppression.ts';
import { itemSize } from '../../support/item-size.ts';

/** The largest messages that the schemas accept. */

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const ITEM_BYTES_MAX = 400 * 1024;
const now = new Date('2026-11-21T12:00:00.000Z');
/** Returns a text of this length that is as large as possible in a message and in an item. */
const text = (length: number) => '語'.repeat(length);
/** Returns a text of letters that cannot be compressed much. */
const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length);
const url = (seed: string) => `https://www.example.com/${seed.padEnd(URL_LENGTH_MAX - 24, 'a')}`;
const envelope = {
  accountId: createId('acct', now),
  scanId: createId('scan', now),
  correlationId: text(200),
};
const pageId = `page_${'a'.repeat(32)}`;
const chunkId = createId('chunk', now);
/** The URL parser accepts host names of any length. */
const host = 'a'.repeat(URL_LENGTH_MAX);
const bytesOf = (message: object) => Buffer.byteLength(toAsciiJson(message));

const chunk: ChunkMessage = chunkMessageSchema.parse({
  ...envelope,
  siteId: createId('site', now),
  chunkId,
  host,
  priority: 'normal',
  ruleIds: axeRules.map(({ ruleId }) => ruleId),
  settings: { ...pageSettingsDefault, includeSelectors: [text(CONFIG_BYTES_MAX / 3)] },
  hashRoutes: true,
  marks: Array.from({ length: SELECTOR_SUPPRESSIONS_MAX }, () =>
    text(selectorSchema.maxLength ?? Number.NaN),
  ),
  credentials: {
    siteId: createId('site', now),
    origin: `https://${'a'.repeat(253)}:65535`,
    sealed: {
      key: 'a'.repeat(300),
      nonce: 'a'.repeat(16),
      text: 'a'.repeat(CREDENTIALS_BYTES_MAX * 1.5),
      tag: 'a'.repeat(24),
    },
  },
  pages: Array.from({ length: PAGES_PER_CHUNK_MAX }, (_, index) => ({
    pageId,
    url: url(String(index)),
    attempt: 2,
    expectStatus: 404,
    expectLogin: true,
    identity: url(String(index)),
    known: 'a'.repeat(KNOWN_BYTES_MAX / PAGES_PER_CHUNK_MAX),
  })),
});
const links = Array.from({ length: LINKS_LENGTH_MAX / URL_LENGTH_MAX }, () =>
  url(randomText(URL_LENGTH_MAX - 24)),
);
const finished = recordMessageSchema.parse({
  ...envelope,
  type: 'page-finished',
  chunkId,
  host,
  pageId,
  attempt: 2,
  outcome: 'scanned',
  detail: text(4_000),
  run: 'a'.repeat(64),
  finalUrl: text(4_000),
  links: { urls: links, risky: links, cut: 1_000_000 },
});

it('the largest chunk fits into a message, and into an item while it is not sent', () => {
  expect(bytesOf(chunk)).toBeLessThanOrEqual(MESSAGE_BYTES_MAX);
  const item = {
    ...itemKeys.unsentChunk(envelope.scanId, chunkId),
    message: chunk,
    writtenAt: now.toISOString(),
  };
  expect(itemSize(item)).toBeLessThanOrEqual(ITEM_BYTES_MAX);
  expect(itemSize(item) * 1.5).toBeGreaterThan(ITEM_BYTES_MAX);
});

it('the largest outcome of a page fits into a message, and its links into an item', () => {
  expect(bytesOf(finished)).toBeLessThanOrEqual(MESSAGE_BYTES_MAX);
  // Larger than the limit that queues had by default.
  expect(bytesOf(finished)).toBeGreaterThan(240_000);
  if (finished.type !== 'page-finished') expect.unreachable();
  const item = {
    ...itemKeys.links(envelope.scanId, 1_000, pageId),
    packed: deflateRawSync(JSON.stringify(finished.links)),
  };
  expect(itemSize(item)).toBeLessThanOrEqual(ITEM_BYTES_MAX);
});

it('links that would not fit are refused', () => {
  const of = (urls: string[]) => foundLinksSchema.safeParse({ urls, risky: [], cut: 0 }).success;
  expect(of(links)).toBe(true);
  expect(of([...links, 'https://www.example.com/'])).toBe(false);
  expect(of([`https://www.example.com/${text(10)}`])).toBe(false);
});
