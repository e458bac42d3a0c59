import { chooseFirstPages } from '../core/crawl/choose-pages.ts';
import { emptySiteDiscovery, type SiteDiscovery } from '../core/crawl/site-discovery.ts';
import { isFinal } from '../core/scans/scan.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import { advanceScan } from './advance-scan.ts';
import { chooseReference, type ReferenceStore } from './choose-reference.ts';
import type { ScanStore } from './scan-store.ts';
import type { ScanWorkflow } from './scan-workflow.ts';

/** What planning needs beside advancing scans. */
export interface ScanPlanner extends ScanWorkflow {
  store: ScanStore &
    ReferenceStore & {
      /** Stores what a site said of its pages, once. */
      saveSiteDiscovery(scanId: string, reading: SiteDiscovery): Promise<void>;
      /** Notes, once, that the first pages of a scan are all in its frontier. */
      recordScanPlanned(scanId: string): Promise<void>;
    };
  /** Asks the site of a scan for its robots.txt and sitemaps. */
  askSite(start: ScanStart): Promise<SiteDiscovery>;
  /** Returns the time. A site may take long to answer, and chunks must be dated when they are taken. */
  now(): Date;
}

/** Turns a scan into its first pages and dispatches as many as may be in flight. */
export async function planScan(planner: ScanPlanner, scanId: string): Promise<void> {
  const { store, crawlRules, now, log } = planner;
  const scan = await store.readTrackedScan(scanId);
  if (!scan || isFinal(scan.status)) return;
  if (!scan.planned) {
    const start = await store.readScanStart(scanId);
    await chooseReference(store, scan, start, now());
    const reading = await readSite(planner, scanId, start);
    const rules = crawlRules(start, reading, []);
    const pages = await chooseFirstPages(scanId, start.startUrls, reading.sitemapUrls, rules);
    await store.addPages(scanId, pages);
    await store.recordScanPlanned(scanId);
    log.info('planned', { pages: pages.length });
  }
  await advanceScan(planner, scanId, now());
}

/** The first answer of the site counts, also for a plan that is made again. */
async function readSite(
  { store, askSite }: ScanPlanner,
  scanId: string,
  start: ScanStart,
): Promise<SiteDiscovery> {
  const before = await store.readSiteDiscovery(scanId);
  if (before) return before;
  const reading = await askSite(start);
  if (reading === emptySiteDiscovery) return emptySiteDiscovery;
  await store.saveSiteDiscovery(scanId, reading);
  return (await store.readSiteDiscovery(scanId)) ?? emptySiteDiscovery;
}
