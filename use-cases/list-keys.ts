import type { KeyRecord } from '../core/access/key-record.ts';
import {
  type KeyDetail,
  type KeyRefusalCount,
  type KeyView,
  REFUSALS_SHOWN_MAX,
} from '../core/access/key-view.ts';
import type { Listing } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import type { FindKey } from './read-author.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';
import { type ReadKeyUse, requireKey, viewKey } from './require-key.ts';

export interface ListKeysDependencies extends FindAccount, ReadKeyUse {
  /** Returns keys of an account, or those that a person created, newest first. */
  listNewestKeys(
    of: { accountId: string; createdBy?: string | undefined },
    range: ListRange,
  ): Promise<Listing<KeyRecord>>;
}

/** Returns one result page of the keys of an account, newest first. */
export async function listKeys(
  dependencies: ListKeysDependencies,
  {
    principal,
    now,
    query,
  }: Omit<RequestContext<'member'>, 'requestId'> & {
    query: PageRequest & { createdBy?: string | undefined };
  },
): Promise<Page<KeyView>> {
  const { accountId } = principal;
  const { createdBy, limit, cursor } = query;
  const list = { accountId, call: 'list-api-keys' as const, filters: { createdBy }, limit, cursor };
  const { items, nextCursor } = await readResultPage(dependencies, list, (range) =>
    dependencies.listNewestKeys({ accountId, createdBy }, range),
  );
  return { items: await Promise.all(items.map((key) => viewKey(dependencies, key, now))), nextCursor };
}

export interface GetKeyDependencies extends FindKey, ReadKeyUse {
  /** Returns how often calls with a key were refused, newest first. */
  listRefusals(keyId: string, limit: number): Promise<KeyRefusalCount[]>;
}

/** Returns a key with its refused calls. @throws Problem key-not-found */
export async function getKey(
  dependencies: GetKeyDependencies,
  { principal, now, keyId }: Omit<RequestContext<'member'>, 'requestId'> & { keyId: string },
): Promise<KeyDetail> {
  const key = await requireKey(dependencies, principal, keyId);
  const [view, refusals] = await Promise.all([
    viewKey(dependencies, key, now),
    dependencies.listRefusals(keyId, REFUSALS_SHOWN_MAX),
  ]);
  return { ...view, refusals };
}
