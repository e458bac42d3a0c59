import type { z } from 'zod';
import { bindTo } from '../../adapters/bind-to.ts';
import {
  claimChunk,
  listUnsentChunks,
  readOpenPages,
  recordChunkSent,
} from '../../adapters/dynamodb/chunks.ts';
import { failScan } from '../../adapters/dynamodb/end-scan.ts';
import { addPages, readPages, updatePage } from '../../adapters/dynamodb/frontier.ts';
import {
  findSlot,
  listWaitingScans,
  readHostPauseSeconds,
  recordWaitingScan,
  releaseSlot,
  removeWaitingScan,
} from '../../adapters/dynamodb/host-slots.ts';
import { readLinks } from '../../adapters/dynamodb/links.ts';
import { readReference } from '../../adapters/dynamodb/references.ts';
import { beginDepth, endDepth, recordPagesEnded } from '../../adapters/dynamodb/scan-steps.ts';
import { readScanStart, readTrackedScan } from '../../adapters/dynamodb/scans.ts';
import { readSiteDiscovery } from '../../adapters/dynamodb/site-discoveries.ts';
import { findSite } from '../../adapters/dynamodb/sites.ts';
import { openStore, type Store } from '../../adapters/dynamodb/store.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { countPageEnd } from '../../adapters/observability/metrics.ts';
import { sendChunk, sendFinish } from '../../adapters/queues/send.ts';
import { openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { buildCrawlRules } from '../../scanner/site/discover-site.ts';
import type { ScanWorkflow } from '../../use-cases/scan-workflow.ts';
import type { schemas } from '../env.ts';
import { createKnownFindingsReader } from './known-findings-reader.ts';

/** Changes a page, and counts it if that ended it. */
async function updateAndCountPage(...given: Parameters<typeof updatePage>): Promise<void> {
  const ended = await updatePage(...given);
  if (ended?.outcome !== undefined) countPageEnd(ended.outcome);
}

/**
 * Returns the dependencies of the scan workflow from a function's environment, and the tables for further dependencies
 * of a use case.
 */
export function openWorkflow(
  env: z.output<(typeof schemas)['record-outcomes']> & { AUDIT_TABLE_NAME?: string },
): { tables: Store; workflow: ScanWorkflow } {
  const tables = openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME });
  const scanQueues = {
    high: env.SCAN_QUEUE_URL_HIGH,
    normal: env.SCAN_QUEUE_URL_NORMAL,
    low: env.SCAN_QUEUE_URL_LOW,
  };
  const workflow = {
    store: bindTo(tables, {
      readTrackedScan,
      readScanStart,
      readReference,
      readSiteDiscovery,
      readLinks,
      findSite,
      readPages,
      readOpenPages,
      addPages,
      updatePage: updateAndCountPage,
      beginDepth,
      endDepth,
      recordPagesEnded,
      claimChunk,
      listUnsentChunks,
      recordChunkSent,
      failScan,
    }),
    slots: bindTo(tables, {
      findSlot,
      releaseSlot,
      recordWaitingScan,
      listWaitingScans,
      removeWaitingScan,
      readHostPauseSeconds,
    }),
    sendChunk: (message, pauseSeconds) => sendChunk(scanQueues[message.priority], message, pauseSeconds),
    sendFinish: (message) => sendFinish(env.FINISH_QUEUE_URL, message),
    readKnown: createKnownFindingsReader(tables, openReportBucket(env.BUCKET_NAME)),
    crawlRules: buildCrawlRules,
    pacing: {
      pagesPerChunk: env.PAGES_PER_CHUNK,
      chunksInFlight: env.CHUNKS_IN_FLIGHT,
      hostConcurrency: env.HOST_CONCURRENCY,
    },
    pagesPerMonth: env.PAGES_PER_MONTH_LIMIT,
    log: logger(),
  } satisfies ScanWorkflow;
  return { tables, workflow };
}
