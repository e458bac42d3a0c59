import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { indexKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/**
 * Deletes what waits to be reported, and what was reported, of a deleted site or account: outbox entries, events that
 * wait for a digest, and deliveries. Repeated calls are safe.
 * @param ownerId id of the site or the account
 * @returns false if time was up before everything was deleted
 */
export async function deleteMessagesOf(
  store: Store,
  ownerId: string,
  isTimeUp: () => boolean = () => false,
): Promise<boolean> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      IndexName: 'gsi4' satisfies TableIndex,
      KeyConditionExpression: 'gsi4pk = :pk',
      ExpressionAttributeValues: { ':pk': indexKeys.messagesOf(ownerId) },
      ProjectionExpression: 'pk, sk',
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { pk, sk } of Items) {
      if (isTimeUp()) return false;
      await write(store, new DeleteCommand({ TableName: store.table, Key: { pk, sk } }));
    }
  }
  return true;
}
