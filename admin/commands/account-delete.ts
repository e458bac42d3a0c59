import { z } from 'zod';
import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount, listKeys } from '../../adapters/dynamodb/access.ts';
import { deleteAccount as removeAccount } from '../../adapters/dynamodb/delete-account.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import type { KeyRecord } from '../../core/access/key-record.ts';
import { escapeLine } from '../../core/text/line.ts';
import { deleteAccount } from '../../use-cases/manage-account.ts';
import { accountId, defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { listAllSites } from './list-all-sites.ts';
import { recordAdminRead } from './record-read.ts';
import { requireAccount } from './require.ts';

const schema = z.strictObject({ account: accountId, yes: z.boolean().default(false) });

/** `account delete`. The service deletes what the account has, in the background. */
export const run = defineCommand(schema, async (context, input) => {
  const { store, by, now } = context;
  const account = await requireAccount(store, input.account);
  const { accountId, name } = account;
  const keys = await listLiveKeys(store, accountId);
  const sites = await listAllSites(store, accountId);
  const what = describeContents(keys.length, sites.length);
  if (!input.yes) {
    await recordAdminRead(context, { accountId, action: 'account.read', target: accountId });
    const named = name === '' ? '' : ` ${escapeLine(name)}`;
    throw new UsageError(`this permanently deletes the account${named} with ${what}; to confirm, add --yes`);
  }
  await deleteAccount(bindTo(store, { findAccount, deleteAccount: removeAccount }), {
    by: await by(accountId),
    now,
  });
  return {
    json: {
      accountId,
      keysRevoked: keys.map(({ keyId }) => keyId),
      sitesDeleted: sites.map(({ siteId }) => siteId),
    },
    text: [
      `Deleted the account ${accountId} with ${what}.`,
      'Its keys and members are refused from now on. The service deletes what it has within minutes, and the last',
      'items after eight days; the audit log stays.',
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
