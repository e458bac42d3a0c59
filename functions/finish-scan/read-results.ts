import type { PageGroup } from '../../core/reports/page-groups.ts';
import type { ResultOfPage } from '../../core/reports/report-builder.ts';
import { type PageResult, pageResultSchema } from '../../core/scans/page-result.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';

/** Number of objects that are requested ahead. Each has at most 3 MiB and is kept as stored until it is needed. */
const REQUESTS_AHEAD = 6;

/** Returns an object of the bucket by its key; undefined if it does not exist. */
export type ReadObject = (key: string) => Promise<Uint8Array | undefined>;

/** A group of pages with their recorded results, by page id. */
export interface GroupWithResults {
  group: PageGroup;
  results: ReadonlyMap<string, ResultOfPage>;
}

/**
 * Yields the groups in their order with their results. Only the parsed results of one group are in memory.
 * @throws Error if an object is missing or is not the result of its page
 */
export async function* readResults(
  read: ReadObject,
  groups: readonly PageGroup[],
): AsyncGenerator<GroupWithResults> {
  const stored = groups.flatMap(({ pages }) => pages).filter(({ resultKey }) => resultKey !== undefined);
  const requested: Promise<Uint8Array | undefined>[] = [];
  const requestAhead = () => {
    for (const page of stored.splice(0, REQUESTS_AHEAD - requested.length)) {
      const object = read(page.resultKey ?? '');
      // The error is thrown where the object is awaited. This handler only prevents an unhandled rejection before that.
      object.catch(() => {});
      requested.push(object);
    }
  };
  for (const group of groups) {
    const results = new Map<string, ResultOfPage>();
    for (const page of group.pages) {
      if (page.resultKey === undefined) continue;
      requestAhead();
      const result = parseResult(page, await requested.shift());
      results.set(page.pageId, { result, resultKey: page.resultKey });
    }
    yield { group, results };
  }
}

function parseResult(page: FrontierPage, body: Uint8Array | undefined): PageResult {
  const key = page.resultKey ?? '';
  if (body === undefined) throw new Error(`the result ${key} is not in the bucket`);
  const result = pageResultSchema.parse(JSON.parse(new TextDecoder().decode(body)));
  if (result.scanId !== page.scanId || result.pageId !== page.pageId) {
    throw new Error(`the result ${key} is of another page`);
  }
  return result;
}
