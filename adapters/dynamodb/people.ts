import { createId } from '../../core/ids.ts';
import { hashIdentity, type Identity } from '../../core/people/identity.ts';
import type { Person } from '../../core/people/person.ts';
import { itemKeys } from './item-keys.ts';
import { readItem, readItems } from './read-items.ts';
import type { Store } from './store.ts';
import { transact } from './transact.ts';
import { updateIf } from './write.ts';

/** Returns a person; undefined if the person does not exist. */
export async function findPerson(store: Store, personId: string): Promise<Person | undefined> {
  return (await readItem(store, itemKeys.person(personId))) as Person | undefined;
}

/** Returns those of the given people that exist. */
export async function findPeople(store: Store, personIds: readonly string[]): Promise<Person[]> {
  return (await readItems(store, personIds.map(itemKeys.person))) as unknown as Person[];
}

/** Returns the id of the person with an identity; undefined if nobody has signed in with it. */
export async function findPersonId(store: Store, identity: Identity): Promise<string | undefined> {
  const item = await readItem(store, itemKeys.identity(hashIdentity(identity)));
  return item?.personId as string | undefined;
}

/**
 * Writes a new person with an identity.
 * @returns 'identity-taken' if another call has written a person with this identity
 */
export async function createPerson(
  store: Store,
  person: Person,
  identity: Identity,
): Promise<'created' | 'identity-taken'> {
  const { personId } = person;
  const failed = await transact(store, [
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.identity(hashIdentity(identity)), personId },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Put: { TableName: store.table, Item: { ...itemKeys.person(personId), ...person } } },
  ]);
  return failed.length === 0 ? 'created' : 'identity-taken';
}

/**
 * Changes the name of a person, or the address, which the identity provider has verified.
 * @returns the changed person; undefined if the person does not exist
 */
export async function updatePerson(
  store: Store,
  personId: string,
  change: Partial<Pick<Person, 'name' | 'email'>>,
): Promise<Person | undefined> {
  const members = Object.entries(change);
  const verified = change.email === undefined ? '' : ' REMOVE emailUnverified';
  const updated = await updateIf(store, {
    Key: itemKeys.person(personId),
    UpdateExpression: `SET ${members.map(([name]) => `#${name} = :${name}`).join(', ')}${verified}`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: Object.fromEntries(members.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(members.map(([name, value]) => [`:${name}`, value])),
  });
  return updated as Person | undefined;
}

/**
 * Returns the person with an identity, who is created if nobody has the identity yet.
 * @param profile name and address of a new person; an existing one keeps its own
 */
export async function ensurePerson(
  store: Store,
  identity: Identity,
  profile: Pick<Person, 'name' | 'email' | 'emailUnverified'>,
  now: Date,
): Promise<Person> {
  const known = await findPersonByIdentity(store, identity);
  if (known !== undefined) return known;
  const person = { personId: createId('person', now), ...profile, createdAt: now.toISOString() };
  if ((await createPerson(store, person, identity)) === 'created') return person;
  // Another call was first.
  const other = await findPersonByIdentity(store, identity);
  if (other === undefined) throw new Error('an identity has no person');
  return other;
}

async function findPersonByIdentity(store: Store, identity: Identity): Promise<Person | undefined> {
  const personId = await findPersonId(store, identity);
  return personId === undefined ? undefined : findPerson(store, personId);
}
