import type { OperationId } from '../core/api/endpoints.ts';
import { type CursorScope, decodeCursor, encodeCursor } from '../core/listing/cursor.ts';
import type { Listing } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';

export interface FindAccount {
  findAccount(accountId: string): Promise<{ cursorSecret: string } | undefined>;
}

/** The list that a result page belongs to. */
export interface PagedList extends PageRequest, Pick<CursorScope, 'accountId' | 'filters'> {
  call: OperationId;
}

/**
 * Returns one result page of a list. Reads the account's secret only to decode or encode a cursor.
 * @param read returns a part of the list
 * @throws Problem cursor-invalid
 */
export async function readResultPage<Item>(
  { findAccount }: FindAccount,
  { accountId, call, filters, limit, cursor }: PagedList,
  read: (range: ListRange) => Promise<Listing<Item>>,
): Promise<Page<Item>> {
  const scope = async (): Promise<CursorScope> => {
    const account = await findAccount(accountId);
    if (!account) throw new Error(`the account ${accountId} of a verified principal does not exist`);
    return { accountId, call, filters, secret: account.cursorSecret };
  };
  const after = cursor === undefined ? undefined : decodeCursor(await scope(), cursor);
  const { items, next } = await read(after === undefined ? { limit } : { limit, after });
  return { items, nextCursor: next === undefined ? null : encodeCursor(await scope(), next) };
}
