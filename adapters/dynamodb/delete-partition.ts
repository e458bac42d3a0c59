import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Store } from './store.ts';
import { write } from './write.ts';

const AT_ONCE = 25;

/**
 * Deletes the items of a partition. Repeated calls are safe.
 * @param isKept true for the sort keys of items that stay
 * @param isTimeUp called before each batch, because a partition can have very many items
 * @returns false if time was up before everything was deleted
 */
export async function deletePartition(
  store: Store,
  pk: string,
  isKept: (sk: string) => boolean,
  isTimeUp: () => boolean,
): Promise<boolean> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ProjectionExpression: 'pk, sk',
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    const keys = Items.filter(({ sk }) => !isKept(sk));
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      if (isTimeUp()) return false;
      await Promise.all(
        keys
          .slice(at, at + AT_ONCE)
          .map((key) =>
            write(store, new DeleteCommand({ TableName: store.table, Key: { pk: key.pk, sk: key.sk } })),
          ),
      );
    }
  }
  return true;
}
