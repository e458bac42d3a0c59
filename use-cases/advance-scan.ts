import { computeDiscoveryKey } from '../core/comparison/judged-pages.ts';
import { ChoiceBudgetError } from '../core/crawl/choice-budget.ts';
import { choosePagesAtDepth } from '../core/crawl/next-depth.ts';
import { emptySiteDiscovery } from '../core/crawl/site-discovery.ts';
import { isBeingFinished } from '../core/scans/finish-lease.ts';
import { buildFinishMessage } from '../core/scans/messages.ts';
import type { FrontierPage, Scan } from '../core/scans/scan.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import { getNextStep, type TrackedScan } from '../core/scans/tracked-scan.ts';
import { dispatchPages } from './dispatch-pages.ts';
import type { ScanWorkflow } from './scan-workflow.ts';

/**
 * Performs the next step of a scan: dispatches open pages up to the limits, opens the next depth when all pages of the
 * current depth have ended, or requests the report when no pages remain and no function builds it. It may be called at
 * any time, any number of times.
 */
export async function advanceScan(workflow: ScanWorkflow, scanId: string, now: Date): Promise<void> {
  const { store } = workflow;
  const scan = await store.readTrackedScan(scanId);
  const step = scan === undefined ? 'nothing' : getNextStep(scan);
  if (scan === undefined || step === 'nothing') return;
  if (step === 'dispatch-pages') return dispatchPages(workflow, scan, now);
  if (step === 'request-report') {
    if (!isBeingFinished(scan, now)) await workflow.sendFinish(buildFinishMessage(scan));
    return;
  }
  const depth = step === 'open-next-depth' ? scan.depth + 1 : scan.depth;
  const pages = await orFailScan(workflow, scan, now, () => findPages(workflow, scan, depth));
  if (pages === null) return;
  if (step === 'finish-opening' || pages.length > 0) {
    if (step === 'open-next-depth') await store.beginDepth(scan);
    await store.addPages(scanId, pages);
    await store.endDepth(scanId, depth);
    workflow.log.info('opened a depth', { depth, pages: pages.length });
    return advanceScan(workflow, scanId, now);
  }
  await store.recordPagesEnded(scanId, now);
  await workflow.sendFinish(buildFinishMessage(scan));
}

/**
 * Chooses pages. If that takes too many steps, the scan ends as failed, so that no other scan waits for it.
 * @returns null if the scan has ended
 */
export async function orFailScan<Pages>(
  { store, sendFinish, log }: Pick<ScanWorkflow, 'store' | 'sendFinish' | 'log'>,
  scan: Scan,
  now: Date,
  choose: () => Promise<Pages>,
): Promise<Pages | null> {
  try {
    return await choose();
  } catch (error) {
    if (!(error instanceof ChoiceBudgetError)) throw error;
    log.error('choosing pages took too many steps');
    await store.failScan(scan.scanId, 'pages-not-chosen', now);
    await sendFinish(buildFinishMessage(scan));
    return null;
  }
}

/**
 * Returns the pages of a depth. A repeated call returns the same pages, so that a crash between two steps loses
 * nothing.
 */
async function findPages(
  workflow: ScanWorkflow,
  { scanId }: TrackedScan,
  depth: number,
): Promise<FrontierPage[]> {
  const { store, crawlRules } = workflow;
  const start = await store.readScanStart(scanId);
  return choosePagesAtDepth(depth, {
    scanId,
    start,
    readSiteDiscovery: async () => (await store.readSiteDiscovery(scanId)) ?? emptySiteDiscovery,
    pages: () => store.readPages(scanId),
    links: (of) => store.readLinks(scanId, of),
    judgedBefore: () => readPathsToRevisit(workflow, scanId, start),
    rules: crawlRules,
  });
}

/** Returns the pages that the compared scan judged; none if it found its pages in another way. */
async function readPathsToRevisit(
  { store, readKnown }: ScanWorkflow,
  scanId: string,
  start: ScanStart,
): Promise<readonly string[]> {
  const key = computeDiscoveryKey(start);
  const baseline = (await store.readReference(scanId))?.baseline;
  const known = key === null || !baseline ? null : await readKnown(baseline.scanId);
  return known?.discoveryKey === key ? known.judged : [];
}
