import { chooseFirstPages } from '../core/crawl/choose-pages.ts';
import { emptySiteDiscovery, type SiteDiscovery } from '../core/crawl/site-discovery.ts';
import { isFinal } from '../core/scans/scan.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import { advanceScan, orFailScan } from './advance-scan.ts';
import { chooseReference, type ReferenceStore } from './choose-reference.ts';
import type { ScanStore } from './scan-store.ts';
import type { ScanWorkflow } from './scan-workflow.ts';

/** The dependencies of `planScan`. */
export interface ScanPlanner extends ScanWorkflow {
  store: ScanStore &
    ReferenceStore & {
      /** Stores the site discovery of a scan unless one is stored already. */
      saveSiteDiscovery(scanId: string, discovery: SiteDiscovery): Promise<void>;
      /** Records once that all first pages of a scan are in its frontier. */
      recordScanPlanned(scanId: string): Promise<void>;
    };
  /** Fetches robots.txt and the sitemaps of the site of a scan. */
  askSite(start: ScanStart): Promise<SiteDiscovery>;
  /**
   * Returns the current time. It is a function because the site may respond slowly, and each chunk needs the time at
   * which it is claimed.
   */
  now(): Date;
}

/** Adds the first pages of a scan to its frontier and dispatches pages up to the limits. */
export async function planScan(planner: ScanPlanner, scanId: string): Promise<void> {
  const { store, crawlRules, now, log } = planner;
  const scan = await store.readTrackedScan(scanId);
  if (!scan || isFinal(scan.status)) return;
  if (!scan.planned) {
    const start = await store.readScanStart(scanId);
    await chooseReference(store, scan, start, now());
    const discovery = await discoverSite(planner, scanId, start);
    const rules = crawlRules(start, discovery, []);
    const pages = await orFailScan(planner, scan, now(), () =>
      chooseFirstPages(scanId, start.startUrls, discovery.sitemapUrls, rules),
    );
    if (pages === null) return;
    await store.addPages(scanId, pages);
    await store.recordScanPlanned(scanId);
    log.info('planned', { pages: pages.length });
  }
  await advanceScan(planner, scanId, now());
}

/** Returns the site discovery of a scan. The first one is stored and used for every later plan of the scan. */
async function discoverSite(
  { store, askSite }: ScanPlanner,
  scanId: string,
  start: ScanStart,
): Promise<SiteDiscovery> {
  const before = await store.readSiteDiscovery(scanId);
  if (before) return before;
  const discovery = await askSite(start);
  if (discovery === emptySiteDiscovery) return emptySiteDiscovery;
  await store.saveSiteDiscovery(scanId, discovery);
  return (await store.readSiteDiscovery(scanId)) ?? emptySiteDiscovery;
}
