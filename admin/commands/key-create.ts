import type { z } from 'zod';
import { bindTo } from '../../adapters/bind-to.ts';
import { createKey } from '../../adapters/dynamodb/key-changes.ts';
import { findSites } from '../../adapters/dynamodb/sites.ts';
import { hashSecret } from '../../adapters/keys/secret-checker.ts';
import { keyRequestSchema } from '../../core/access/key-record.ts';
import { roles } from '../../core/access/roles.ts';
import { escapeLine } from '../../core/text/line.ts';
import { type IssuedKey, issueKey } from '../../use-cases/issue-key.ts';
import { accountId, defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { formatKeyValue } from './key-value.ts';

const schema = keyRequestSchema.extend({ account: accountId });

/** `key create` */
export const run = defineCommand(schema, async ({ store, by, now, apiUrl }, input) => {
  const { account, ...request }: z.output<typeof schema> = input;
  const dependencies = { ...bindTo(store, { findSites, createKey }), hashSecret };
  const issued = await issueKey(dependencies, { by: await by(account), now, request });
  if (issued.outcome !== 'created') throw createError(account, issued);
  const { key, value: apiKey } = issued;
  const { keyId, expiresAt, siteIds, role } = key;
  const reach = siteIds
    ? `${siteIds.length === 1 ? 'one site' : `${siteIds.length} sites`} only`
    : 'all sites';
  return {
    json: { keyId, apiKey, expiresAt },
    text: [
      `Created the key ${escapeLine(key.name)}: ${keyId}`,
      `Role ${role} (${roles[role].meaning}), ${reach}. Its value:`,
      ...formatKeyValue({ apiKey, expiresAt }, apiUrl),
    ].join('\n'),
  };
});

function createError(account: string, failed: Exclude<IssuedKey, { outcome: 'created' }>): UsageError {
  return new UsageError(
    failed.outcome === 'no-sites'
      ? `the account ${account} has no site ${failed.missing.join(', ')}; site list --account ${account} shows its sites`
      : `the account ${account} does not exist; account list shows all accounts`,
  );
}
