import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { buildSitePartitionKey } from './item-keys.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

const AT_ONCE = 25;

/**
 * Deletes the data stored for a deleted site, except the site itself and its scans: suppressions, trend points,
 * baseline lines and the latest scans. Repeated calls are safe.
 * @param isTimeUp called before each batch, because a site with many scans has as many trend points
 * @returns false if time was up before everything was deleted
 */
export async function deleteSiteData(
  store: Store,
  siteId: string,
  isTimeUp: () => boolean = () => false,
): Promise<boolean> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': buildSitePartitionKey(siteId) },
      ProjectionExpression: 'pk, sk',
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    for (let at = 0; at < Items.length; at += AT_ONCE) {
      if (isTimeUp()) return false;
      await Promise.all(
        Items.slice(at, at + AT_ONCE).map(({ pk, sk }) =>
          write(store, new DeleteCommand({ TableName: store.table, Key: { pk, sk } })),
        ),
      );
    }
  }
  return true;
}
