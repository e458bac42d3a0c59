import { describe, expect, it } from 'vitest';
import { firstIdAt, idSchema, newId } from '../../../core/ids.ts';
import { firstPages, pageIdOf } from '../../../core/scans/first-pages.ts';
import {
  cutIntoChunks,
  nextForLostPage,
  resendPauseSeconds,
  roomInFlight,
} from '../../../core/scans/pacing.ts';
import { isFinal, scanStatuses, viewScan } from '../../../core/scans/scan.ts';
import { pageUrls } from '../../../core/sites/site.ts';
import { makeScan } from '../../support/fixtures.ts';

const site = {
  siteId: 'site_1',
  accountId: 'acct_1',
  name: 'Shop',
  url: 'https://shop.example/start#top',
  pages: ['/a', 'https://shop.example/b', '/a', '/start'],
  origins: [],
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
};

describe('ids', () => {
  it('sort by the time of their making', () => {
    const times = [0, 1, 1_000, 1_763_700_000_000, 2 ** 47];
    const ids = times.map((time) => newId('scan', new Date(time)));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('are accepted by the schema of their prefix and no other', () => {
    const id = newId('site', new Date());
    expect(idSchema('site').safeParse(id).success).toBe(true);
    expect(idSchema('scan').safeParse(id).success).toBe(false);
    expect(idSchema('site').safeParse(`${id} `).success).toBe(false);
    expect(idSchema('site').safeParse(id.toUpperCase()).success).toBe(false);
  });

  it('never sort before the bound of their time', () => {
    const at = new Date(1_763_700_000_000);
    for (let i = 0; i < 50; i++) expect(newId('audit', at) >= firstIdAt('audit', at)).toBe(true);
  });
});

describe('the first pages of a scan', () => {
  it('are the start URL and the listed pages, each once and without fragment', async () => {
    const pages = await firstPages('scan_1', pageUrls(site));
    expect(pages.map(({ url }) => url)).toEqual([
      'https://shop.example/start',
      'https://shop.example/a',
      'https://shop.example/b',
    ]);
  });

  it('have ids that depend on the page alone', async () => {
    expect(await pageIdOf('https://shop.example:443/a#x')).toBe(await pageIdOf('https://shop.example/a'));
    expect(await pageIdOf('https://shop.example/a?x')).not.toBe(await pageIdOf('https://shop.example/a'));
  });
});

describe('pacing', () => {
  it.each([
    [{ attempts: 0, sends: 1 }, false, 'reopen'],
    [{ attempts: 1, sends: 4 }, true, 'reopen'],
    [{ attempts: 0, sends: 5 }, false, 'service-fault'],
    [{ attempts: 2, sends: 2 }, false, 'wait'],
    [{ attempts: 2, sends: 2 }, true, 'crashed'],
    [{ attempts: 2, sends: 5 }, false, 'wait'],
  ] as const)('a lost page with %j whose lease is over: %s → %s', (page, leaseOver, next) => {
    expect(nextForLostPage(page, leaseOver)).toBe(next);
  });

  it('holds a chunk back the longer the more often its pages were handed out', () => {
    const pauses = [0, 1, 2, 3, 4, 5].map(resendPauseSeconds);
    expect(pauses.slice(0, 2), 'a browser that died is replaced at once').toEqual([0, 0]);
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
    expect(Math.max(...pauses), 'what SQS allows').toBeLessThanOrEqual(900);
  });

  it('leaves no room beyond what may be in flight', () => {
    const pacing = { pagesPerChunk: 5, chunksInFlight: 2 };
    expect(roomInFlight(pacing, 0)).toBe(10);
    expect(roomInFlight(pacing, 8)).toBe(2);
    expect(roomInFlight(pacing, 12)).toBe(0);
  });

  it('cuts pages into chunks without losing or repeating any', () => {
    expect(cutIntoChunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(cutIntoChunks([], 2)).toEqual([]);
  });
});

describe('the view of a scan', () => {
  it('shows when a scan ended only once it has', () => {
    const scan = { ...makeScan(site, 'apikey_1'), finishedAt: '2026-11-21T10:00:05.000Z' };
    for (const status of scanStatuses) {
      expect(viewScan({ ...scan, status }).finishedAt === null).toBe(!isFinal(status));
    }
  });

  it('says why a scan failed, with what it came from', () => {
    const failed = {
      ...makeScan(site, 'apikey_1'),
      status: 'failed' as const,
      failure: 'no-page-scanned' as const,
    };
    expect(viewScan({ ...failed, failureDetail: 'The host name could not be resolved.' }).failure).toEqual({
      code: 'no-page-scanned',
      reason: 'No page of the scan could be scanned. The host name could not be resolved.',
    });
  });

  it('never shows whose key or account it is', () => {
    expect(JSON.stringify(viewScan(makeScan(site, 'apikey_1')))).not.toMatch(/acct_|apikey_/);
  });
});
