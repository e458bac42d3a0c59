import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { findDelivery } from '../../adapters/dynamodb/deliveries.ts';
import { indexKeys } from '../../adapters/dynamodb/item-keys.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import type { Delivery } from '../../core/alerts/delivery.ts';

/** Returns the partition keys of what waits to be reported, or was reported, of a site or an account. */
export async function listMessageKeys({ db, table }: Store, ownerId: string): Promise<string[]> {
  const { Items = [] } = await db.send(
    new QueryCommand({
      TableName: table,
      IndexName: 'gsi4',
      KeyConditionExpression: 'gsi4pk = :pk',
      ExpressionAttributeValues: { ':pk': indexKeys.messagesOf(ownerId) },
    }),
  );
  return Items.map(({ pk }) => String(pk));
}

/** Returns the deliveries of a site or an account. */
export async function listDeliveries(store: Store, ownerId: string): Promise<Delivery[]> {
  const deliveries = (await listMessageKeys(store, ownerId)).filter((pk) => pk.startsWith('delivery#'));
  const found = await Promise.all(deliveries.map((pk) => findDelivery(store, pk.slice('delivery#'.length))));
  return found.flatMap((delivery) => delivery ?? []);
}
