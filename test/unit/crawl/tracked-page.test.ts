import { describe, expect, it } from 'vitest';
import { DEPTH_LIMIT } from '../../../core/crawl/crawl-settings.ts';
import {
  addDeferral,
  CONSECUTIVE_DEFERRALS_MAX,
  DEFERRALS_MAX,
  deferOrEnd,
  getPauseSeconds,
  isDeferralLimitReached,
  PAUSE_MAX_SECONDS,
} from '../../../core/crawl/deferral.ts';
import { choosePagesAtDepth } from '../../../core/crawl/next-depth.ts';
import { emptySiteDiscovery } from '../../../core/crawl/site-discovery.ts';
import {
  beginAttempt,
  dispatchPage,
  endPage,
  findLostChunks,
  losePage,
  recoverPage,
  reopenPage,
  type TrackedPage,
  voidAttempt,
} from '../../../core/crawl/tracked-page.ts';
import {
  countFaultySends,
  INTERRUPTIONS_MAX,
  LOSSES_MAX,
  mustBeAlone,
  RUNNING_LEASE_MS,
  SENDS_MAX,
} from '../../../core/scans/pacing.ts';
import { scanSettingsDefault } from '../../../core/scans/scan-settings.ts';
import { getNextStep } from '../../../core/scans/tracked-scan.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
const later = new Date(now.getTime() + RUNNING_LEASE_MS);
const open: TrackedPage = {
  scanId: 'scan_1',
  pageId: 'page_1',
  url: 'https://shop.example/',
  depth: 0,
  position: 0,
  state: 'open',
  attempts: 0,
  sends: 0,
};
const sent = dispatchPage(open, 'chunk_1', now);
const at = (attempt: number, chunkId = 'chunk_1') => ({ chunkId, attempt });
const begun = beginAttempt(sent, at(1), now)?.page as TrackedPage;
const end = { outcome: 'scanned', detail: 'The page was scanned.', attempt: 1 } as const;
const done = endPage(begun, end)?.page as TrackedPage;

describe('a page', () => {
  it('is put into a chunk, begun and ended, with its counters', () => {
    expect(sent).toMatchObject({ state: 'queued', chunkId: 'chunk_1', sends: 1, attempts: 0 });
    expect(begun).toMatchObject({ attempts: 1, leaseUntil: later.toISOString() });
    expect(endPage(begun, end)).toEqual({
      page: { ...done, state: 'done', outcome: 'scanned', detail: end.detail },
      counters: { pagesDone: 1, pagesScanned: 1, outstanding: -1, inFlight: -1 },
    });
    expect(done.leaseUntil).toBeUndefined();
  });

  it.each([
    [true, /refused what the browser reported/],
    [false, /function of the browser ended 4 times/],
  ])('that was lost too often says why (refused: %s)', (isRefused, detail) => {
    const lost = losePage({ ...begun, losses: LOSSES_MAX - 1 }, { attempt: 1, isRefused })?.page;
    expect(lost).toMatchObject({ state: 'done', outcome: 'crashed', detail: expect.stringMatching(detail) });
  });

  it('ends once, also if it is open again, and then never changes', () => {
    expect(endPage(open, { ...end, outcome: 'timeout' })?.counters).toMatchObject({
      pagesScanned: 0,
      inFlight: 0,
    });
    for (const rule of [
      (page: TrackedPage) => endPage(page, end),
      reopenPage,
      (page: TrackedPage) => beginAttempt(page, at(2), now),
      (page: TrackedPage) => voidAttempt(page, at(1)),
      (page: TrackedPage) => recoverPage(page, true, later),
    ])
      expect(rule(done)).toBeUndefined();
  });

  it('ignores attempts that are known or of another chunk', () => {
    expect(beginAttempt(begun, at(1), now)).toBeUndefined();
    expect(beginAttempt(sent, at(1, 'chunk_0'), now)).toBeUndefined();
    expect(voidAttempt(begun, at(1, 'chunk_0'))).toBeUndefined();
    expect(voidAttempt(begun, at(1))?.page.attempts).toBe(0);
    expect(voidAttempt(begun, at(1))?.counters).toBeUndefined();
  });

  it('is not guilty of the death of its dispatcher: the attempt does not count, and the next one comes at once', () => {
    const again = recoverPage(begun, true, now);
    expect(again?.counters).toEqual({ inFlight: -1 });
    expect(again?.page).toMatchObject({ state: 'open', attempts: 0, interruptions: 1 });
    const crashedOnce = { ...begun, attempts: 2 };
    expect(recoverPage(crashedOnce, true, now)?.page, 'the first attempt crashed the browser').toMatchObject({
      state: 'open',
      attempts: 1,
    });
  });

  it('ends as a service fault after ten lost dispatchers, the last time alone, and only after its lease', () => {
    const interrupted = { ...begun, interruptions: INTERRUPTIONS_MAX - 1, sends: INTERRUPTIONS_MAX };
    expect(mustBeAlone(interrupted)).toBe(true);
    expect(mustBeAlone({ interruptions: INTERRUPTIONS_MAX - 2 })).toBe(false);
    expect(recoverPage(interrupted, true, now), 'the message may only have arrived twice').toBeUndefined();
    expect(recoverPage(interrupted, true, later)?.page).toMatchObject({
      state: 'done',
      outcome: 'service-fault',
      detail: expect.stringMatching(/lost this page 10 times/),
    });
    expect(countFaultySends(interrupted), 'interruptions have a limit of their own').toBe(1);
  });

  it('that waited for a lost dispatcher counts the dispatch only if its browser opened no page', () => {
    const late = { ...sent, sends: SENDS_MAX };
    expect(recoverPage(late, true, now)?.page).toMatchObject({ state: 'open', returns: 1 });
    expect(recoverPage(sent, false, now)?.page).toMatchObject({ state: 'open', attempts: 0 });
    expect(recoverPage(late, false, now)?.page.outcome).toBe('service-fault');
    const withdrawn = voidAttempt(begun, at(1))?.page as TrackedPage;
    expect(recoverPage(withdrawn, false, now)?.page, 'no attempt is left to uncount').toMatchObject({
      attempts: 0,
    });
  });

  it('is lost with its dispatcher if its lease is over', () => {
    expect([...findLostChunks([begun, open], now)]).toEqual([]);
    expect([...findLostChunks([begun, open], later)]).toEqual(['chunk_1']);
  });
});

describe('a page that its host asks to request later', () => {
  const answered = { outcome: 'rate-limited', detail: 'The server answered 429.' } as const;

  it.each([
    [0, 1, 'open'],
    [DEFERRALS_MAX - 1, PAUSE_MAX_SECONDS, 'open'],
    [DEFERRALS_MAX, 1, 'done'],
    [0, PAUSE_MAX_SECONDS + 1, 'done'],
  ])('after %i deferrals with a pause of %i s is %s', (deferrals, retryAfterSeconds, state) => {
    const page = deferOrEnd({ ...begun, deferrals }, { retryAfterSeconds, attempt: 1, end: answered })?.page;
    expect(page?.state).toBe(state);
    expect(page?.attempts, 'a deferred attempt does not count').toBe(state === 'open' ? 0 : 1);
  });

  it('pauses the host for a limited time', () => {
    expect(getPauseSeconds({ retryAfterSeconds: 30 })).toBe(30);
    expect(getPauseSeconds({ retryAfterSeconds: 86_400 })).toBe(PAUSE_MAX_SECONDS);
  });

  it('is one of a series that a scanned page ends', () => {
    const first = addDeferral({ pagesScanned: 3 });
    expect(first).toEqual({ deferralsInVain: 1, deferralsSince: 3 });
    expect(addDeferral({ ...first, pagesScanned: 3 }).deferralsInVain).toBe(2);
    expect(addDeferral({ ...first, pagesScanned: 4 })).toEqual({ deferralsInVain: 1, deferralsSince: 4 });
    expect(isDeferralLimitReached({ ...first, deferralsInVain: CONSECUTIVE_DEFERRALS_MAX })).toBe(false);
    expect(isDeferralLimitReached({ ...first, deferralsInVain: CONSECUTIVE_DEFERRALS_MAX + 1 })).toBe(true);
  });
});

it.each([
  [DEPTH_LIMIT - 1, 1],
  [DEPTH_LIMIT, 0],
])('without maxDepth, links of a page at depth %i lead to %i pages', async (depth, pages) => {
  const { settings, ...start } = { startUrls: [open.url], sourcePaths: [], settings: scanSettingsDefault };
  expect(settings.crawl.maxDepth).toBeNull();
  const found = await choosePagesAtDepth(depth + 1, {
    scanId: open.scanId,
    start: { ...start, settings },
    readSiteDiscovery: async () => emptySiteDiscovery,
    judgedBefore: async () => [],
    pages: async () => [{ ...done, depth }],
    links: (of) => (of === depth ? [{ urls: ['https://shop.example/further'], risky: [], cut: 0 }] : []),
    rules: () => ({
      settings: settings.crawl,
      origin: 'https://shop.example',
      signedIn: false,
      allowed: () => true,
    }),
  });
  expect(found.map((page) => page.depth)).toEqual(Array(pages).fill(depth + 1));
});

it.each([
  [{ report: 'ready' }, 'nothing'],
  [{ status: 'cancelled', outstanding: 3 }, 'request-report'],
  [{ opening: true }, 'finish-opening'],
  [{ outstanding: 1 }, 'dispatch-pages'],
  [{}, 'open-next-depth'],
  [{ finishedAt: now.toISOString() }, 'request-report'],
] as const)('the next step of a scan with %j is %s', (given, step) => {
  const scan = { status: 'running', report: 'pending', opening: false, outstanding: 0 } as const;
  expect(getNextStep({ ...scan, ...given })).toBe(step);
});
