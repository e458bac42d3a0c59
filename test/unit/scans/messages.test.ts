import { expect, it } from 'vitest';
import { createId } from '../../../core/ids.ts';
import {
  buildChunkMessage,
  buildFinishMessage,
  buildPlanMessage,
  buildRecordMessage,
  chunkMessageSchema,
  finishMessageSchema,
  planMessageSchema,
  recordMessageSchema,
} from '../../../core/scans/messages.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import type { FrontierPage, Scan } from '../../../core/scans/scan.ts';

const now = new Date('2026-11-21T12:00:00Z');
const scan = {
  accountId: createId('acct', now),
  scanId: createId('scan', now),
  siteId: createId('site', now),
  correlationId: 'r',
  siteUrl: 'https://shop.example/',
  config: { rules: ['wcag-aa'], priority: 'low' },
} as Scan;
const pageOf = (position: number): FrontierPage => ({
  scanId: scan.scanId,
  pageId: `page_${String(position).repeat(32)}`,
  url: `https://shop.example/${position}`,
  depth: 0,
  position,
  state: 'open',
  attempts: position,
  sends: 0,
});
const work = {
  ruleIds: ['label'],
  settings: pageSettingsDefault,
  hashRoutes: false,
  marks: ['.ad'],
  expectStatus: 404,
  expectLogin: false,
  describe: (url: string) => ({ identity: new URL(url).pathname }),
};
const chunk = buildChunkMessage(scan, createId('chunk', now), work, [pageOf(0), pageOf(1)]);

it('builds a chunk that matches its schema, with the next attempt at each page', () => {
  expect(chunkMessageSchema.parse(chunk)).toEqual(chunk);
  const { accountId, scanId, correlationId } = scan;
  expect(chunk).toMatchObject({ accountId, scanId, correlationId, priority: 'low', marks: ['.ad'] });
  expect(chunk.pages).toEqual([
    {
      pageId: pageOf(0).pageId,
      url: 'https://shop.example/0',
      attempt: 1,
      expectStatus: 404,
      expectLogin: false,
      identity: '/0',
    },
    { pageId: pageOf(1).pageId, url: 'https://shop.example/1', attempt: 2, identity: '/1' },
  ]);
});

it('rejects a chunk whose page has no identity', () => {
  const pages = chunk.pages.map(({ identity: _, ...page }) => page);
  expect(chunkMessageSchema.safeParse({ ...chunk, pages }).success).toBe(false);
});

it('builds the other messages of a scan and its chunk', () => {
  const { accountId, scanId, correlationId } = scan;
  const envelope = { accountId, scanId, correlationId };
  expect(planMessageSchema.parse(buildPlanMessage(scan))).toEqual(envelope);
  expect(finishMessageSchema.parse(buildFinishMessage(scan))).toEqual(envelope);
  const dead = buildRecordMessage(chunk, { type: 'chunk-dead', pageIds: [pageOf(0).pageId] });
  const { chunkId } = chunk;
  expect(recordMessageSchema.parse(dead)).toEqual({
    ...envelope,
    chunkId,
    type: 'chunk-dead',
    host: 'shop.example',
    pageIds: [pageOf(0).pageId],
  });
});
