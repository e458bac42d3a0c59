import { expect, it } from 'vitest';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { refreshSiteResult } from '../../../adapters/dynamodb/overview.ts';
import { buildScanItem } from '../../../adapters/dynamodb/scan-item.ts';
import type { Store } from '../../../adapters/dynamodb/store.ts';
import { SITE_RESULT_SEARCHED } from '../../../core/scans/is-site-result.ts';
import { makeSite, scanOf } from '../use-cases/fakes.ts';

it('the search for the result of a site ends, although all of its scans are of pull requests', async () => {
  const site = makeSite();
  const made = scanOf(site, { status: 'completed' });
  const scan = { ...made, config: { ...made.config, metadata: { pullRequest: '7' } } };
  const item = buildScanItem(scan, new Date());
  let searched = 0;
  const send = async ({ input }: { input: { IndexName?: string; Limit?: number } }) => {
    if (input.IndexName === undefined) return { Responses: { main: [item] } };
    const Items = Array.from({ length: input.Limit ?? 0 }, () => ({
      ...itemKeys.scan(scan.scanId),
      ...item,
    }));
    searched += Items.length - 1;
    if (searched > 10 * SITE_RESULT_SEARCHED) throw new Error('the search has no end');
    return { Items, LastEvaluatedKey: {} };
  };
  await refreshSiteResult(
    { db: { send } as unknown as Store['db'], table: 'main', auditTable: 'audit' },
    site,
  );
  expect(searched).toBe(SITE_RESULT_SEARCHED);
});
