import { readPages } from '../../adapters/dynamodb/frontier.ts';
import { toPage } from '../../adapters/dynamodb/page-item.ts';
import { settleScan } from '../../adapters/dynamodb/scan-progress.ts';
import { readScanItem, readStart } from '../../adapters/dynamodb/scans.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { consume } from '../../adapters/queues/consume.ts';
import { getObject, putObject, reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { buildReport } from '../../core/reports/build-report.ts';
import { renderHtml } from '../../core/reports/html/render-html.ts';
import { byPlace } from '../../core/reports/pages.ts';
import type { Report } from '../../core/reports/report.ts';
import { type ReportFormat, reportFormatNames, reportFormats } from '../../core/reports/report-formats.ts';
import { finishMessageSchema } from '../../core/scans/messages.ts';
import { reportKey } from '../../core/scans/result-key.ts';
import { type FrontierPage, isFinal, type Scan } from '../../core/scans/scan.ts';
import { forgetUnsent } from '../pipeline/forget-unsent.ts';
import { env } from './env.ts';
import { readCrawl } from './read-crawl.ts';
import { readResults } from './read-results.ts';

const store = openStore({ table: env.TABLE_NAME });
const bucket = reportBucket(env.BUCKET_NAME);

/**
 * Puts the report of a scan together and settles the scan. The report's objects are written first: they are the
 * same however often that happens, and only the settling makes them count.
 */
export const handler = consume(finishMessageSchema, async ({ message: { scanId } }) => {
  const scan = await readScanItem(store, scanId);
  if (scan?.report !== 'pending') return;
  if (!isFinal(scan.status) && scan.outstanding > 0) return;

  const pages = (await readPages(store, scanId)).map(toPage);
  const something = scan.pagesScanned > 0;
  if (something) await writeReport(endedAs(scan), pages);
  await forgetUnsent(store, scan);
  const settled = await settleScan(store, scan, {
    report: something ? 'ready' : 'none',
    ...(something ? {} : { failure: 'no-page-scanned', failureDetail: whyNoPage(pages) }),
  });
  if (settled) return logger.info('settled', { pages: pages.length, pagesScanned: scan.pagesScanned });
  // A duplicate of this message may have been quicker.
  if ((await readScanItem(store, scanId))?.report === 'pending')
    throw new Error('the scan changed while its report was put together; it is put together again');
});

async function writeReport(scan: Scan, pages: FrontierPage[]): Promise<void> {
  const results = await readResults((key) => getObject(bucket, key), pages);
  const site = { siteId: scan.siteId, name: scan.siteName, url: scan.siteUrl };
  const start = await readStart(store, scan.scanId);
  const crawl = await readCrawl(store, scan, start, pages);
  const report = buildReport({ scan, site, ...start, crawl, pages, results });
  // One text after the other, for they are long.
  for (const format of reportFormatNames) {
    const text = await textOf[format](report);
    await putObject(bucket, reportKey(scan, format), text, reportFormats[format].contentType);
  }
}

const textOf: Record<ReportFormat, (report: Report) => string | Promise<string>> = {
  json: (report) => JSON.stringify(report),
  html: renderHtml,
};

/** The scan as it will be once it is settled. */
function endedAs(scan: Scan): Scan {
  return isFinal(scan.status) ? scan : { ...scan, status: 'completed', report: 'ready' };
}

/** What kept the first page from being scanned; it stands for the others. */
function whyNoPage(pages: FrontierPage[]): string | undefined {
  return pages.toSorted(byPlace)[0]?.detail;
}
