import { type Account, findAccount, findKey } from '../../adapters/dynamodb/access.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import type { KeyRecord } from '../../core/access/key-record.ts';
import { UsageError } from '../errors.ts';

/** The account, also one that was deleted, whose log can still be read. @throws UsageError when there never was one */
export async function requireAccount(store: Store, accountId: string): Promise<Account> {
  const account = await findAccount(store, accountId);
  if (!account) throw new UsageError(`there is no account ${accountId}; account list shows those there are`);
  return account;
}

/** @throws UsageError when the account does not exist, or no longer */
export async function requireLiveAccount(store: Store, accountId: string): Promise<Account> {
  const account = await requireAccount(store, accountId);
  if (account.deletedAt !== undefined) throw new UsageError(`the account ${accountId} was deleted`);
  return account;
}

/** @throws UsageError when the key does not exist */
export async function requireKey(store: Store, keyId: string): Promise<KeyRecord> {
  const key = await findKey(store, keyId);
  if (!key)
    throw new UsageError(`there is no key ${keyId}; key list --account ACCOUNT shows those of an account`);
  return key;
}
