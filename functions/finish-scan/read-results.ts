import { getObject, type ReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { type PageResult, pageResultSchema } from '../../core/scans/page-result.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';

const AT_ONCE = 16;

/**
 * The results that count, of the pages that have one.
 * @throws Error when an object that the frontier names is missing or is not a page result.
 */
export async function readResults(bucket: ReportBucket, pages: FrontierPage[]): Promise<PageResult[]> {
  const withResult = pages.filter(({ resultKey }) => resultKey !== undefined);
  const results: PageResult[] = [];
  for (let at = 0; at < withResult.length; at += AT_ONCE) {
    const part = withResult.slice(at, at + AT_ONCE);
    results.push(...(await Promise.all(part.map((page) => readResult(bucket, page)))));
  }
  return results;
}

async function readResult(bucket: ReportBucket, page: FrontierPage): Promise<PageResult> {
  const key = page.resultKey ?? '';
  const body = await getObject(bucket, key);
  if (body === undefined) throw new Error(`the result ${key} is not in the bucket`);
  const result = pageResultSchema.parse(JSON.parse(new TextDecoder().decode(body)));
  if (result.scanId !== page.scanId || result.pageId !== page.pageId) {
    throw new Error(`the result ${key} is of another page`);
  }
  return result;
}
