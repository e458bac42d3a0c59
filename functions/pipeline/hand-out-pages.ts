import { type ChunkWork, readOpenPages, takeChunk } from '../../adapters/dynamodb/chunks.ts';
import type { PageItem } from '../../adapters/dynamodb/page-item.ts';
import type { ScanItem } from '../../adapters/dynamodb/scan-item.ts';
import { readStart } from '../../adapters/dynamodb/scans.ts';
import { findPlace, readPause, stopWaiting, waitForPlace } from '../../adapters/dynamodb/server-places.ts';
import { getSite } from '../../adapters/dynamodb/sites.ts';
import { resolveRuleSets } from '../../core/rule-sets/rule-sets.ts';
import type { ChunkMessage } from '../../core/scans/messages.ts';
import { cutIntoChunks, resendPauseSeconds, roomInFlight } from '../../core/scans/pacing.ts';
import { PAUSE_HELD_SECONDS, placesFor, serverOf } from '../../core/scans/server-places.ts';
import { sealedOf } from '../../core/sites/credentials.ts';
import { findingWork } from './finding-work.ts';
import type { Pipeline } from './pipeline.ts';
import { sendTaken } from './send-taken.ts';

/** Hands out open pages while the scan has room for them and their server a free place. */
export async function handOutPages(pipeline: Pipeline, scan: ScanItem, now: Date): Promise<void> {
  const { store, pacing } = pipeline;
  const room = roomInFlight(pacing, scan.inFlight);
  const open = room === 0 ? [] : await readOpenPages(store, scan.scanId, room + 1);
  const chunks = cutIntoChunks(open, room, pacing);
  if (chunks.length === 0) return;
  const work = await workOf(pipeline, scan, now);
  const pause = await readPause(store, serverOf(scan), now);
  // The sweeper comes back when a long pause is over.
  if (pause > PAUSE_HELD_SECONDS) return;
  for (const pages of chunks) {
    const message = await take(pipeline, scan, work, pages, now);
    if (message === undefined) return;
    // What a server asked for is waited for by its pause; this one is for faults of ours.
    const faults = Math.max(...pages.map(({ sends, deferrals = 0 }) => sends - deferrals));
    const resend = resendPauseSeconds(faults);
    await sendTaken(pipeline, message, Math.max(pause, resend));
  }
}

async function workOf(pipeline: Pipeline, scan: ScanItem, now: Date): Promise<ChunkWork> {
  const { store } = pipeline;
  const [start, site] = await Promise.all([
    readStart(store, scan.scanId),
    // Read each time, so that credentials that are changed or removed are so from the next chunk on.
    getSite(store, scan.accountId, scan.siteId),
  ]);
  const { settings } = start;
  // Not those that were set since: its pages were chosen as for a scan without.
  const credentials = settings.signedIn && site ? sealedOf(site) : undefined;
  return {
    ruleIds: resolveRuleSets(scan.config.rules).ruleIds,
    settings: settings.page,
    hashRoutes: settings.crawl.hashRoutes,
    expectStatus: settings.expectStatus,
    ...(await findingWork(pipeline, scan.scanId, start, now)),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

/** Undefined when there is no free place, which the scan then waits for, or another taker was quicker. */
async function take(
  pipeline: Pipeline,
  scan: ScanItem,
  work: ChunkWork,
  pages: PageItem[],
  now: Date,
): Promise<ChunkMessage | undefined> {
  for (;;) {
    const place = await placeOrWait(pipeline, scan, now);
    if (place === undefined) return undefined;
    const taken = await takeChunk(pipeline.store, scan, work, pages, place, now);
    if (taken.kind === 'taken') return taken.message;
    if (taken.kind === 'passed') return undefined;
  }
}

async function placeOrWait(
  { store, pacing }: Pipeline,
  scan: ScanItem,
  now: Date,
): Promise<number | undefined> {
  const server = serverOf(scan);
  const places = placesFor(scan.config.priority, pacing.placesPerServer);
  const place = await findPlace(store, server, places, now);
  if (place !== undefined) return place;
  await waitForPlace(store, server, { ...scan, priority: scan.config.priority }, now);
  // Looked for again: one that was given back just before nobody would tell this scan of.
  const late = await findPlace(store, server, places, now);
  if (late !== undefined) await stopWaiting(store, server, scan.scanId);
  return late;
}
