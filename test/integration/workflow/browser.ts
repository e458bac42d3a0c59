import { noLinks } from '../../../core/crawl/found-links.ts';
import type { ChunkEvents, ChunkJob } from '../../../core/scans/chunk.ts';
import type { ChunkPage } from '../../../core/scans/messages.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';

/** Returns the findings of the browser on one page of a chunk, with its pictures by their ids. */
export type ScanPage = (
  job: ChunkJob,
  page: ChunkPage,
) => Promise<{ result: PageResult; links: string[]; pictures?: Map<string, Uint8Array> }>;

/** Returns a replacement for the scanner's `scanChunkPages`, which reports the pages of a chunk without a browser. */
export function buildChunkScanner(scanPage: ScanPage) {
  return async (job: ChunkJob, events: ChunkEvents): Promise<{ notReached: ChunkPage[] }> => {
    for (const page of job.pages) {
      await events.pageStarted(page);
      const { result, links, pictures = [] } = await scanPage(job, page);
      for (const [id, bytes] of pictures) await events.picture(id, bytes);
      await events.pageFinished(result, { ...noLinks, urls: links }, result.finalUrl);
    }
    return { notReached: [] };
  };
}
