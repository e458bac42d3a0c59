import { bindTo } from '../../adapters/bind-to.ts';
import { listUnsentChunks, recordChunkSent } from '../../adapters/dynamodb/chunks.ts';
import { listDecisions } from '../../adapters/dynamodb/decisions.ts';
import { settleScan } from '../../adapters/dynamodb/end-scan.ts';
import { releaseFinishLease, saveFinishLease } from '../../adapters/dynamodb/finish-lease.ts';
import { readPages } from '../../adapters/dynamodb/frontier.ts';
import { releaseSlot } from '../../adapters/dynamodb/host-slots.ts';
import { readLatest } from '../../adapters/dynamodb/latest-scans.ts';
import { readLinks } from '../../adapters/dynamodb/links.ts';
import { readReference } from '../../adapters/dynamodb/references.ts';
import { readScanStart, readTrackedScan } from '../../adapters/dynamodb/scans.ts';
import { settleCompletedScan } from '../../adapters/dynamodb/settle-completed-scan.ts';
import { readSiteDiscovery } from '../../adapters/dynamodb/site-discoveries.ts';
import { findSite } from '../../adapters/dynamodb/sites.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { listSuppressions } from '../../adapters/dynamodb/suppressions.ts';
import { findCompletedBefore } from '../../adapters/dynamodb/trend.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { createQueueHandler } from '../../adapters/queues/queue-handler.ts';
import { sendEvents } from '../../adapters/queues/send.ts';
import { getObject, openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { finishMessageSchema } from '../../core/scans/messages.ts';
import { buildCrawlRules } from '../../scanner/site/discover-site.ts';
import { finishScan, type ScanFinisher } from '../../use-cases/finish-scan.ts';
import { schemas } from '../env.ts';
import { beginRevision } from './begin-revision.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['finish-scan'], environment);
  const tables = openStore({ table: env.TABLE_NAME });
  const bucket = openReportBucket(env.BUCKET_NAME);
  const ofScan = { readTrackedScan, readScanStart, readReference, readSiteDiscovery, readLinks, readPages };
  const ofSite = { findSite, findCompletedBefore, readLatest, listSuppressions, listDecisions };
  const leases = { saveFinishLease, releaseFinishLease };
  const ends = { settleScan, settleCompletedScan, listUnsentChunks, recordChunkSent };
  const finisher: ScanFinisher = {
    store: bindTo(tables, { ...ofScan, ...ofSite, ...leases, ...ends }),
    slots: bindTo(tables, { releaseSlot }),
    readObject: (key) => getObject(bucket, key),
    crawlRules: buildCrawlRules,
    beginRevision: (scan) => beginRevision(bucket, env.RETENTION_DAYS, scan),
    sendEvents: (message) => sendEvents(env.EVENTS_QUEUE_URL, message),
    log: logger(),
  };
  return createQueueHandler(finishMessageSchema, ({ message: { scanId }, messageId }, context) => {
    const now = new Date();
    const deadline = new Date(now.getTime() + context.getRemainingTimeInMillis());
    return finishScan(finisher, { scanId, messageId, now, deadline });
  });
}
