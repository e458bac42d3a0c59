import { describe, expect, it } from 'vitest';
import { buildFirstIdAt, createId, createIdSchema } from '../../../core/ids.ts';
import {
  BROWSER_SILENCE_MAX_MS,
  getRemainingInFlight,
  getResendPauseSeconds,
  RUNNING_LEASE_MS,
  splitIntoChunks,
} from '../../../core/scans/pacing.ts';
import { isFinal, scanStatuses, toScanView } from '../../../core/scans/scan.ts';
import { siteCrawlDefault } from '../../../core/sites/site-crawl.ts';
import { makeScan } from '../../support/fixtures.ts';

const site = {
  ...siteCrawlDefault,
  siteId: 'site_1',
  accountId: 'acct_1',
  name: 'Shop',
  url: 'https://shop.example/start#top',
  labels: [],
  mainBranch: null,
  pages: ['/a', 'https://shop.example/b', '/a', '/start'],
  origins: [],
  sourcePaths: [],
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
};

describe('ids', () => {
  it('sort by their creation time', () => {
    const times = [0, 1, 1_000, 1_763_700_000_000, 2 ** 47];
    const ids = times.map((time) => createId('scan', new Date(time)));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('are accepted by the schema of their prefix and no other', () => {
    const id = createId('site', new Date());
    expect(createIdSchema('site').safeParse(id).success).toBe(true);
    expect(createIdSchema('scan').safeParse(id).success).toBe(false);
    expect(createIdSchema('site').safeParse(`${id} `).success).toBe(false);
    expect(createIdSchema('site').safeParse(id.toUpperCase()).success).toBe(false);
  });

  it.each([
    ['apikey_nope', 'must have 26 characters after apikey_, not 4'],
    ['apikey_', 'must have 26 characters after apikey_, not 0'],
    [`apikey_${'0'.repeat(27)}`, 'must have 26 characters after apikey_, not 27'],
    [
      `apikey_${'A'.repeat(26)}`,
      'must have only digits and lower-case letters other than i, l, o and u after apikey_',
    ],
    ['nope', 'must be an id that begins with apikey_'],
    ['site_nope', 'must be an id that begins with apikey_'],
    ['APIKEY_nope', 'must be an id that begins with apikey_'],
  ])('cause an error for %s that states the fault', (text, message) => {
    const { error } = createIdSchema('apikey').safeParse(text);
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it('never sort before the lower bound of their time', () => {
    const at = new Date(1_763_700_000_000);
    for (let i = 0; i < 50; i++) expect(createId('audit', at) >= buildFirstIdAt('audit', at)).toBe(true);
  });
});

describe('pacing', () => {
  it('delays a chunk more the more often its pages were dispatched', () => {
    const pauses = [0, 1, 2, 3, 4, 5].map(getResendPauseSeconds);
    expect(pauses.slice(0, 2), 'a browser that died is replaced at once').toEqual([0, 0]);
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
    expect(Math.max(...pauses), 'what SQS allows').toBeLessThanOrEqual(900);
  });

  it('dispatches no pages beyond the maximum in flight', () => {
    const pacing = { pagesPerChunk: 5, chunksInFlight: 2 };
    expect(getRemainingInFlight(pacing, 0)).toBe(10);
    expect(getRemainingInFlight(pacing, 8)).toBe(2);
    expect(getRemainingInFlight(pacing, 12)).toBe(0);
  });

  it('splits pages into chunks without losing or repeating any', () => {
    const pages = Array.from({ length: 50 }, (_, n) => n);
    const pacing = { pagesPerChunk: 10, chunksInFlight: 4 };
    const sizes = (count: number, capacity: number) => {
      const chunks = splitIntoChunks(pages.slice(0, Math.min(count, capacity + 1)), capacity, pacing);
      expect(chunks.flat()).toEqual(pages.slice(0, chunks.flat().length));
      return chunks.map((chunk) => chunk.length);
    };
    expect(sizes(24, 40), 'shared among the browsers').toEqual([6, 6, 6, 6]);
    expect(sizes(40, 40)).toEqual([10, 10, 10, 10]);
    expect(sizes(9, 40)).toEqual([5, 4]);
    expect(sizes(5, 40), 'not worth a second browser').toEqual([5]);
    expect(sizes(3, 40)).toEqual([3]);
    expect(sizes(50, 40), 'more than may be out').toEqual([10, 10, 10, 10]);
    expect(sizes(50, 17), 'whole chunks while there are more').toEqual([10]);
    expect(sizes(50, 9)).toEqual([]);
    expect(sizes(7, 9), 'the last ones').toEqual([7]);
    expect(sizes(0, 40)).toEqual([]);
  });
});

describe('the public view of a scan', () => {
  it('shows the end time only after the scan has ended', () => {
    const scan = { ...makeScan(site, 'apikey_1'), finishedAt: '2026-11-21T10:00:05.000Z' };
    for (const status of scanStatuses) {
      expect(toScanView({ ...scan, status }).finishedAt === null).toBe(!isFinal(status));
    }
  });

  it('shows why a scan failed, with the cause', () => {
    const failed = {
      ...makeScan(site, 'apikey_1'),
      status: 'failed' as const,
      failure: 'no-page-scanned' as const,
    };
    expect(toScanView({ ...failed, failureDetail: 'The host name could not be resolved.' }).failure).toEqual({
      code: 'no-page-scanned',
      reason: 'No page of the scan could be scanned. The host name could not be resolved.',
    });
  });

  it('never shows the key or the account', () => {
    expect(JSON.stringify(toScanView(makeScan(site, 'apikey_1')))).not.toMatch(/acct_|apikey_/);
  });
});

describe('the lease of a page that was started', () => {
  it('is not over before its dispatcher could report that the browser is lost', () => {
    expect(RUNNING_LEASE_MS).toBeGreaterThan(BROWSER_SILENCE_MAX_MS);
  });
});
