import type { z } from 'zod';
import { insertSite } from '../../adapters/dynamodb/sites.ts';
import { buildSite } from '../../core/sites/site.ts';
import { createSiteSchema } from '../../core/sites/site-bodies.ts';
import { escapeLine } from '../../core/text/line.ts';
import { accountId, defineCommand } from '../command.ts';
import { requireLiveAccount } from './require.ts';

const schema = createSiteSchema.safeExtend({ account: accountId });

/** `site create` */
export const run = defineCommand(
  schema,
  async ({ store, by, now, apiUrl }, { account, ...body }: z.output<typeof schema>) => {
    await requireLiveAccount(store, account);
    const site = buildSite(account, body, now);
    await insertSite(store, site, await by(account), now);
    return {
      json: { siteId: site.siteId },
      text: [
        `Created the site ${escapeLine(site.name)}: ${site.siteId}`,
        '',
        'Start a scan of it with a key of role scanner or above:',
        `  curl -X POST ${apiUrl}/sites/${site.siteId}/scans \\`,
        '    -H "X-API-Key: $A11Y_SCAN_API_KEY" -H "Content-Type: application/json" \\',
        `    -d '{"config": {"rules": ["wcag-aa"]}}'`,
      ].join('\n'),
    };
  },
);
