import {
  deferPage,
  endOpenPages,
  endPage,
  noteAttempt,
  readPage,
  recoverPages,
  reopenPage,
  voidAttempt,
} from '../../adapters/dynamodb/frontier.ts';
import type { PageItem } from '../../adapters/dynamodb/page-item.ts';
import { countDeferral, markRunning } from '../../adapters/dynamodb/scan-progress.ts';
import { getScan, readStart } from '../../adapters/dynamodb/scans.ts';
import { pauseServer } from '../../adapters/dynamodb/server-places.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { consume } from '../../adapters/queues/consume.ts';
import { followsLinks } from '../../core/crawl/choose-pages.ts';
import { movedTo } from '../../core/crawl/moved-to.ts';
import { type RecordMessage, recordMessageSchema } from '../../core/scans/messages.ts';
import { resultKey } from '../../core/scans/result-key.ts';
import type { Scan } from '../../core/scans/scan.ts';
import {
  DEFERRALS_IN_VAIN_MAX,
  PAUSE_MAX_SECONDS,
  putOff,
  serverOf,
} from '../../core/scans/server-places.ts';
import { givePlaceBack } from '../pipeline/give-place-back.ts';
import { moveOn } from '../pipeline/move-on.ts';
import { openPipeline } from '../pipeline/pipeline.ts';
import { schema } from './env.ts';

/** Records what became of pages, each outcome once, and moves the scans of the batch on. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const pipeline = openPipeline(env);

  return consume(
    recordMessageSchema,
    async ({ message }) => {
      await record(message, new Date());
      logger().info('recorded', {
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
    const scan = await getScan(store, scanId);
    // The sender shares its process with other people's pages: what it says of a scan that is not there is nothing.
    if (scan?.accountId !== message.accountId) return;
    switch (message.type) {
      case 'page-started':
        await noteAttempt(store, message, now);
        if (scan.status === 'queued') await markRunning(store, scan, now);
        return;
      case 'page-finished':
        return recordEnd(scan, message);
      case 'page-deferred':
        return recordDeferral(scan, message, now);
      case 'attempt-void':
        return voidAttempt(store, message);
      case 'pages-returned':
        for (const page of await readHandedOut(message)) await reopenPage(store, page);
        return;
      case 'chunk-ended':
        return givePlaceBack(pipeline, scan, message.chunkId, now);
      case 'chunk-redelivered':
        await recoverPages(store, await readHandedOut(message), now);
        return givePlaceBack(pipeline, scan, message.chunkId, now);
      case 'chunk-dead':
        for (const { pageId } of await readHandedOut(message)) {
          await endPage(store, scanId, pageId, {
            outcome: 'service-fault',
            detail: 'The page was given up after its chunk had failed repeatedly.',
          });
        }
        return givePlaceBack(pipeline, scan, message.chunkId, now);
    }
  }

  /**
   * The key of the result is made here, of what the table knows of the scan: the sender is not trusted to name objects,
   * nor to end pages that it was not given.
   */
  async function recordEnd(
    scan: Scan,
    message: Extract<RecordMessage, { type: 'page-finished' }>,
  ): Promise<void> {
    const { store } = pipeline;
    const { scanId, chunkId, pageId, attempt, run, outcome, detail, finalUrl, links } = message;
    const page = await readPage(store, scanId, pageId);
    // Also from a chunk that was taken for lost: what it found is as good as what the next one will.
    if (!page?.chunkIds?.has(chunkId)) return;
    const { crawl } = (await readStart(store, scanId)).settings;
    await endPage(store, scanId, pageId, {
      outcome,
      detail,
      attempt,
      resultKey: resultKey({ accountId: scan.accountId, scanId, pageId, attempt, run }),
      movedTo: await movedTo(page.url, finalUrl, crawl),
      ...(followsLinks(crawl) && links.urls.length > 0 ? { links } : {}),
    });
  }

  /** Leaves a server alone that asked for it, and puts the page off while that is not too often or too long. */
  async function recordDeferral(
    scan: Scan,
    message: Extract<RecordMessage, { type: 'page-deferred' }>,
    now: Date,
  ): Promise<void> {
    const { store } = pipeline;
    const { scanId, pageId, attempt, outcome, detail, retryAfterSeconds } = message;
    const [page] = await readHandedOut({ ...message, pageIds: [pageId] });
    if (!page) return;
    const pause = Math.min(retryAfterSeconds, PAUSE_MAX_SECONDS);
    await pauseServer(store, serverOf(scan), new Date(now.getTime() + pause * 1000));
    const inVain = await countDeferral(store, scan);
    if (putOff(page.deferrals ?? 0, retryAfterSeconds)) await deferPage(store, page, attempt);
    else await endPage(store, scanId, pageId, { outcome, detail, attempt });
    if (inVain > DEFERRALS_IN_VAIN_MAX) await endOpenPages(store, scanId, { outcome, detail });
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
}
