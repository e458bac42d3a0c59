import type { Principal } from '../../core/access/principal.ts';
import { findAccount } from '../dynamodb/access.ts';
import type { Listing } from '../dynamodb/listing.ts';
import type { Store } from '../dynamodb/store.ts';
import { type CursorScope, decodeCursor, encodeCursor } from './cursor.ts';

/**
 * Answers one page of a list. The account's secret is read only where a cursor is taken or given.
 * @param list what is listed: the call, its filters, and the cursor that was sent
 * @param read reads the entries after an id
 * @param view shows one entry
 */
export async function answerPage<Item, View>(
  store: Store,
  list: { principal: Principal; call: string; filters: CursorScope['filters']; cursor: string | undefined },
  read: (after: string | undefined) => Promise<Listing<Item>>,
  view: (item: Item) => View,
): Promise<{ items: View[]; nextCursor: string | null }> {
  const { principal, call, filters, cursor } = list;
  const { accountId } = principal;
  const scope = async (): Promise<CursorScope> => ({
    accountId,
    call,
    filters,
    secret: await secretOf(store, accountId),
  });
  const { items, next } = await read(cursor === undefined ? undefined : decodeCursor(await scope(), cursor));
  return {
    items: items.map(view),
    nextCursor: next === undefined ? null : encodeCursor(await scope(), next),
  };
}

async function secretOf(store: Store, accountId: string): Promise<string> {
  const account = await findAccount(store, accountId);
  if (!account) throw new Error(`the account ${accountId} of a verified key does not exist`);
  return account.cursorSecret;
}
