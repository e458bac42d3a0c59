import type { Membership } from '../../core/people/membership.ts';
import type { Person } from '../../core/people/person.ts';
import type { Account } from './access.ts';
import { itemKeys } from './item-keys.ts';
import { readItems } from './read-items.ts';
import type { Store } from './store.ts';

/** What the authorizer reads of a person and of the account that a call names. */
export interface CallerItems {
  person?: Person;
  membership?: Membership;
  account?: Account;
}

/**
 * Returns a person, and the account and the membership in it if a call names an account, in one strongly consistent
 * read: what another call has changed has its effect at the next call.
 */
export async function readCaller(store: Store, personId: string, accountId?: string): Promise<CallerItems> {
  const keys = {
    person: itemKeys.person(personId),
    ...(accountId === undefined
      ? {}
      : { membership: itemKeys.membership(personId, accountId), account: itemKeys.account(accountId) }),
  };
  const items = await readItems(store, Object.values(keys));
  const found = Object.entries(keys).map(([name, { pk, sk }]) => [
    name,
    items.find((item) => item.pk === pk && item.sk === sk),
  ]);
  return Object.fromEntries(found) as CallerItems;
}
