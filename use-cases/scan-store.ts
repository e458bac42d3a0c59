import type { Reference } from '../core/comparison/reference.ts';
import type { FoundLinks, LinksOfPage } from '../core/crawl/found-links.ts';
import type { SiteDiscovery } from '../core/crawl/site-discovery.ts';
import type { PageChange, TrackedPage } from '../core/crawl/tracked-page.ts';
import type { WaitingScan } from '../core/scans/host-slots.ts';
import type { ChunkMessage } from '../core/scans/messages.ts';
import type { FrontierPage, Scan } from '../core/scans/scan.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import type { TrackedScan } from '../core/scans/tracked-scan.ts';
import type { Site } from '../core/sites/site.ts';

/**
 * What advancing a scan needs of the store. Reads see every earlier write, and each write applies as a whole, once, or not
 * at all.
 */
export interface ScanStore {
  readTrackedScan(scanId: string): Promise<TrackedScan | undefined>;
  readScanStart(scanId: string): Promise<ScanStart>;
  readReference(scanId: string): Promise<Reference | undefined>;
  readSiteDiscovery(scanId: string): Promise<SiteDiscovery | undefined>;
  readLinks(scanId: string, depth?: number): AsyncIterable<LinksOfPage & FoundLinks>;
  findSite(accountId: string, siteId: string): Promise<Site | undefined>;

  readPages(scanId: string): Promise<TrackedPage[]>;
  /** Returns the open pages that come first. */
  readOpenPages(scanId: string, limit: number): Promise<TrackedPage[]>;
  /** Adds pages to the frontier and counts them, each once however often it is added; nothing if the scan has ended. */
  addPages(scanId: string, pages: FrontierPage[]): Promise<void>;
  /** Applies a rule to a page as it is, and changes the counters of its scan with it, while that has not ended. */
  updatePage(
    scanId: string,
    pageId: string,
    rule: (page: TrackedPage) => PageChange | undefined,
  ): Promise<void>;

  /** Begins to open the next depth, which counts as outstanding while it lasts; nothing when another was quicker. */
  beginDepth(scan: TrackedScan): Promise<void>;
  /** Notes, once, that the pages of a depth are all in the frontier. */
  endDepth(scanId: string, depth: number): Promise<void>;
  /** Notes, once, when the last page of a scan ended. */
  recordPagesEnded(scanId: string, now: Date): Promise<void>;

  /** Takes pages as one chunk, with a slot at their host, and stores its message as unsent. */
  claimChunk(chunk: {
    scan: Scan;
    message: ChunkMessage;
    pages: readonly TrackedPage[];
    slot: number;
    now: Date;
  }): Promise<'taken' | 'passed' | 'slot-lost'>;
  /** Returns the chunks that were taken and not sent as far as is known, those taken by a time only if one is given. */
  listUnsentChunks(scanId: string, before?: Date): Promise<ChunkMessage[]>;
  recordChunkSent(scanId: string, chunkId: string): Promise<void>;
}

/** The slots at hosts: as many browsers may open the pages of a host at a time, over all scans and accounts. */
export interface HostSlots {
  /** Returns the lowest free slot, or undefined if all `slots` are held. */
  findSlot(host: string, slots: number, now: Date): Promise<number | undefined>;
  releaseSlot(host: string, chunkId: string): Promise<void>;
  recordWaitingScan(host: string, scan: WaitingScan, now: Date): Promise<void>;
  /** Returns the scans that wait for a slot, in the order in which they get one. */
  listWaitingScans(host: string): Promise<WaitingScan[]>;
  removeWaitingScan(host: string, scanId: string): Promise<void>;
  /** Returns for how many seconds a host is still to be left alone. */
  readHostPauseSeconds(host: string, now: Date): Promise<number>;
}
