import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Actor } from '../../core/audit/audit-entry.ts';
import { cutListing, type Listing } from '../../core/listing/listing.ts';
import type { Site } from '../../core/sites/site.ts';
import { buildAuditItem } from './audit.ts';
import { buildDeletionItem } from './deletions.ts';
import { itemKeys } from './item-keys.ts';
import { readItem, readItems } from './read-items.ts';
import { buildSiteEntryDeletion, buildSiteEntryItem } from './site-entries.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';

/** Returns the sites of an account, oldest first. */
export async function listSites(
  store: Store,
  accountId: string,
  { limit, after }: { limit: number; after?: string },
): Promise<Listing<Site>> {
  const found = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :site)',
      ExpressionAttributeValues: { ':pk': itemKeys.account(accountId).pk, ':site': 'site#' },
      ...(after === undefined ? {} : { ExclusiveStartKey: itemKeys.site(accountId, after) }),
      Limit: limit + 1,
      ConsistentRead: true,
    }),
  );
  const more = found.LastEvaluatedKey !== undefined;
  return cutListing((found.Items ?? []).map(toSite), limit, (site) => site.siteId, more);
}

/** Returns those of the given sites that exist, in the order of their ids. */
export async function findSites(store: Store, accountId: string, siteIds: string[]): Promise<Site[]> {
  const keys = [...new Set(siteIds)].sort().map((siteId) => itemKeys.site(accountId, siteId));
  return (await readItems(store, keys)).map(toSite);
}

/** Returns a site of an account; undefined if it does not exist. */
export async function findSite(store: Store, accountId: string, siteId: string): Promise<Site | undefined> {
  const item = await readItem(store, itemKeys.site(accountId, siteId));
  return item && toSite(item);
}

/**
 * Builds a check that makes a transaction fail if the site was deleted. The data of a deleted site is deleted too, so
 * nothing may be added later.
 */
export function buildSiteExistsCheck(
  store: Store,
  { accountId, siteId }: Pick<Site, 'accountId' | 'siteId'>,
): TransactItem {
  return {
    ConditionCheck: {
      TableName: store.table,
      Key: itemKeys.site(accountId, siteId),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
}

/**
 * Writes a new site and counts it in its account.
 * @param limit the maximum number of sites of the account; without it, the number is not limited
 * @returns 'full' if the account has the maximum number
 * @throws Error if the site exists already, or the account does not exist
 */
export async function insertSite(
  store: Store,
  site: Site,
  by: Actor,
  now: Date,
  limit?: number,
): Promise<'created' | 'full'> {
  const failed = await transact(store, [
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.site(site.accountId, site.siteId), ...site },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    buildSiteCountItem(store, site.accountId, 1, limit),
    buildSiteEntryItem(store, site),
    buildAuditItem(store, {
      by,
      action: 'site.created',
      target: site.siteId,
      now,
    }),
  ]);
  const [first] = failed;
  if (first === undefined) return 'created';
  if (first.index === 1 && first.item !== undefined && first.item.deletedAt === undefined) return 'full';
  throw new Error(`the site ${site.siteId} exists already, or its account does not exist`);
}

/** Builds the item that counts a site in its account. It fails if the account would have more sites than the limit. */
function buildSiteCountItem(store: Store, accountId: string, by: 1 | -1, limit?: number): TransactItem {
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.account(accountId),
      UpdateExpression: 'ADD sites :by',
      ConditionExpression: `attribute_exists(pk)${by === 1 ? ' AND attribute_not_exists(deletedAt)' : ''}${
        limit === undefined ? '' : ' AND (attribute_not_exists(sites) OR sites < :limit)'
      }`,
      ExpressionAttributeValues: { ':by': by, ...(limit === undefined ? {} : { ':limit': limit }) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/**
 * Replaces a site.
 * @param before the site as it was read
 * @returns 'changed' if the site has changed since, 'gone' if it was deleted
 */
export async function replaceSite(
  store: Store,
  before: Site,
  after: Site,
  by: Actor,
  now: Date,
): Promise<'updated' | 'changed' | 'gone'> {
  const failed = await transact(store, [
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.site(after.accountId, after.siteId), ...after },
        ConditionExpression: 'updatedAt = :read',
        ExpressionAttributeValues: { ':read': before.updatedAt },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    buildSiteEntryItem(store, after, before.mainBranch !== after.mainBranch),
    buildAuditItem(store, {
      by,
      action: 'site.changed',
      target: after.siteId,
      detail: { changed: changedMembers(before, after) },
      now,
    }),
  ]);
  if (failed.length === 0) return 'updated';
  return failed[0]?.item ? 'changed' : 'gone';
}

/**
 * Deletes a site and schedules the deletion of its objects. The caller must cancel its unfinished scans; new ones
 * cannot begin.
 */
export async function removeSite(
  store: Store,
  accountId: string,
  siteId: string,
  by: Actor,
  now: Date,
): Promise<'deleted' | 'gone'> {
  const failed = await transact(store, [
    {
      Delete: {
        TableName: store.table,
        Key: itemKeys.site(accountId, siteId),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    buildSiteCountItem(store, accountId, -1),
    buildSiteEntryDeletion(store, accountId, siteId),
    buildDeletionItem(store, { accountId, siteId }, now),
    buildAuditItem(store, { by, action: 'site.deleted', target: siteId, now }),
  ]);
  return failed.length === 0 ? 'deleted' : 'gone';
}

/** Returns the names of the changed members, for the audit log. */
function changedMembers(before: Site, after: Site): string[] {
  const members = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Site>;
  members.delete('updatedAt');
  return [...members].filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]));
}

/** Returns the site of an item. */
function toSite(item: Record<string, unknown>): Site {
  const { pk: _pk, sk: _sk, ...site } = item;
  return site as unknown as Site;
}
