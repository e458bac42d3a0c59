import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { cutListing, type Listing } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import type { Store } from './store.ts';

/** An item as an index that holds keys only returns it. */
type IndexedKey = {
  pk: string;
  sk: string;
  /** Its sort key in the index, which is the id to continue after. */
  id: string;
};

/** Returns one page of the keys under a partition key of an index, with descending ids: newest first. */
export async function queryNewest(
  store: Store,
  index: TableIndex,
  pk: string,
  { limit, after }: ListRange,
): Promise<Listing<IndexedKey>> {
  const { Items = [], LastEvaluatedKey } = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      IndexName: index,
      KeyConditionExpression: `${index}pk = :pk${after === undefined ? '' : ` AND ${index}sk < :after`}`,
      ExpressionAttributeValues: { ':pk': pk, ...(after === undefined ? {} : { ':after': after }) },
      ScanIndexForward: false,
      Limit: limit + 1,
    }),
  );
  const found = Items.map((item) => ({
    pk: String(item.pk),
    sk: String(item.sk),
    id: String(item[`${index}sk`]),
  }));
  return cutListing(found, limit, ({ id }) => id, LastEvaluatedKey !== undefined);
}
