import { cutListing } from '../core/listing/listing.ts';
import type { Page, PageRequest } from '../core/listing/page.ts';
import { countPageEnds, filterPages, type PageCounts, type PageFilter } from '../core/reports/page-list.ts';
import { listFrontierPages, type ScanPage } from '../core/reports/scan-pages.ts';
import { hasRevision, type ScanRevision } from '../core/scans/object-keys.ts';
import { type FrontierPage, isFinal, type Scan } from '../core/scans/scan.ts';
import { type FindScan, getScan } from './get-scan.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { ReadContext } from './request-context.ts';

export interface ListScanPagesDependencies extends FindScan, FindAccount {
  /** Returns the pages of a scan as they are now, in any order. */
  readPages(scanId: string): Promise<FrontierPage[]>;
  /** Returns the pages of a report, in its order; undefined if they were deleted. */
  readReportPages(of: ScanRevision): Promise<ScanPage[] | undefined>;
}

/** Returns one result page of the pages of a scan, in the order of the report, also while the scan runs. */
export async function listScanPages(
  dependencies: ListScanPagesDependencies,
  input: ReadContext & { scanId: string; query: PageFilter & PageRequest },
): Promise<Page<ScanPage> & { total: number; counts: PageCounts }> {
  const scan = await getScan(dependencies, input);
  const { limit, cursor, ...filter } = input.query;
  const all = await readAllPages(dependencies, scan);
  const filters = { scanId: scan.scanId, ...filter };
  const list = { accountId: scan.accountId, call: 'list-scan-pages' as const, filters, limit, cursor };
  const page = await readResultPage(dependencies, list, async ({ after }) => {
    // A page that was listed may not match any more, so the position is that among all pages.
    const rest = after === undefined ? all : all.slice(all.findIndex(({ id }) => id === after) + 1);
    return cutListing(filterPages(rest, filter), limit, ({ id }) => id);
  });
  return { ...page, total: filterPages(all, filter).length, counts: countPageEnds(all) };
}

async function readAllPages(
  { readPages, readReportPages }: ListScanPagesDependencies,
  scan: Scan,
): Promise<ScanPage[]> {
  const reported = hasRevision(scan) ? await readReportPages(scan) : undefined;
  return reported ?? listFrontierPages(await readPages(scan.scanId), isFinal(scan.status));
}
