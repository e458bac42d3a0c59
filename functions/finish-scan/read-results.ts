import type { PageGroup } from '../../core/reports/page-groups.ts';
import type { ResultOfPage } from '../../core/reports/report-builder.ts';
import { type PageResult, pageResultSchema } from '../../core/scans/page-result.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';

/** Objects that are asked for before their turn comes; one is 3 MiB at most, and waits as it was stored. */
const AHEAD = 6;

/** An object of the bucket by its key; undefined when there is none. */
export type ReadObject = (key: string) => Promise<Uint8Array | undefined>;

/** A group of pages with the results that count, by page id. */
export interface GroupWithResults {
  group: PageGroup;
  results: ReadonlyMap<string, ResultOfPage>;
}

/**
 * The groups in their order with their results: only those of one group are in memory whole.
 * @throws Error when an object that the frontier names is missing or is not the result of its page
 */
export async function* readResults(
  read: ReadObject,
  groups: readonly PageGroup[],
): AsyncGenerator<GroupWithResults> {
  const stored = groups.flatMap(({ pages }) => pages).filter(({ resultKey }) => resultKey !== undefined);
  const asked: Promise<Uint8Array | undefined>[] = [];
  const askAhead = () => {
    for (const page of stored.splice(0, AHEAD - asked.length)) {
      const object = read(page.resultKey ?? '');
      // Whoever takes it learns of its failure; until then nobody listens.
      object.catch(() => {});
      asked.push(object);
    }
  };
  for (const group of groups) {
    const results = new Map<string, ResultOfPage>();
    for (const page of group.pages) {
      if (page.resultKey === undefined) continue;
      askAhead();
      const result = parseResult(page, await asked.shift());
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
