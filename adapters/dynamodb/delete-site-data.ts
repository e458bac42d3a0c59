import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { buildSitePartitionKey } from './item-keys.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

const AT_ONCE = 25;

/**
 * Deletes what is kept for a site beside the site and its scans: suppressions, trend, which scans are the latest. For
 * a site that was deleted; may be done any number of times.
 * @param isTimeUp asked again and again, for a site of very many scans has as many points of its trend
 * @returns false when time was up before all was deleted
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
