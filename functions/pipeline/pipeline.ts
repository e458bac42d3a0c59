import type { Store } from '../../adapters/dynamodb/store.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { type ReportBucket, reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import type { Pacing } from '../../core/scans/pacing.ts';
import type { Priority } from '../../core/scans/priority.ts';

/** What every step needs that moves scans on: the table, the bucket, the queues that lead on, the pace. */
export interface Pipeline {
  store: Store;
  /** What baselines knew is read from it. */
  bucket: ReportBucket;
  /** URLs of the scan queues. */
  scanQueues: Record<Priority, string>;
  finishQueue: string;
  pacing: Pacing;
}

/** The pipeline as a function's environment names it. */
export function openPipeline(env: {
  TABLE_NAME: string;
  AUDIT_TABLE_NAME?: string;
  BUCKET_NAME: string;
  SCAN_QUEUE_URL_HIGH: string;
  SCAN_QUEUE_URL_NORMAL: string;
  SCAN_QUEUE_URL_LOW: string;
  FINISH_QUEUE_URL: string;
  PAGES_PER_CHUNK: number;
  CHUNKS_IN_FLIGHT: number;
  PLACES_PER_SERVER: number;
}): Pipeline {
  return {
    store: openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME }),
    bucket: reportBucket(env.BUCKET_NAME),
    scanQueues: {
      high: env.SCAN_QUEUE_URL_HIGH,
      normal: env.SCAN_QUEUE_URL_NORMAL,
      low: env.SCAN_QUEUE_URL_LOW,
    },
    finishQueue: env.FINISH_QUEUE_URL,
    pacing: {
      pagesPerChunk: env.PAGES_PER_CHUNK,
      chunksInFlight: env.CHUNKS_IN_FLIGHT,
      placesPerServer: env.PLACES_PER_SERVER,
    },
  };
}
