import type { TrackedPage } from '../core/crawl/tracked-page.ts';
import { createId } from '../core/ids.ts';
import { resolveRuleSets } from '../core/rule-sets/rule-sets.ts';
import { type FreeSlot, getScanHost, PAUSE_HELD_MAX_SECONDS } from '../core/scans/host-slots.ts';
import {
  buildChunkMessage,
  buildFinishMessage,
  type ChunkMessage,
  type ChunkWork,
} from '../core/scans/messages.ts';
import {
  countFaultySends,
  getRemainingInFlight,
  getResendPauseSeconds,
  mustBeAlone,
  splitIntoChunks,
  UNSENT_AFTER_MS,
} from '../core/scans/pacing.ts';
import { isFinal, type Scan } from '../core/scans/scan.ts';
import type { TrackedScan } from '../core/scans/tracked-scan.ts';
import { getSealedCredentials } from '../core/sites/credentials.ts';
import { readFindingWork } from './read-finding-work.ts';
import type { ScanWorkflow } from './scan-workflow.ts';

/** Dispatches open pages while the scan may have more pages in flight and their host has a free slot. */
export async function dispatchPages(workflow: ScanWorkflow, scan: TrackedScan, now: Date): Promise<void> {
  const { store, slots, pacing } = workflow;
  const remaining = getRemainingInFlight(pacing, scan.inFlight);
  const open = remaining === 0 ? [] : await store.readOpenPages(scan.scanId, remaining + 1);
  const alone = open.filter(mustBeAlone).slice(0, remaining);
  const others = open.filter((page) => !mustBeAlone(page));
  const chunks = [
    ...alone.map((page) => [page]),
    ...splitIntoChunks(others, remaining - alone.length, pacing),
  ];
  if (chunks.length === 0) return;
  const work = await readWork(workflow, scan, now);
  const pause = await slots.readHostPauseSeconds(getScanHost(scan), scan.accountId, now);
  // The sweeper dispatches the pages after a long pause.
  if (pause > PAUSE_HELD_MAX_SECONDS) return;
  for (const pages of chunks) {
    const message = await claim(workflow, scan, work, pages, now);
    if (message === undefined) return;
    // Only faults of the service add a delay here. For deferrals the chunk is already delayed by the pause of the host.
    // A page that was lost with a browser is tried again at once, because somebody waits for the scan.
    const faults = Math.max(
      ...pages.map((page) => countFaultySends(page) - (page.deferrals ?? 0) - (page.losses ?? 0)),
    );
    await sendClaimed(workflow, message, Math.max(pause, getResendPauseSeconds(faults)));
  }
}

/**
 * Sends the chunks that were stored but not sent, because their sender ended too early.
 * @throws AggregateError if some chunks could not be sent; the others are sent
 */
export async function sendUnsentChunks(workflow: ScanWorkflow, scan: Scan, now: Date): Promise<void> {
  const { store, slots } = workflow;
  const failures: unknown[] = [];
  const pause = await slots.readHostPauseSeconds(getScanHost(scan), scan.accountId, now);
  const before = new Date(now.getTime() - UNSENT_AFTER_MS);
  for (const message of await store.listUnsentChunks(scan.scanId, before)) {
    await sendClaimed(workflow, message, pause).catch((error) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} chunks could not be sent; the sweeper tries again`,
    );
}

async function sendClaimed(
  { store, sendChunk }: ScanWorkflow,
  message: ChunkMessage,
  pauseSeconds: number,
): Promise<void> {
  await sendChunk(message, pauseSeconds);
  await store.recordChunkSent(message.scanId, message.chunkId);
}

async function readWork(workflow: ScanWorkflow, scan: TrackedScan, now: Date): Promise<ChunkWork> {
  const { store } = workflow;
  const [start, site] = await Promise.all([
    store.readScanStart(scan.scanId),
    // The site is read each time, so that changed or removed credentials apply from the next chunk on.
    store.findSite(scan.accountId, scan.siteId),
  ]);
  const { settings } = start;
  // Credentials that were set later are not used, because the pages were chosen for a scan without credentials.
  const credentials = settings.signedIn && site ? getSealedCredentials(site) : undefined;
  return {
    ruleIds: resolveRuleSets(scan.config.rules, scan.config.checks).ruleIds,
    settings: settings.page,
    hashRoutes: settings.crawl.hashRoutes,
    expectStatus: settings.expectStatus,
    expectLogin: settings.expectLogin,
    ...(await readFindingWork(workflow, scan.scanId, start, now)),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

/**
 * Claims pages as a chunk. If the account may not scan all of them this month, claims only as many as it may. Returns
 * undefined if no slot is free (the scan then waits for one), if another process claimed the pages first or the scan
 * has ended, or if the account may scan no more pages (the scan then fails once none of its pages is in flight).
 */
async function claim(
  workflow: ScanWorkflow,
  scan: TrackedScan,
  work: ChunkWork,
  openPages: TrackedPage[],
  now: Date,
): Promise<ChunkMessage | undefined> {
  let pages = openPages;
  for (;;) {
    const slot = await findSlotOrWait(workflow, scan, now);
    if (slot === undefined) return undefined;
    const message = buildChunkMessage(scan, createId('chunk', now), work, pages);
    const { pagesPerMonth } = workflow;
    const outcome = await workflow.store.claimChunk({ scan, message, pages, slot, pagesPerMonth, now });
    if (outcome === 'taken') return message;
    if (outcome === 'passed') return undefined;
    if (outcome === 'slot-lost') continue;
    pages = pickWithinQuota(pages, outcome.pagesLeft);
    if (pages.length === 0) return endAtQuota(workflow, scan.scanId, now);
  }
}

/** Returns the pages that fit into the quota. A page that was dispatched before is counted already. */
function pickWithinQuota(pages: readonly TrackedPage[], pagesLeft: number): TrackedPage[] {
  let left = pagesLeft;
  return pages.filter(({ sends }) => {
    if (sends > 0) return true;
    left -= 1;
    return left >= 0;
  });
}

/**
 * Ends a scan whose account may scan no more pages this month, once the pages in flight have ended. The status of the
 * scan is `failed`, so that its gate is inconclusive and no later scan is compared with it.
 */
async function endAtQuota(workflow: ScanWorkflow, scanId: string, now: Date): Promise<undefined> {
  const scan = await workflow.store.readTrackedScan(scanId);
  if (scan === undefined || isFinal(scan.status) || scan.inFlight > 0) return;
  workflow.log.info('ended a scan because the account has no more pages this month', { scanId });
  await workflow.store.failScan(scanId, 'pages-per-month-limit', now);
  await workflow.sendFinish(buildFinishMessage(scan));
}

async function findSlotOrWait(
  { slots, pacing }: ScanWorkflow,
  scan: TrackedScan,
  now: Date,
): Promise<FreeSlot | undefined> {
  const host = getScanHost(scan);
  const { scanId, accountId, config } = scan;
  const { priority } = config;
  const request = { accountId, priority, slots: pacing.hostConcurrency };
  const slot = await slots.findSlot(host, request, now);
  if (slot !== undefined) return slot;
  await slots.recordWaitingScan(host, { scanId, accountId, priority }, now);
  // Search again: a slot released just before this call would otherwise go unnoticed by this scan.
  const late = await slots.findSlot(host, request, now);
  if (late !== undefined) await slots.removeWaitingScan(host, scanId);
  return late;
}
