import { vi } from 'vitest';
import { noLinks } from '../../../core/crawl/found-links.ts';
import type { ChunkEvents, ChunkJob } from '../../../core/scans/chunk.ts';
import type { ChunkPage } from '../../../core/scans/messages.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';

/** Returns the findings of the browser on one page of a chunk, with its pictures by their ids. */
export type ScanPage = (
  job: ChunkJob,
  page: ChunkPage,
) => Promise<{ result: PageResult; links: string[]; pictures?: Map<string, Uint8Array> }>;

let scanPage: ScanPage;

/** Reports the pages of a chunk without a browser, instead of the scanner's function of this name. */
async function scanChunkPages(job: ChunkJob, events: ChunkEvents): Promise<{ notReached: ChunkPage[] }> {
  for (const page of job.pages) {
    await events.pageStarted(page);
    const { result, links, pictures = [] } = await scanPage(job, page);
    for (const [id, bytes] of pictures) await events.picture(id, bytes);
    await events.pageFinished(result, { ...noLinks, urls: links }, result.finalUrl);
  }
  return { notReached: [] };
}

/**
 * Replaces the browser, for modules that are imported after this call. Test files that share a worker share the modules
 * that import the scanner, so they get the same function, which calls the latest replacement.
 */
export function replaceBrowser(replacement: ScanPage): void {
  scanPage = replacement;
  vi.doMock('../../../scanner/scan-chunk-pages.ts', () => ({ scanChunkPages }));
}
