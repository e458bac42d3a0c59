import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { FinishLease } from '../../core/scans/finish-lease.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import { writeIf } from './write.ts';

/**
 * Replaces the lease of the function that builds the report of a scan.
 * @param before the lease as it was read; undefined if the scan had none
 * @returns false if the lease has changed since, or the scan is settled
 */
export async function saveFinishLease(
  store: Store,
  scanId: string,
  lease: FinishLease,
  before: FinishLease | undefined,
): Promise<boolean> {
  return writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.scan(scanId),
      UpdateExpression: 'SET finishing = :lease',
      ConditionExpression: `#report = :pending AND ${
        before === undefined ? 'attribute_not_exists(finishing)' : 'finishing = :before'
      }`,
      ExpressionAttributeNames: { '#report': 'report' },
      ExpressionAttributeValues: {
        ':lease': lease,
        ':pending': 'pending',
        ...(before === undefined ? {} : { ':before': before }),
      },
    }),
  );
}

/** Removes a lease, so that the report may be built at once. Does nothing if another function has a lease now. */
export async function releaseFinishLease(store: Store, scanId: string, lease: FinishLease): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.scan(scanId),
      UpdateExpression: 'REMOVE finishing',
      ConditionExpression: 'finishing = :lease',
      ExpressionAttributeValues: { ':lease': lease },
    }),
  );
}
