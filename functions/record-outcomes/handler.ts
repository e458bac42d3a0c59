import {
  endPage,
  noteAttempt,
  readPage,
  recoverPages,
  reopenPage,
  voidAttempt,
} from '../../adapters/dynamodb/frontier.ts';
import type { PageItem } from '../../adapters/dynamodb/page-item.ts';
import { markRunning } from '../../adapters/dynamodb/scan-progress.ts';
import { getScan } from '../../adapters/dynamodb/scans.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { consume } from '../../adapters/queues/consume.ts';
import { type RecordMessage, recordMessageSchema } from '../../core/scans/messages.ts';
import { resultKey } from '../../core/scans/result-key.ts';
import { moveOn } from '../pipeline/move-on.ts';
import { openPipeline } from '../pipeline/pipeline.ts';
import { env } from './env.ts';

const pipeline = openPipeline(env);

/** Records what became of pages, each outcome once, and moves the scans of the batch on. */
export const handler = consume(
  recordMessageSchema,
  async ({ message }) => {
    await record(message, new Date());
    logger.info('recorded', {
      what: message.type,
      ...('pageId' in message ? { pageId: message.pageId } : {}),
    });
  },
  async (messages) => {
    const scanIds = new Set(
      messages.filter(({ type }) => type !== 'page-started').map(({ scanId }) => scanId),
    );
    for (const scanId of scanIds) await moveOn(pipeline, scanId, new Date());
  },
);

async function record(message: RecordMessage, now: Date): Promise<void> {
  const { store } = pipeline;
  const { scanId } = message;
  switch (message.type) {
    case 'page-started': {
      await noteAttempt(store, message, now);
      const scan = await getScan(store, scanId);
      if (scan?.status === 'queued') await markRunning(store, scan, now);
      return;
    }
    case 'page-finished':
      return recordEnd(message);
    case 'attempt-void':
      return voidAttempt(store, message);
    case 'pages-returned':
      for (const page of await readHandedOut(message)) await reopenPage(store, page);
      return;
    case 'chunk-redelivered':
      return recoverPages(store, await readHandedOut(message), now);
    case 'chunk-dead':
      for (const { pageId } of await readHandedOut(message)) {
        await endPage(store, scanId, pageId, {
          outcome: 'service-fault',
          detail: 'The page was given up after its chunk had failed repeatedly.',
        });
      }
  }
}

/**
 * The key of the result is made here, of what the table knows of the scan: the sender shares its process with other
 * people's pages and is not trusted to name objects.
 */
async function recordEnd(message: Extract<RecordMessage, { type: 'page-finished' }>): Promise<void> {
  const { scanId, pageId, attempt, run, outcome, detail } = message;
  const scan = await getScan(pipeline.store, scanId);
  if (!scan) return;
  const key = resultKey({ accountId: scan.accountId, scanId, pageId, attempt, run });
  await endPage(pipeline.store, scanId, pageId, { outcome, detail, attempt, resultKey: key });
}

/** Those pages of a chunk that nobody has ended, put back or sent in another chunk since. */
async function readHandedOut(chunk: {
  scanId: string;
  chunkId: string;
  pageIds: string[];
}): Promise<PageItem[]> {
  const pages = await Promise.all(
    chunk.pageIds.map((pageId) => readPage(pipeline.store, chunk.scanId, pageId)),
  );
  return pages.filter((page) => page?.state === 'queued' && page.chunkId === chunk.chunkId) as PageItem[];
}
