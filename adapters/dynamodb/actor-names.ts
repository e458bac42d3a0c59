import { getActorKeyId, getActorPersonId } from '../../core/audit/audit-entry.ts';
import { itemKeys } from './item-keys.ts';
import { readItems } from './read-items.ts';
import type { Store } from './store.ts';

/**
 * Returns the names of keys of an account and of people, by their ids. Other actors, and those that do not exist any
 * more, are missing.
 * @param actors actors of the audit log
 */
export async function readActorNames(
  store: Store,
  accountId: string,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const keys = actors.flatMap((actor) => {
    const [keyId, personId] = [getActorKeyId(actor), getActorPersonId(actor)];
    if (keyId !== undefined) return [itemKeys.key(keyId)];
    return personId === undefined ? [] : [itemKeys.person(personId)];
  });
  const items = (await readItems(store, keys)) as {
    keyId?: string;
    personId?: string;
    accountId?: string;
    name: string;
  }[];
  return new Map(
    items.flatMap(({ keyId, personId, accountId: owner, name }): [string, string][] => {
      if (personId !== undefined) return [[personId, name]];
      return keyId !== undefined && owner === accountId ? [[keyId, name]] : [];
    }),
  );
}
