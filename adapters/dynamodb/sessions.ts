import { DeleteCommand, PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isSessionOver, type Session } from '../../core/people/session.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { readItem, readItems } from './read-items.ts';
import type { Store } from './store.ts';
import { write, writeIf } from './write.ts';

/** Writes a new session. @param sessionHash hash of the value that the browser gets, see `hashSessionValue` */
export async function createSession(store: Store, sessionHash: string, session: Session): Promise<void> {
  await write(
    store,
    new PutCommand({
      TableName: store.table,
      Item: {
        ...itemKeys.session(sessionHash),
        ...session,
        gsi1pk: indexKeys.sessionsOfPerson(session.personId),
        gsi1sk: session.sessionId,
        ttl: Math.ceil(Date.parse(session.endsAt) / 1000),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
}

/**
 * Returns a session, also one that is over; undefined if it does not exist. The read is strongly consistent, so that
 * the next call after a sign-out is refused.
 */
export async function findSession(store: Store, sessionHash: string): Promise<Session | undefined> {
  return (await readItem(store, itemKeys.session(sessionHash))) as Session | undefined;
}

/** Records that a session was used, unless it has been ended meanwhile. */
export async function touchSession(store: Store, sessionHash: string, now: Date): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.session(sessionHash),
      UpdateExpression: 'SET lastSeenAt = :now',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': now.toISOString() },
    }),
  );
}

/** Ends a session. Repeated calls are safe. */
export async function endSession(store: Store, sessionHash: string): Promise<void> {
  await deleteItem(store, itemKeys.session(sessionHash));
}

/** Returns the sessions of a person that are not over, newest first. */
export async function listSessions(store: Store, personId: string, now: Date): Promise<Session[]> {
  const items = await readItems(store, await listSessionKeys(store, personId));
  const sessions = items as unknown as Session[];
  return sessions
    .filter((session) => !isSessionOver(session, now))
    .sort((a, b) => (a.sessionId < b.sessionId ? 1 : -1));
}

/**
 * Ends a session of a person by its id.
 * @returns false if the person has no such session
 */
export async function endSessionOf(store: Store, personId: string, sessionId: string): Promise<boolean> {
  const keys = await listSessionKeys(store, personId, sessionId);
  await Promise.all(keys.map((key) => deleteItem(store, key)));
  return keys.length > 0;
}

/**
 * Ends all sessions of a person. The first write ends them all, also those that the index does not show yet; then their
 * items are deleted.
 */
export async function endAllSessions(store: Store, personId: string, now: Date): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.person(personId),
      UpdateExpression: 'SET sessionsEndedAt = :now',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': now.toISOString() },
    }),
  );
  const keys = await listSessionKeys(store, personId);
  await Promise.all(keys.map((key) => deleteItem(store, key)));
}

/** Ends the sessions of a person that exceed a number, oldest first. */
export async function endOldestSessions(store: Store, personId: string, kept: number): Promise<void> {
  const keys = await listSessionKeys(store, personId);
  // The index sorts by the ids, which begin with the time.
  for (const key of keys.slice(0, Math.max(0, keys.length - kept))) await deleteItem(store, key);
}

interface ItemKey {
  pk: string;
  sk: string;
}

/** Returns the keys of the items of a person's sessions. @param sessionId only this session; all if omitted */
async function listSessionKeys(store: Store, personId: string, sessionId?: string): Promise<ItemKey[]> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      IndexName: 'gsi1' satisfies TableIndex,
      KeyConditionExpression: `gsi1pk = :pk${sessionId === undefined ? '' : ' AND gsi1sk = :id'}`,
      ExpressionAttributeValues: {
        ':pk': indexKeys.sessionsOfPerson(personId),
        ...(sessionId === undefined ? {} : { ':id': sessionId }),
      },
    },
  );
  const keys: ItemKey[] = [];
  for await (const { Items = [] } of pages) {
    keys.push(...(Items as ItemKey[]).map(({ pk, sk }) => ({ pk, sk })));
  }
  return keys;
}

async function deleteItem(store: Store, key: ItemKey): Promise<void> {
  await write(store, new DeleteCommand({ TableName: store.table, Key: key }));
}
