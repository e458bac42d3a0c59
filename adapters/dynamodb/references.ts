import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Reference } from '../../core/comparison/reference.ts';
import { itemKeys } from './item-keys.ts';
import { readItem } from './read-items.ts';
import type { Store } from './store.ts';
import { writeIf } from './write.ts';

/** Stores the reference of a scan unless one is stored already. */
export async function saveReference(store: Store, scanId: string, reference: Reference): Promise<void> {
  await writeIf(
    store,
    new PutCommand({
      TableName: store.table,
      Item: { ...itemKeys.reference(scanId), ...reference },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
}

/** Returns the reference of a scan; undefined if none was chosen yet. */
export async function readReference(store: Store, scanId: string): Promise<Reference | undefined> {
  const item = await readItem(store, itemKeys.reference(scanId));
  if (!item) return undefined;
  const { pk: _pk, sk: _sk, ...reference } = item as Reference & { pk: string; sk: string };
  return reference;
}
