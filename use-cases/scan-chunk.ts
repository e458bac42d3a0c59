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

/** The dependencies of `scanChunk`. */
export interface ChunkScanner {
  /** Decrypts credentials that were sealed for an account. */
  openCredentials(sealed: SealedCredentials, accountId: string): Promise<Credentials>;
  /** Scans pages in one browser. Returns the pages that it did not begin. Throws only for faults of the service. */
  scanPages(job: ChunkJob, events: ChunkEvents): Promise<{ notReached: ChunkPage[] }>;
  putObject(key: string, body: string | Uint8Array, contentType: string): Promise<void>;
  sendRecord(message: RecordMessage): Promise<void>;
  /** Counts an ended page with its duration in milliseconds. */
  countPage(outcome: PageOutcome, durationMs: number): void;
  log: Log;
}

/**
 * Scans the pages of a chunk in one browser and reports each page to the recorder. A chunk that is delivered again is
 * not scanned, because only the recorder knows which of its pages have ended and which were open when their browser was
 * lost. The recorder dispatches those pages again.
 * @param received.receiveCount how often the queue has delivered the chunk, including this time
 * @param received.run identifies this run, so that its results differ from those of a duplicate of the chunk
 */
export async function scanChunk(
  scanner: ChunkScanner,
  chunk: ChunkMessage,
  { receiveCount, run }: { receiveCount: number; run: string },
): Promise<void> {
  const { accountId, scanId, pages, ruleIds, settings, hashRoutes, marks, credentials: sealed } = chunk;
  const report = (what: ChunkReport) => scanner.sendRecord(buildRecordMessage(chunk, what));
  if (receiveCount > 1) return report({ type: 'chunk-redelivered', pageIds: listIds(pages) });

  let openPage: { pageId: string; attempt: number } | undefined;
  try {
    // Decrypted for this chunk only, and stored nowhere.
    const credentials = sealed && (await scanner.openCredentials(sealed, accountId));
    const job = { scanId, pages, ruleIds, settings, hashRoutes, marks, credentials };
    const { notReached } = await scanner.scanPages(job, {
      async pageStarted({ pageId, attempt }) {
        await report({ type: 'page-started', pageId, attempt });
        openPage = { pageId, attempt };
      },
      picture: createPictureWriter(scanner, chunk),
      // Pictures are written before the result that refers to them, and the result before its outcome is reported, so
      // that every object that is referred to exists.
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
    if (notReached.length > 0) await report({ type: 'pages-returned', pageIds: listIds(notReached) });
    await report({ type: 'chunk-ended' });
  } catch (error) {
    // This is a fault of the service. It must not count as a crash of the browser caused by the open page.
    if (openPage !== undefined) await report({ type: 'attempt-void', ...openPage });
    throw error;
  }
}

function listIds(pages: readonly ChunkPage[]): string[] {
  return pages.map(({ pageId }) => pageId);
}

/**
 * Returns a function that writes the pictures of a chunk. Equal pictures have the same id and are written once. If
 * another chunk of the scan writes the same picture, it writes the same bytes.
 */
function createPictureWriter(
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
