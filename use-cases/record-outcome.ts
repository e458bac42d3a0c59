import { shouldFollowLinks } from '../core/crawl/choose-pages.ts';
import {
  type DeferralStreak,
  deferOrEnd,
  getPauseSeconds,
  isDeferralLimitReached,
} from '../core/crawl/deferral.ts';
import { resolveRedirect } from '../core/crawl/resolve-redirect.ts';
import {
  beginAttempt,
  endPage,
  isInChunk,
  losePage,
  type PageChange,
  recoverPage,
  returnPage,
  type TrackedPage,
  voidAttempt,
  wasBegunIn,
} from '../core/crawl/tracked-page.ts';
import { getScanHost } from '../core/scans/host-slots.ts';
import type { RecordMessage } from '../core/scans/messages.ts';
import { buildResultKey } from '../core/scans/object-keys.ts';
import type { Scan } from '../core/scans/scan.ts';
import { releaseSlot } from './release-slot.ts';
import type { HostSlots, ScanStore } from './scan-store.ts';
import type { ScanWorkflow } from './scan-workflow.ts';

/** The dependencies of `recordOutcome`. */
export interface OutcomeRecorder extends ScanWorkflow {
  store: ScanStore & {
    findFrontierPage(scanId: string, pageId: string): Promise<TrackedPage | undefined>;
    /** Records that the first page of a scan was begun. Does nothing if the scan is not queued. */
    recordScanRunning(scan: Scan, now: Date): Promise<void>;
    /** Counts a deferral. Returns the deferrals since the last time that a page of the scan was scanned. */
    countDeferral(scanId: string): Promise<DeferralStreak>;
  };
  slots: HostSlots & {
    /** Records that a host requested a pause from an account. A longer pause that it reported before stays. */
    recordHostPause(host: string, pause: { accountId: string; until: Date }, now: Date): Promise<void>;
  };
}

/** Records the report of a browser on its chunk. Each outcome is recorded once. */
export async function recordOutcome(
  recorder: OutcomeRecorder,
  message: RecordMessage,
  now: Date,
): Promise<void> {
  const { store } = recorder;
  const { scanId, chunkId } = message;
  const scan = await store.readTrackedScan(scanId);
  // A message that names another account is not of this scan.
  if (scan !== undefined && scan.accountId !== message.accountId) return;
  if (scan === undefined) {
    // The scan was deleted. Its browser still had a slot at the host.
    return endsChunk(message) ? releaseSlot(recorder, message, now) : undefined;
  }
  const changeEach = async (
    { pageIds }: { pageIds: readonly string[] },
    rule: (page: TrackedPage) => PageChange | undefined,
  ) => {
    for (const pageId of pageIds) {
      await store.updatePage(scanId, pageId, (page) => (isInChunk(page, chunkId) ? rule(page) : undefined));
    }
  };
  switch (message.type) {
    case 'page-started':
      await store.updatePage(scanId, message.pageId, (page) => beginAttempt(page, message, now));
      if (scan.status === 'queued') await store.recordScanRunning(scan, now);
      return;
    case 'page-finished':
      return recordEnd(recorder, scan, message);
    case 'page-deferred':
      return recordDeferral(recorder, scan, message, now);
    case 'attempt-void':
      return store.updatePage(scanId, message.pageId, (page) => voidAttempt(page, message));
    case 'page-lost':
      return changeEach({ pageIds: [message.pageId] }, (page) => losePage(page, message));
    case 'pages-returned':
      return changeEach(message, (page) => returnPage(page, message.isFault));
    case 'chunk-ended':
      return releaseSlot(recorder, message, now);
    case 'chunk-redelivered':
      await recoverChunk(recorder, message, now);
      return releaseSlot(recorder, message, now);
    case 'chunk-dead':
      await changeEach(message, (page) =>
        endPage(page, {
          outcome: 'service-fault',
          detail: 'The page was not scanned because its chunk failed repeatedly.',
        }),
      );
      return releaseSlot(recorder, message, now);
  }
}

/** Reopens or ends the pages of a chunk whose dispatcher seems to be lost. */
async function recoverChunk(
  { store }: OutcomeRecorder,
  { scanId, chunkId, pageIds }: Extract<RecordMessage, { type: 'chunk-redelivered' }>,
  now: Date,
): Promise<void> {
  const pages = await Promise.all(pageIds.map((pageId) => store.findFrontierPage(scanId, pageId)));
  const isUsed = pages.some((page) => page !== undefined && wasBegunIn(page, chunkId));
  for (const pageId of pageIds) {
    await store.updatePage(scanId, pageId, (page) =>
      isInChunk(page, chunkId) ? recoverPage(page, isUsed, now) : undefined,
    );
  }
}

/** True if a message says that no browser has the chunk any more. */
function endsChunk({ type }: RecordMessage): boolean {
  return type === 'chunk-ended' || type === 'chunk-redelivered' || type === 'chunk-dead';
}

/**
 * Records the end of a page. The key of the result is built from stored data, so that a message cannot name other
 * objects.
 */
async function recordEnd(
  { store }: OutcomeRecorder,
  { accountId, scanId }: Scan,
  message: Extract<RecordMessage, { type: 'page-finished' }>,
): Promise<void> {
  const { chunkId, pageId, attempt, run, outcome, detail, finalUrl, links } = message;
  const page = await store.findFrontierPage(scanId, pageId);
  // Also accept a chunk that seemed lost: its result is as good as that of the next chunk.
  if (!page?.chunkIds?.has(chunkId)) return;
  const { crawl } = (await store.readScanStart(scanId)).settings;
  const end = {
    outcome,
    detail,
    attempt,
    resultKey: buildResultKey({ accountId, scanId, pageId, attempt, run }),
    movedTo: await resolveRedirect(page.url, finalUrl, crawl),
    ...(shouldFollowLinks(crawl) && links.urls.length > 0 ? { links } : {}),
  };
  await store.updatePage(scanId, pageId, (current) => endPage(current, end));
}

/** Records the pause that a host requested, and defers the page unless it was deferred too often or for too long. */
async function recordDeferral(
  { store, slots }: OutcomeRecorder,
  scan: Scan,
  message: Extract<RecordMessage, { type: 'page-deferred' }>,
  now: Date,
): Promise<void> {
  const { scanId, chunkId, pageId, attempt, outcome, detail, retryAfterSeconds } = message;
  const page = await store.findFrontierPage(scanId, pageId);
  if (page === undefined || !isInChunk(page, chunkId)) return;
  const request = { attempt, retryAfterSeconds, end: { outcome, detail } };
  const until = new Date(now.getTime() + getPauseSeconds(request) * 1000);
  await slots.recordHostPause(getScanHost(scan), { accountId: scan.accountId, until }, now);
  const streak = await store.countDeferral(scanId);
  await store.updatePage(scanId, pageId, (current) =>
    isInChunk(current, chunkId) ? deferOrEnd(current, request) : undefined,
  );
  if (isDeferralLimitReached(streak)) await endOpenPages(store, scanId, request.end);
}

/** Ends every open page of a scan: a page that is neither on a queue nor in a browser. */
async function endOpenPages(
  store: ScanStore,
  scanId: string,
  end: Parameters<typeof endPage>[1],
): Promise<void> {
  for (const { pageId, state } of await store.readPages(scanId)) {
    if (state !== 'open') continue;
    await store.updatePage(scanId, pageId, (page) =>
      page.state === 'open' ? endPage(page, end) : undefined,
    );
  }
}
