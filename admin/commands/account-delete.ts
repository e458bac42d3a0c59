import { z } from 'zod';
import { listKeys, revokeKey } from '../../adapters/dynamodb/access.ts';
import { deleteAccount } from '../../adapters/dynamodb/delete-account.ts';
import { removeSite } from '../../adapters/dynamodb/sites.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import type { KeyRecord } from '../../core/access/key-record.ts';
import { escapeLine } from '../../core/text/line.ts';
import { accountId, defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { listAllSites } from './list-all-sites.ts';
import { recordAdminRead } from './record-read.ts';
import { requireAccount } from './require.ts';

const schema = z.strictObject({ account: accountId, yes: z.boolean().default(false) });

/**
 * `account delete`. First it prevents new keys, then revokes the keys, then deletes the sites. Each list is read only
 * when nothing can be added any more. If a run crashes half-way, run it again to finish.
 */
export const run = defineCommand(schema, async (context, input) => {
  const { store, by, now } = context;
  const account = await requireAccount(store, input.account);
  const { accountId, name } = account;
  if (!input.yes) {
    const keys = await listLiveKeys(store, accountId);
    const what = describeContents(keys.length, (await listAllSites(store, accountId)).length);
    await recordAdminRead(context, { accountId, action: 'account.read', target: accountId });
    const named = name === '' ? '' : ` ${escapeLine(name)}`;
    throw new UsageError(`this permanently deletes the account${named} with ${what}; to confirm, add --yes`);
  }
  const actor = await by(accountId);
  await deleteAccount(store, accountId, actor, now);
  const keys = await listLiveKeys(store, accountId);
  for (const { keyId } of keys) await revokeKey(store, keyId, actor, now);
  const sites = await listAllSites(store, accountId);
  for (const { siteId } of sites) await removeSite(store, accountId, siteId, actor, now);
  return {
    json: {
      accountId,
      keysRevoked: keys.map(({ keyId }) => keyId),
      sitesDeleted: sites.map(({ siteId }) => siteId),
    },
    text: [
      `Deleted the account ${accountId} with ${describeContents(keys.length, sites.length)}.`,
      'The service cancels its running scans and deletes its objects within minutes; the audit log stays.',
    ].join('\n'),
  };
});

async function listLiveKeys(store: Store, accountId: string): Promise<KeyRecord[]> {
  return (await listKeys(store, accountId)).filter(({ revokedAt }) => revokedAt === undefined);
}

function describeContents(keys: number, sites: number): string {
  return `${formatCount(keys, 'key')} and ${formatCount(sites, 'site')} with all reports`;
}

function formatCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
