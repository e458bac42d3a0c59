import type { KeyRecord } from '../core/access/key-record.ts';
import type { Actor } from '../core/audit/audit-entry.ts';
import type { Listing } from '../core/listing/listing.ts';
import type { ListRange } from '../core/listing/page.ts';
import type { Membership } from '../core/people/membership.ts';
import { type Deletion, isLastPass } from '../core/retention/deletion-passes.ts';

/** The dependencies of `deleteAccountData`. */
export interface AccountDataDeleter {
  findAccount(accountId: string): Promise<{ unfinishedScans: number } | undefined>;
  /** Returns the keys of an account, also revoked ones. */
  listKeys(accountId: string): Promise<KeyRecord[]>;
  /** Revokes a key and deletes its name. */
  eraseKey(key: KeyRecord, by: Actor, now: Date): Promise<void>;
  /** Deletes a key with its usage. Returns false if time was up before it was done. */
  deleteKeyData(keyId: string, isTimeUp: () => boolean): Promise<boolean>;
  listSites(accountId: string, range: ListRange): Promise<Listing<{ siteId: string }>>;
  /** Deletes a site, and schedules the deletion of its scans and objects. */
  removeSite(accountId: string, siteId: string, by: Actor, now: Date): Promise<unknown>;
  listMembers(accountId: string, range: ListRange): Promise<Listing<Membership>>;
  deleteMemberData(membership: Membership, by: Actor, now: Date): Promise<void>;
  /** Deletes the usage of people, also of those who are no longer members. Returns false if time was up. */
  deletePersonDays(accountId: string, isTimeUp: () => boolean): Promise<boolean>;
  deleteInvitations(accountId: string): Promise<void>;
  listAlerts(accountId: string): Promise<{ alertId: string }[]>;
  /** Deletes an alert with the events that wait for its digest. */
  deleteAlertData(alertId: string): Promise<void>;
  /** Deletes what waits to be reported, or was reported, about the account. Returns false if time was up. */
  deleteMessagesOf(accountId: string, isTimeUp: () => boolean): Promise<boolean>;
  /** Deletes the endpoints of webhooks. */
  deleteWebhooks(accountId: string): Promise<void>;
  /** Deletes the account itself. Returns false if time was up before it was done. */
  deleteAccountItems(accountId: string, isTimeUp: () => boolean): Promise<boolean>;
}

const AT_ONCE = 25;

/** What remains to be deleted of an account after a pass. */
export interface AccountPass {
  /** Whether the pass did all of its work. */
  isDone: boolean;
  /** Whether no scan of the account can write anything any more. */
  isSettled: boolean;
}

/**
 * Makes one pass of the deletion of what an account has: it deletes the endpoints of webhooks and the alerts, revokes
 * the keys, and deletes sites, members and invitations. The last pass also deletes the keys and the account itself,
 * once no scan is unfinished; their items stay until then, because running scans count in them. Every step begins with
 * what is left, so that a pass can be repeated.
 */
export async function deleteAccountData(
  deleter: AccountDataDeleter,
  deletion: Deletion,
  now: Date,
  isTimeUp: () => boolean,
): Promise<AccountPass> {
  const { accountId, by: actor = 'service', requestId = '' } = deletion;
  const by: Actor = { accountId, actor, requestId };
  const account = await deleter.findAccount(accountId);
  const isSettled = (account?.unfinishedScans ?? 0) <= 0;
  const unfinished = { isDone: false, isSettled };
  // First, so that nothing more is sent to them.
  await deleter.deleteWebhooks(accountId);
  const keys = await deleter.listKeys(accountId);
  for (const key of keys) {
    if (isTimeUp()) return unfinished;
    await deleter.eraseKey(key, by, now);
  }
  const isEmpty =
    (await forEach(
      (range) => deleter.listSites(accountId, range),
      ({ siteId }) => deleter.removeSite(accountId, siteId, by, now),
      isTimeUp,
    )) &&
    (await forEach(
      (range) => deleter.listMembers(accountId, range),
      (membership) => deleter.deleteMemberData(membership, by, now),
      isTimeUp,
    ));
  if (!isEmpty) return unfinished;
  await deleter.deleteInvitations(accountId);
  for (const { alertId } of await deleter.listAlerts(accountId)) await deleter.deleteAlertData(alertId);
  if (!(await deleter.deleteMessagesOf(accountId, isTimeUp))) return unfinished;
  if (!isLastPass(deletion) || !isSettled) return { isDone: true, isSettled };
  for (const { keyId } of keys) {
    if (!(await deleter.deleteKeyData(keyId, isTimeUp))) return unfinished;
  }
  if (!(await deleter.deletePersonDays(accountId, isTimeUp))) return unfinished;
  return { isDone: await deleter.deleteAccountItems(accountId, isTimeUp), isSettled };
}

/** Calls a function for each entry of a list. @returns false if time was up before the end of the list */
async function forEach<T>(
  list: (range: ListRange) => Promise<Listing<T>>,
  handle: (item: T) => Promise<unknown>,
  isTimeUp: () => boolean,
): Promise<boolean> {
  let after: string | undefined;
  do {
    const { items, next } = await list({ limit: AT_ONCE, ...(after === undefined ? {} : { after }) });
    for (const item of items) {
      if (isTimeUp()) return false;
      await handle(item);
    }
    after = next;
  } while (after !== undefined);
  return true;
}
