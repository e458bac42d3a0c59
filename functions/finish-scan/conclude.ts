import { changeLines } from '../../adapters/dynamodb/baseline-lines.ts';
import { latestScanItems } from '../../adapters/dynamodb/latest-scans.ts';
import { readReference } from '../../adapters/dynamodb/references.ts';
import type { ScanItem } from '../../adapters/dynamodb/scan-item.ts';
import { type Leaves, settleAndLeave, settleScan } from '../../adapters/dynamodb/scan-progress.ts';
import { readScanItem, readStart } from '../../adapters/dynamodb/scans.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { trendItems } from '../../adapters/dynamodb/trend.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { deleteObjects } from '../../adapters/report-bucket/objects-under.ts';
import { putFile } from '../../adapters/report-bucket/put-file.ts';
import { getObject, type ReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { withSettled } from '../../core/comparison/baseline-line.ts';
import { settledScanOf } from '../../core/comparison/settled-scan.ts';
import { FindingsInMemory } from '../../core/reports/finding-store.ts';
import { byPlace } from '../../core/reports/pages.ts';
import type { Report } from '../../core/reports/report.ts';
import { ReportBuilder } from '../../core/reports/report-builder.ts';
import { summaryOf } from '../../core/reports/scan-summary.ts';
import { type FrontierPage, isFinal, type Scan } from '../../core/scans/scan.ts';
import { comparableConditions } from '../../core/trend/comparable-conditions.ts';
import { trendPointOf } from '../../core/trend/trend-point.ts';
import { inWorkFolder } from '../../scanner/work-folder.ts';
import { pictureCopier } from './copy-pictures.ts';
import { type EditionBucket, putEdition } from './edition.ts';
import { readSubject } from './read-subject.ts';

const workFolders = {
  prefix: 'finish-scan-',
  // Longer than any function may run: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
  abandonedAfterMs: 20 * 60_000,
};

/** Where scans and their objects are. */
export interface Places {
  store: Store;
  bucket: ReportBucket;
  /** Days that objects are kept. */
  retentionDays: number;
}

/**
 * Puts the report of a scan together and settles the scan with it; what it wrote is taken back if it does not count.
 * @returns whether the scan is settled with this report
 */
export async function report(
  { store, bucket, retentionDays }: Places,
  scan: ScanItem,
  pages: FrontierPage[],
): Promise<boolean> {
  const ended: Scan = isFinal(scan.status) ? scan : { ...scan, status: 'completed', report: 'ready' };
  const { accountId, scanId } = scan;
  const edition = crypto.randomUUID();
  const read = (key: string) => getObject(bucket, key);
  const written: string[] = [];
  const noting: EditionBucket = {
    read,
    put(key, file, contentType) {
      written.push(key);
      return putFile(bucket, key, file, contentType);
    },
  };
  const completed = ended.status === 'completed';
  try {
    const head = await inWorkFolder(workFolders, (folder) =>
      putEdition(
        {
          subject: () =>
            readSubject(store, read, ended, pages, {
              retentionDays,
              copyPicture: pictureCopier(bucket, { accountId, scanId }),
            }),
          pages,
          of: { accountId, scanId, edition },
          leavesState: completed,
        },
        noting,
        folder,
      ),
    );
    const settlement = { report: 'ready' as const, edition, summary: summaryOf(head) };
    const settled = completed
      ? await settleAndLeave(store, scan, settlement, await leavesOf(store, ended, head))
      : await settleScan(store, scan, settlement);
    if (settled) return true;
  } catch (error) {
    await takeBack({ store, bucket }, scanId, edition, written);
    throw error;
  }
  await takeBack({ store, bucket }, scanId, edition, written);
  return false;
}

/**
 * Settles a scan of which no page was scanned; its gate is decided all the same.
 * @returns whether the scan is settled so
 */
export async function reportNothing(
  { store, bucket }: Places,
  scan: ScanItem,
  pages: FrontierPage[],
): Promise<boolean> {
  const ended: Scan = isFinal(scan.status) ? scan : { ...scan, status: 'failed', failure: 'no-page-scanned' };
  const read = (key: string) => getObject(bucket, key);
  const builder = new ReportBuilder(await readSubject(store, read, ended, pages), new FindingsInMemory());
  for (const group of builder.groupsOf(pages)) await builder.add(group, () => undefined);
  return settleScan(store, scan, {
    report: 'none',
    summary: summaryOf(await builder.head()),
    failure: 'no-page-scanned',
    failureDetail: whyNoPage(pages),
  });
}

/** What a completed scan leaves to those after it. */
async function leavesOf(store: Store, scan: Scan, head: Report): Promise<Leaves> {
  const { accountId, siteId, scanId, createdAt, config } = scan;
  const { comparableKey } = head.comparison;
  const { settings } = await readStart(store, scanId);
  const conditions = comparableConditions(comparableKey, config.rules, settings);
  const branch = config.metadata?.branch ?? null;
  const of = { accountId, siteId, comparableKey, branch };
  const reference = await readReference(store, scanId);
  const settled = settledScanOf(scan, head.gate, {
    planned: reference?.baseline,
    compared: head.comparison.baseline,
  });
  const now = new Date();
  return {
    items: trendItems(store, { accountId, siteId }, trendPointOf(head), conditions),
    notes: latestScanItems(store, { ...of, scanId, createdAt }, now),
    changeLines: () => changeLines(store, of, (line) => withSettled(line, settled), now.toISOString()),
  };
}

/** Deletes the objects of an edition that does not count, as far as it can be told and done; the lifecycle has the rest. */
async function takeBack(
  { store, bucket }: Pick<Places, 'store' | 'bucket'>,
  scanId: string,
  edition: string,
  keys: readonly string[],
): Promise<void> {
  try {
    // An answer that was lost may have settled the scan with it.
    const scan = await readScanItem(store, scanId);
    if (scan && scan.edition !== edition) await deleteObjects(bucket, keys);
  } catch (error) {
    logger().warn('could not delete an edition that does not count', { error, edition });
  }
}

/** What kept the first page from being scanned; it stands for the others. */
function whyNoPage(pages: FrontierPage[]): string | undefined {
  return pages.toSorted(byPlace)[0]?.detail;
}
