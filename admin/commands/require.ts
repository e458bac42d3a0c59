import { type Account, findAccount, findKey } from '../../adapters/dynamodb/access.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import type { KeyRecord } from '../../core/access/key-record.ts';
import { UsageError } from '../errors.ts';

/**
 * Returns the account, also a deleted one, because its audit log can still be read.
 * @throws UsageError if the account never existed
 */
export async function requireAccount(store: Store, accountId: string): Promise<Account> {
  const account = await findAccount(store, accountId);
  if (!account)
    throw new UsageError(`the account ${accountId} does not exist; account list shows all accounts`);
  return account;
}

/**
 * Returns the account.
 * @throws UsageError if the account does not exist or is deleted
 */
export async function requireLiveAccount(store: Store, accountId: string): Promise<Account> {
  const account = await requireAccount(store, accountId);
  if (account.deletedAt !== undefined) throw new UsageError(`the account ${accountId} was deleted`);
  return account;
}

/**
 * Returns the record of the key.
 * @throws UsageError if the key does not exist
 */
export async function requireKey(store: Store, keyId: string): Promise<KeyRecord> {
  const key = await findKey(store, keyId);
  if (!key)
    throw new UsageError(
      `the key ${keyId} does not exist; key list --account ACCOUNT shows the keys of an account`,
    );
  return key;
}
