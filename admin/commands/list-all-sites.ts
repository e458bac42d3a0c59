import { listSites } from '../../adapters/dynamodb/sites.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import type { Site } from '../../core/sites/site.ts';

const READ_AT_ONCE = 100;

/** Returns all sites of an account, oldest first. */
export async function listAllSites(store: Store, account: string): Promise<Site[]> {
  const sites: Site[] = [];
  let after: string | undefined;
  do {
    const page = await listSites(store, account, {
      limit: READ_AT_ONCE,
      ...(after === undefined ? {} : { after }),
    });
    sites.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return sites;
}
