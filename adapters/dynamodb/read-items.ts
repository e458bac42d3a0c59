import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, GetCommand, type GetCommandOutput, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Store } from './store.ts';
import { pauseBeforeRetry } from './write.ts';

type Item = NonNullable<GetCommandOutput['Item']>;

/** Returns an item (strongly consistent read); undefined if it does not exist. */
export async function readItem(store: Store, key: { pk: string; sk: string }): Promise<Item | undefined> {
  const get = new GetCommand({ TableName: store.table, Key: key, ConsistentRead: true });
  return (await store.db.send(get)).Item;
}

/** Returns the items of a partition whose sort keys begin with a prefix, sorted by key (strongly consistent read). */
export async function readPartition(store: Store, pk: string, prefix: string): Promise<Item[]> {
  const query = {
    TableName: store.table,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    ConsistentRead: true,
  };
  const found: Item[] = [];
  for await (const { Items = [] } of paginateQuery({ client: store.db }, query)) found.push(...Items);
  return found;
}

/**
 * Maximum number of keys in one call:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
 */
const KEYS_AT_ONCE = 100;
const ATTEMPTS = 10;

/**
 * Returns the items with the given keys that exist, in the order of the keys (strongly consistent read). Lists use it
 * because no global index has whole items.
 * @throws ProvisionedThroughputExceededException if DynamoDB throttles: it leaves keys unprocessed in every attempt
 */
export async function readItems(
  store: Store,
  keys: readonly { pk: string; sk: string }[],
): Promise<Record<string, unknown>[]> {
  const found = new Map<string, Record<string, unknown>>();
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    let remaining: Record<string, unknown>[] = keys
      .slice(at, at + KEYS_AT_ONCE)
      .map(({ pk, sk }) => ({ pk, sk }));
    for (let attempt = 0; remaining.length > 0; attempt++) {
      if (attempt === ATTEMPTS) throw throttled(remaining.length);
      if (attempt > 0) await pauseBeforeRetry(attempt);
      const { Responses, UnprocessedKeys } = await store.db.send(
        new BatchGetCommand({ RequestItems: { [store.table]: { Keys: remaining, ConsistentRead: true } } }),
      );
      for (const item of Responses?.[store.table] ?? []) found.set(buildItemName(item), item);
      remaining = UnprocessedKeys?.[store.table]?.Keys ?? [];
    }
  }
  return keys.flatMap((key) => {
    const item = found.get(buildItemName(key));
    return item === undefined ? [] : [item];
  });
}

function buildItemName({ pk, sk }: Record<string, unknown>): string {
  return JSON.stringify([pk, sk]);
}

/**
 * Returns the error for keys that stay unprocessed. DynamoDB itself throws it only if it processes no key of a call.
 */
function throttled(unread: number): ProvisionedThroughputExceededException {
  const message = `${unread} items were not read in ${ATTEMPTS} attempts`;
  return new ProvisionedThroughputExceededException({ message, $metadata: {} });
}
