import type { Reference } from '../../core/comparison/reference.ts';
import { addDeferral } from '../../core/crawl/deferral.ts';
import type { LinksOfPage } from '../../core/crawl/found-links.ts';
import type { SiteDiscovery } from '../../core/crawl/site-discovery.ts';
import { dispatchPage, type TrackedPage } from '../../core/crawl/tracked-page.ts';
import { comparePagePositions } from '../../core/reports/pages.ts';
import type { FinishLease } from '../../core/scans/finish-lease.ts';
import { getScanHost, pickSlot, type WaitingScan } from '../../core/scans/host-slots.ts';
import type { ChunkMessage, FinishMessage, PlanMessage } from '../../core/scans/messages.ts';
import { isFinal, type Scan, type ScanFailure } from '../../core/scans/scan.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import type { ScanCounters, TrackedScan } from '../../core/scans/tracked-scan.ts';
import type { Site } from '../../core/sites/site.ts';
import { buildCrawlRules } from '../../scanner/site/discover-site.ts';
import type { ScanPlanner } from '../../use-cases/plan-scan.ts';
import type { OutcomeRecorder } from '../../use-cases/record-outcome.ts';
import type { ScanSweeper } from '../../use-cases/sweep-scans.ts';

/** A crash between two steps. */
export class Crash extends Error {
  override name = 'Crash';
}

type Workflow = ScanPlanner & OutcomeRecorder & ScanSweeper;

/**
 * The scan workflow with its store, slots and queues in memory. It counts every call of a dependency and can crash
 * instead of making a given call.
 */
export function memoryWorkflow(scan: Scan, start: ScanStart, site: Site) {
  let stored: TrackedScan = { ...scan, outstanding: 1, depth: 0, opening: false, inFlight: 0 };
  let reference: Reference | undefined;
  let discovery: SiteDiscovery | undefined;
  const pages = new Map<string, TrackedPage>();
  const links = new Map<string, LinksOfPage>();
  const unsent = new Map<string, { message: ChunkMessage; at: Date }>();
  const held = new Map<number, string>();
  const waiting: WaitingScan[] = [];
  let pausedUntil = 0;
  const sent: { chunks: ChunkMessage[]; finishes: FinishMessage[]; plans: PlanMessage[] } = {
    chunks: [],
    finishes: [],
    plans: [],
  };
  const count = (counters: ScanCounters) => {
    for (const [name, by] of Object.entries(counters)) {
      stored = { ...stored, [name]: stored[name as keyof ScanCounters] + by };
    }
  };
  const store: Workflow['store'] = {
    readTrackedScan: async () => stored,
    readScanStart: async () => start,
    readReference: async () => reference,
    readSiteDiscovery: async () => discovery,
    async *readLinks(_, depth) {
      for (const each of links.values())
        if (depth === undefined || pages.get(each.pageId)?.depth === depth) yield each;
    },
    findSite: async () => site,
    readPages: async () => [...pages.values()],
    findFrontierPage: async (_, pageId) => pages.get(pageId),
    readOpenPages: async (_, limit) =>
      [...pages.values()]
        .filter(({ state }) => state === 'open')
        .sort(comparePagePositions)
        .slice(0, limit),
    async addPages(_, added) {
      if (isFinal(stored.status)) return;
      for (const page of added) {
        if (pages.has(page.pageId)) continue;
        pages.set(page.pageId, page);
        count({ pagesKnown: 1, outstanding: 1 });
      }
    },
    async updatePage(_, pageId, rule) {
      const before = pages.get(pageId);
      const change = before && rule(before);
      if (!change || (change.counters && isFinal(stored.status))) return;
      pages.set(pageId, change.page);
      count(change.counters ?? {});
      if (change.links) links.set(pageId, { ...change.links, pageId });
    },
    async beginDepth({ depth }) {
      if (stored.depth !== depth || stored.opening || stored.outstanding > 0 || stored.finishedAt) return;
      stored = { ...stored, depth: depth + 1, opening: true };
      count({ outstanding: 1 });
    },
    async endDepth(_, depth) {
      if (stored.depth !== depth || !stored.opening) return;
      stored = { ...stored, opening: false };
      count({ outstanding: -1 });
    },
    async recordPagesEnded(_, now) {
      if (stored.finishedAt === undefined && stored.outstanding === 0 && !isFinal(stored.status))
        stored = { ...stored, finishedAt: now.toISOString() };
    },
    async claimChunk({ message, pages: taken, slot, now }) {
      if (held.has(slot.number)) return 'slot-lost';
      const isSame = (page: TrackedPage) => pages.get(page.pageId) === page && page.state === 'open';
      if (isFinal(stored.status) || !taken.every(isSame)) return 'passed';
      held.set(slot.number, message.chunkId);
      for (const page of taken) pages.set(page.pageId, dispatchPage(page, message.chunkId, now));
      count({ inFlight: taken.length });
      unsent.set(message.chunkId, { message, at: now });
      return 'taken';
    },
    listUnsentChunks: async (_, before) =>
      [...unsent.values()]
        .filter(({ at }) => before === undefined || at.getTime() <= before.getTime())
        .map(({ message }) => message),
    async recordChunkSent(_, chunkId) {
      unsent.delete(chunkId);
    },
    async recordScanRunning() {
      if (stored.status === 'queued') stored = { ...stored, status: 'running' };
    },
    async countDeferral() {
      const row = addDeferral(stored);
      stored = { ...stored, ...row };
      return row;
    },
    async saveReference(_, chosen) {
      reference ??= chosen;
    },
    async saveSiteDiscovery(_, asked) {
      discovery ??= asked;
    },
    async recordScanPlanned() {
      if (stored.planned) return;
      stored = { ...stored, planned: true };
      count({ outstanding: -1 });
    },
    listSuppressions: async () => [],
    readBaselineLine: async () => ({
      line: { accepted: null, passed: [], open: [], first: null, firstFailed: null },
    }),
    readLatest: async () => undefined,
    hasLatest: async () => false,
    listDueScans: async () => (stored.report === 'pending' ? [stored.scanId] : []),
    rescheduleSweep: async () => (stored.report === 'pending' ? stored : undefined),
    async saveCancellation() {
      if (!isFinal(stored.status)) stored = { ...stored, status: 'cancelled' };
    },
    async failScan(_: string, failure: ScanFailure) {
      if (!isFinal(stored.status)) stored = { ...stored, status: 'failed', failure };
    },
  };
  const slots: Workflow['slots'] = {
    findSlot: async (_, request) => {
      const { accountId } = scan;
      const number = pickSlot(
        [...held.keys()].map((slot) => ({ accountId, number: slot })),
        request,
      );
      return number === undefined ? undefined : { number, claims: 0 };
    },
    async releaseSlot(_, chunkId) {
      for (const [slot, holder] of held) if (holder === chunkId) held.delete(slot);
    },
    async recordWaitingScan(_, one) {
      if (!waiting.some(({ scanId }) => scanId === one.scanId)) waiting.push(one);
    },
    listWaitingScans: async () => [...waiting],
    async removeWaitingScan(_, scanId) {
      const at = waiting.findIndex((one) => one.scanId === scanId);
      if (at >= 0) waiting.splice(at, 1);
    },
    readHostPauseSeconds: async (_, __, now) => Math.max(0, Math.ceil((pausedUntil - now.getTime()) / 1000)),
    async recordHostPause(_, { until }) {
      pausedUntil = Math.max(pausedUntil, until.getTime());
    },
  };
  let calls = 0;
  let crashAt = Number.POSITIVE_INFINITY;
  /** Wraps functions so that their calls are counted, and the selected call crashes first. */
  const crashing = <Functions extends object>(functions: Functions): Functions =>
    new Proxy(functions, {
      get(target, name) {
        const call = Reflect.get(target, name) as (...given: unknown[]) => unknown;
        return (...given: unknown[]) => {
          calls += 1;
          if (calls === crashAt) throw new Crash();
          return call(...given);
        };
      },
    });
  const log = { info() {}, warn() {}, error() {} };
  const queues = crashing({
    sendChunk: async (message: ChunkMessage, _pauseSeconds: number) => void sent.chunks.push(message),
    sendFinish: async (message: FinishMessage) => void sent.finishes.push(message),
    sendPlan: async (message: PlanMessage) => void sent.plans.push(message),
  });
  const workflow: Workflow = {
    store: crashing(store),
    slots: crashing(slots),
    sendChunk: (message, pause) => queues.sendChunk(message, pause),
    sendFinish: (message) => queues.sendFinish(message),
    sendPlan: (message) => queues.sendPlan(message),
    readKnown: async () => null,
    askSite: async () => ({ robots: '', sitemapUrls: [], notes: [] }),
    now: () => new Date(),
    crawlRules: buildCrawlRules,
    pacing: { pagesPerChunk: 2, chunksInFlight: 2, hostConcurrency: 4 },
    pagesPerMonth: 1_000,
    log,
  };
  return {
    workflow,
    sent,
    host: getScanHost(scan),
    held,
    scan: () => stored,
    pages: () => [...pages.values()],
    setFinishLease(finishing: FinishLease) {
      stored = { ...stored, finishing };
    },
    calls: () => calls,
    /** Crashes at a call from now on; the first call is 1. */
    crashAtCall(call: number) {
      calls = 0;
      crashAt = call;
    },
  };
}
