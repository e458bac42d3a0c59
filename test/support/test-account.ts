import { randomBytes, randomUUID } from 'node:crypto';
import { createAccount } from '../../adapters/dynamodb/access.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { createId } from '../../core/ids.ts';

/** Creates an empty account. Returns its id. */
export async function createTestAccount(store: Store): Promise<string> {
  const now = new Date();
  const accountId = createId('acct', now);
  const cursorSecret = randomBytes(32).toString('base64url');
  const account = { accountId, name: 'Test', cursorSecret, createdAt: now.toISOString() };
  const by = { accountId, actor: 'person:test', requestId: randomUUID() };
  await createAccount(store, { ...account, unfinishedScans: 0, unfinishedHigh: 0 }, by, now);
  return accountId;
}
