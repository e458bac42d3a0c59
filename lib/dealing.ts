import type { ReportBucket } from './report-bucket.ts';
import type { ScanQueues } from './scan-queues.ts';
import type { StageSettings } from './stage-settings.ts';
import type { Store, TableAction } from './store.ts';

/** Reading a scan and its pages, and conditional updates of both. */
export const settling: readonly TableAction[] = ['GetItem', 'Query', 'UpdateItem'];

/**
 * Who deals out pages also writes them, and what only lasts a while, which it then deletes: the note of a chunk that
 * is still to be sent, a place at a server, the wait for one.
 */
export const dealing: readonly TableAction[] = [...settling, 'PutItem', 'DeleteItem'];

/** What the functions that deal out pages read. */
export function dealerEnvironment(
  settings: StageSettings,
  store: Store,
  queues: ScanQueues,
  bucket: ReportBucket,
) {
  return {
    TABLE_NAME: store.table.tableName,
    BUCKET_NAME: bucket.bucket.bucketName,
    ...queues.scanQueueUrls(),
    FINISH_QUEUE_URL: queues.finish.queue.queueUrl,
    PAGES_PER_CHUNK: String(settings.pagesPerChunk),
    CHUNKS_IN_FLIGHT: String(settings.chunksInFlight),
    PLACES_PER_SERVER: String(settings.placesPerServer),
  };
}
