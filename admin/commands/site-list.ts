import { z } from 'zod';
import { listSites } from '../../adapters/dynamodb/sites.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { type Site, viewSite } from '../../core/sites/site.ts';
import { accountId, command } from '../command.ts';
import { table, timeText } from '../terminal-text.ts';
import { requireAccount } from './require.ts';

const READ_AT_ONCE = 100;

const schema = z.strictObject({ account: accountId });

/** `site list` */
export const run = command(schema, async ({ store }, { account }) => {
  await requireAccount(store, account);
  const sites = await allSites(store, account);
  return { json: { items: sites.map(viewSite) }, text: sites.length === 0 ? none(account) : listing(sites) };
});

async function allSites(store: Store, account: string): Promise<Site[]> {
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

function none(account: string): string {
  return `The account has no sites yet. Create one: npm run admin -- site create --account ${account} --name NAME --url URL`;
}

function listing(sites: Site[]): string {
  return table(sites, [
    ['SITE', (site) => site.siteId],
    ['NAME', (site) => site.name],
    ['URL', (site) => site.url],
    ['FURTHER PAGES', (site) => site.pages.length],
    ['CREATED', (site) => timeText(site.createdAt)],
  ]);
}
