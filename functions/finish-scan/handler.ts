import { readPages } from '../../adapters/dynamodb/frontier.ts';
import { toPage } from '../../adapters/dynamodb/page-item.ts';
import type { ScanItem } from '../../adapters/dynamodb/scan-item.ts';
import { settleScan } from '../../adapters/dynamodb/scan-progress.ts';
import { readScanItem } from '../../adapters/dynamodb/scans.ts';
import { getSite } from '../../adapters/dynamodb/sites.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { consume } from '../../adapters/queues/consume.ts';
import { reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { finishMessageSchema } from '../../core/scans/messages.ts';
import { isFinal } from '../../core/scans/scan.ts';
import { forgetUnsent } from '../pipeline/forget-unsent.ts';
import { report, reportNothing } from './conclude.ts';
import { schema } from './env.ts';

/**
 * Puts the report of a scan together and settles the scan. The report's objects are written first, under a name of
 * their own each time that it is done; only the settling makes those of one time count.
 */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const store = openStore({ table: env.TABLE_NAME });
  const places = { store, bucket: reportBucket(env.BUCKET_NAME), retentionDays: env.RETENTION_DAYS };

  return consume(finishMessageSchema, async ({ message: { scanId } }) => {
    const scan = await readScanItem(store, scanId);
    if (scan?.report !== 'pending') return;
    if (!isFinal(scan.status) && scan.outstanding > 0) return;

    const pages = (await readPages(store, scanId)).map(toPage);
    await forgetUnsent(store, scan);
    if (!(await getSite(store, scan.accountId, scan.siteId))) return ofDeletedSite(scan);
    const settled =
      scan.pagesScanned > 0 ? await report(places, scan, pages) : await reportNothing(places, scan, pages);
    if (settled) return logger().info('settled', { pages: pages.length, pagesScanned: scan.pagesScanned });
    // A duplicate of this message may have been quicker.
    if ((await readScanItem(store, scanId))?.report === 'pending')
      throw new Error('the scan changed while its report was put together; it is put together again');
  });

  /**
   * The objects of a deleted site are being deleted, results among them: there is nothing to put together, and what were
   * put together would have to be deleted too. A scan that has not ended is cancelled by the sweeper, which asks again.
   */
  async function ofDeletedSite(scan: ScanItem): Promise<void> {
    if (isFinal(scan.status)) await settleScan(store, scan, { report: 'none' });
  }
}
