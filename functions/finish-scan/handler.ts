import { readPages } from '../../adapters/dynamodb/frontier.ts';
import { toPage } from '../../adapters/dynamodb/page-item.ts';
import { settleScan } from '../../adapters/dynamodb/scan-progress.ts';
import { readScanItem } from '../../adapters/dynamodb/scans.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { consume } from '../../adapters/queues/consume.ts';
import { putObject, reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { buildReport } from '../../core/reports/build-report.ts';
import { renderHtml } from '../../core/reports/html/render-html.ts';
import { byPlace } from '../../core/reports/pages.ts';
import { type ReportFormat, reportFormatNames, reportFormats } from '../../core/reports/report-formats.ts';
import { finishMessageSchema } from '../../core/scans/messages.ts';
import { reportKey } from '../../core/scans/result-key.ts';
import { type FrontierPage, isFinal, type Scan } from '../../core/scans/scan.ts';
import { env } from './env.ts';
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
  const settled = await settleScan(store, scan, {
    report: something ? 'ready' : 'none',
    ...(something ? {} : { failure: 'no-page-scanned', failureDetail: whyNoPage(pages) }),
  });
  if (settled) logger.info('settled', { pages: pages.length, pagesScanned: scan.pagesScanned });
  else throw new Error('the scan changed while its report was put together; it is put together again');
});

async function writeReport(scan: Scan, pages: FrontierPage[]): Promise<void> {
  const results = await readResults(bucket, pages);
  const site = { siteId: scan.siteId, name: scan.siteName, url: scan.siteUrl };
  const report = buildReport({ scan, site, pages, results });
  const texts: Record<ReportFormat, string> = {
    json: JSON.stringify(report),
    html: await renderHtml(report),
  };
  for (const format of reportFormatNames) {
    await putObject(bucket, reportKey(scan, format), texts[format], reportFormats[format].contentType);
  }
}

/** The scan as it will be once it is settled. */
function endedAs(scan: Scan): Scan {
  return isFinal(scan.status) ? scan : { ...scan, status: 'completed', report: 'ready' };
}

/** What kept the first page from being scanned; it stands for the others. */
function whyNoPage(pages: FrontierPage[]): string | undefined {
  return pages.toSorted(byPlace)[0]?.detail;
}
