import type { KnownFindings } from '../core/comparison/known-findings.ts';
import type { CrawlState } from '../core/crawl/next-depth.ts';
import type { ChunkMessage, FinishMessage } from '../core/scans/messages.ts';
import type { Pacing } from '../core/scans/pacing.ts';
import type { Log } from './log.ts';
import type { HostSlots, ScanStore } from './scan-store.ts';

/** The dependencies of every step of the scan workflow. */
export interface ScanWorkflow {
  store: ScanStore;
  slots: HostSlots;
  /** Sends a chunk to the scan queue of its priority, with a delay of at most 900 seconds. */
  sendChunk(message: ChunkMessage, pauseSeconds: number): Promise<void>;
  sendFinish(message: FinishMessage): Promise<void>;
  /** Returns the findings of a baseline that need no new picture; null if they cannot be read. */
  readKnown(scanId: string): Promise<KnownFindings | null>;
  crawlRules: CrawlState['rules'];
  pacing: Pacing;
  /** Maximum number of pages of an account in a calendar month (UTC). */
  pagesPerMonth: number;
  log: Log;
}
