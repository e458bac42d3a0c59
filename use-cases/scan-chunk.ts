import type { ChunkEvents, ChunkJob } from '../core/scans/chunk.ts';
import {
  buildRecordMessage,
  type ChunkMessage,
  type ChunkPage,
  type ChunkReport,
  type RecordMessage,
} from '../core/scans/messages.ts';
import { buildPictureKey, buildResultKey } from '../core/scans/object-keys.ts';
import type { PageOutcome } from '../core/scans/page-outcome.ts';
import type { Credentials, SealedCredentials } from '../core/sites/credentials.ts';
import type { Log } from './log.ts';

/** What scanning a chunk needs. */
export interface ChunkScanner {
  /** Opens credentials that were sealed for an account. */
  openCredentials(sealed: SealedCredentials, accountId: string): Promise<Credentials>;
  /** Scans pages in one browser. Returns those that it did not begin; throws for a fault of the service only. */
  scanPages(job: ChunkJob, events: ChunkEvents): Promise<{ notReached: ChunkPage[] }>;
  putObject(key: string, body: string | Uint8Array, contentType: string): Promise<void>;
  sendRecord(message: RecordMessage): Promise<void>;
  /** Counts a page that ended, with the time that it took. */
  countPage(outcome: PageOutcome, durationMs: number): void;
  log: Log;
}

/**
 * Scans the pages of a chunk in one browser and reports each page to the recorder. A chunk that comes a second time is
 * not scanned: only the recorder knows which of its pages have ended or were open when their browser was lost, and it
 * dispatches those again.
 * @param received.receiveCount how often the queue has delivered the chunk, this time included
 * @param received.run identifies this run, so that its results are not those of a duplicate of the chunk
 */
export async function scanChunk(
  scanner: ChunkScanner,
  chunk: ChunkMessage,
  { receiveCount, run }: { receiveCount: number; run: string },
): Promise<void> {
  const { accountId, scanId, pages, ruleIds, settings, hashRoutes, marks, credentials: sealed } = chunk;
  const report = (what: ChunkReport) => scanner.sendRecord(buildRecordMessage(chunk, what));
  if (receiveCount > 1) return report({ type: 'chunk-redelivered', pageIds: idsOf(pages) });

  let openPage: { pageId: string; attempt: number } | undefined;
  try {
    // Opened for this chunk only, and kept nowhere.
    const credentials = sealed && (await scanner.openCredentials(sealed, accountId));
    const job = { scanId, pages, ruleIds, settings, hashRoutes, marks, credentials };
    const { notReached } = await scanner.scanPages(job, {
      async pageStarted({ pageId, attempt }) {
        await report({ type: 'page-started', pageId, attempt });
        openPage = { pageId, attempt };
      },
      picture: pictureWriter(scanner, chunk),
      // Pictures are written before the result that names them, and the result before its outcome is reported, so that
      // nothing names an object that does not exist.
      async pageFinished(result, links, finalUrl) {
        const { pageId, attempt, outcome, detail, durationMs } = result;
        const key = buildResultKey({ accountId, scanId, pageId, attempt, run });
        await scanner.putObject(key, JSON.stringify(result), 'application/json');
        await report({ type: 'page-finished', pageId, attempt, run, outcome, detail, finalUrl, links });
        openPage = undefined;
        scanner.log.info('page ended', { pageId, attempt, outcome, durationMs });
        scanner.countPage(outcome, durationMs);
      },
      async pageDeferred({ pageId, attempt }, deferral) {
        await report({ type: 'page-deferred', pageId, attempt, ...deferral });
        openPage = undefined;
        const { retryAfterSeconds } = deferral;
        scanner.log.info('page deferred', { pageId, attempt, retryAfterSeconds });
      },
    });
    if (notReached.length > 0) await report({ type: 'pages-returned', pageIds: idsOf(notReached) });
    await report({ type: 'chunk-ended' });
  } catch (error) {
    // The open page must not count as one that makes browsers crash, because the fault is the service's.
    if (openPage !== undefined) await report({ type: 'attempt-void', ...openPage });
    throw error;
  }
}

function idsOf(pages: readonly ChunkPage[]): string[] {
  return pages.map(({ pageId }) => pageId);
}

/**
 * Returns what writes the pictures of a chunk. Equal pictures have one id and are written once; another chunk of the scan
 * that writes the same one again writes the same bytes.
 */
function pictureWriter(
  { putObject }: ChunkScanner,
  { accountId, scanId }: ChunkMessage,
): ChunkEvents['picture'] {
  const written = new Set<string>();
  return async (id, bytes) => {
    if (written.has(id)) return;
    await putObject(buildPictureKey({ accountId, scanId, id }), bytes, 'image/webp');
    written.add(id);
  };
}
