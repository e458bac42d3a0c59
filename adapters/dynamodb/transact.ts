import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Store } from './store.ts';
import { pauseBeforeRetry } from './write.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** An item whose condition did not hold. */
export interface FailedCondition {
  /** Its place in the list of items. */
  index: number;
  /** What the table held, when the item asked for it with `ReturnValuesOnConditionCheckFailure: 'ALL_OLD'`. */
  item?: Record<string, unknown>;
}

/** Too many writers at once on the same items; nothing was written. */
export class ContentionError extends Error {
  override name = 'ContentionError';
}

const ATTEMPTS = 10;

/**
 * Writes all items or none. Returns the items whose condition failed: none means written. Conflicts with other
 * transactions and throttling are tried again with jittered, growing pauses, for the SDK does not do so.
 * @throws ContentionError when every attempt met a conflict.
 */
export async function transact(store: Store, items: TransactItem[]): Promise<FailedCondition[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      await store.db.send(new TransactWriteCommand({ TransactItems: items }));
      return [];
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const failed = failedConditions(error);
      if (failed.length > 0) return failed;
      if (!isPassing(error)) throw error;
      await pauseBeforeRetry(attempt);
    }
  }
  throw new ContentionError(`gave up after ${ATTEMPTS} transactions met a conflict`);
}

function failedConditions(error: TransactionCanceledException): FailedCondition[] {
  return (error.CancellationReasons ?? []).flatMap(({ Code, Item }, index) =>
    Code === 'ConditionalCheckFailed' ? [{ index, ...(Item ? { item: unmarshall(Item) } : {}) }] : [],
  );
}

const passingCodes = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded', 'None'];

function isPassing(error: TransactionCanceledException): boolean {
  return (error.CancellationReasons ?? []).every(({ Code }) => passingCodes.includes(Code ?? 'None'));
}
