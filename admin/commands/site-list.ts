import { z } from 'zod';
import { formatTable } from '../../cli/terminal/table.ts';
import { type Site, toSiteView } from '../../core/sites/site.ts';
import { accountId, defineCommand, formatTime } from '../command.ts';
import { listAllSites } from './list-all-sites.ts';
import { recordAdminRead } from './record-read.ts';
import { requireAccount } from './require.ts';

const schema = z.strictObject({ account: accountId });

/** `site list` */
export const run = defineCommand(schema, async (context, { account }) => {
  const { store } = context;
  await requireAccount(store, account);
  const sites = await listAllSites(store, account);
  await recordAdminRead(context, { accountId: account, action: 'site.listed', target: account });
  return {
    json: { items: sites.map(toSiteView) },
    text: sites.length === 0 ? formatNone(account) : formatSites(sites),
  };
});

function formatNone(account: string): string {
  return `The account has no sites yet. Create one: npm run admin -- site create --account ${account} --name NAME --url URL`;
}

function formatSites(sites: Site[]): string {
  return formatTable(sites, [
    ['SITE', (site) => site.siteId],
    ['NAME', (site) => site.name],
    ['URL', (site) => site.url],
    ['LISTED PAGES', (site) => site.pages.length],
    ['CREATED', (site) => formatTime(site.createdAt)],
  ]);
}
