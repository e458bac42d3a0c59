import type { Reference } from '../core/comparison/reference.ts';
import type { FoundLinks, LinksOfPage } from '../core/crawl/found-links.ts';
import type { SiteDiscovery } from '../core/crawl/site-discovery.ts';
import type { PageChange, TrackedPage } from '../core/crawl/tracked-page.ts';
import type { FreeSlot, SlotRequest, WaitingScan } from '../core/scans/host-slots.ts';
import type { ChunkMessage } from '../core/scans/messages.ts';
import type { FrontierPage, Scan, ScanFailure } from '../core/scans/scan.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import type { TrackedScan } from '../core/scans/tracked-scan.ts';
import type { Site } from '../core/sites/site.ts';

/**
 * The store as `advanceScan` uses it. Reads see every earlier write. Each write is atomic: it applies once and
 * completely, or not at all.
 */
export interface ScanStore {
  readTrackedScan(scanId: string): Promise<TrackedScan | undefined>;
  readScanStart(scanId: string): Promise<ScanStart>;
  readReference(scanId: string): Promise<Reference | undefined>;
  readSiteDiscovery(scanId: string): Promise<SiteDiscovery | undefined>;
  readLinks(scanId: string, depth?: number): AsyncIterable<LinksOfPage & FoundLinks>;
  findSite(accountId: string, siteId: string): Promise<Site | undefined>;

  readPages(scanId: string): Promise<TrackedPage[]>;
  /** Returns the first open pages in the order of dispatch. */
  readOpenPages(scanId: string, limit: number): Promise<TrackedPage[]>;
  /**
   * Adds pages to the frontier and counts them. A page that is added again is not counted again. Does nothing if the
   * scan has ended.
   */
  addPages(scanId: string, pages: FrontierPage[]): Promise<void>;
  /** Applies a rule to a page as it is stored now, and changes the counters of its scan if the scan has not ended. */
  updatePage(
    scanId: string,
    pageId: string,
    rule: (page: TrackedPage) => PageChange | undefined,
  ): Promise<void>;

  /**
   * Records that the next depth is being opened. Meanwhile this step counts as one outstanding item. Does nothing if
   * another process began the depth.
   */
  beginDepth(scan: TrackedScan): Promise<void>;
  /** Records once that all pages of a depth are in the frontier. */
  endDepth(scanId: string, depth: number): Promise<void>;
  /** Records once when the last page of a scan ended. */
  recordPagesEnded(scanId: string, now: Date): Promise<void>;

  /**
   * Claims pages as one chunk, with a slot at their host, and stores its message as unsent. Returns how many pages the
   * account may still have this month if those of the chunk would be too many.
   */
  claimChunk(chunk: {
    scan: Scan;
    message: ChunkMessage;
    pages: readonly TrackedPage[];
    slot: FreeSlot;
    pagesPerMonth: number;
    now: Date;
  }): Promise<'taken' | 'passed' | 'slot-lost' | { pagesLeft: number }>;
  /**
   * Returns the chunks that were claimed but not recorded as sent; with `before`, only those claimed at this time or
   * earlier.
   */
  listUnsentChunks(scanId: string, before?: Date): Promise<ChunkMessage[]>;
  /** Ends a scan as failed, unless it has ended. Its report covers the pages scanned so far. */
  failScan(scanId: string, failure: ScanFailure, now: Date): Promise<void>;
  recordChunkSent(scanId: string, chunkId: string): Promise<void>;
}

/**
 * The slots at hosts. They limit how many browsers open pages of a host at the same time, over all scans and accounts.
 */
export interface HostSlots {
  /** Returns the slot that an account may take; undefined if it must wait. */
  findSlot(host: string, request: SlotRequest, now: Date): Promise<FreeSlot | undefined>;
  releaseSlot(host: string, chunkId: string): Promise<void>;
  recordWaitingScan(host: string, scan: WaitingScan, now: Date): Promise<void>;
  /** Returns the scans that wait for a slot, in the order in which they get one. */
  listWaitingScans(host: string): Promise<WaitingScan[]>;
  removeWaitingScan(host: string, scanId: string): Promise<void>;
  /** Returns the remaining pause of a host for an account in seconds; 0 without a pause. */
  readHostPauseSeconds(host: string, accountId: string, now: Date): Promise<number>;
}
