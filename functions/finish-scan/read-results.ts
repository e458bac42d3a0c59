import { getObject, type ReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { type PageResult, pageResultSchema } from '../../core/scans/page-result.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';

const AT_ONCE = 16;

/**
 * The results that count, of the pages that have one.
 * @throws Error when an object that the frontier names is missing or is not a page result.
 */
export async function readResults(bucket: ReportBucket, pages: FrontierPage[]): Promise<PageResult[]> {
  const keys = pages.flatMap(({ resultKey }) => (resultKey === undefined ? [] : [resultKey]));
  const results: PageResult[] = [];
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    results.push(...(await Promise.all(keys.slice(at, at + AT_ONCE).map((key) => readResult(bucket, key)))));
  }
  return results;
}

async function readResult(bucket: ReportBucket, key: string): Promise<PageResult> {
  const body = await getObject(bucket, key);
  if (body === undefined) throw new Error(`the result ${key} is not in the bucket`);
  return pageResultSchema.parse(JSON.parse(new TextDecoder().decode(body)));
}
