import { markDuplicates } from '../../core/reports/duplicates.ts';
import { NodeBudget } from '../../core/reports/node-budget.ts';
import { byPlace } from '../../core/reports/pages.ts';
import { isScanned } from '../../core/scans/page-outcome.ts';
import { type PageResult, pageResultSchema } from '../../core/scans/page-result.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';

/** Results that are in memory as they were stored; one is 3 MiB at most, and several times that while it is read. */
const AT_ONCE = 8;

/** An object of the bucket by its key; undefined when there is none. */
export type ReadObject = (key: string) => Promise<Uint8Array | undefined>;

/**
 * The results that count, of the pages that have one, with no more elements than a report has room for: never more
 * than a few are in memory whole.
 * @param pages the whole frontier, in any order
 * @throws Error when an object that the frontier names is missing or is not a page result.
 */
export async function readResults(
  read: ReadObject,
  pages: readonly FrontierPage[],
  budget: NodeBudget = new NodeBudget(),
): Promise<PageResult[]> {
  const inOrder = markDuplicates(pages)
    .filter(({ resultKey }) => resultKey !== undefined)
    .toSorted(byPlace);
  const results: PageResult[] = [];
  for (let at = 0; at < inOrder.length; at += AT_ONCE) {
    const part = inOrder.slice(at, at + AT_ONCE);
    const whole = await Promise.all(part.map((page) => readResult(read, page)));
    // In the order of the pages, whichever came first: what is kept of one depends on those before it.
    for (const [index, result] of whole.entries()) {
      const counts = isScanned((part[index] as FrontierPage).outcome ?? 'not-attempted');
      results.push(budget.thinned(counts ? result : { ...result, findings: [] }));
    }
  }
  return results;
}

async function readResult(read: ReadObject, page: FrontierPage): Promise<PageResult> {
  const key = page.resultKey ?? '';
  const body = await read(key);
  if (body === undefined) throw new Error(`the result ${key} is not in the bucket`);
  const result = pageResultSchema.parse(JSON.parse(new TextDecoder().decode(body)));
  if (result.scanId !== page.scanId || result.pageId !== page.pageId) {
    throw new Error(`the result ${key} is of another page`);
  }
  return result;
}
