import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Store } from './store.ts';
import { pauseBeforeRetry } from './write.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** An item whose condition did not hold. */
export interface FailedCondition {
  /** Index of the item in the transaction. */
  index: number;
  /** The stored item, if the transaction requested it with `ReturnValuesOnConditionCheckFailure: 'ALL_OLD'`. */
  item?: Record<string, unknown>;
}

/** Thrown if too many writers change the same items at once. Nothing was written. */
export class ContentionError extends Error {
  override name = 'ContentionError';
}

const ATTEMPTS = 10;

/**
 * Writes all items or none. Conflicts with other transactions and throttling are retried with growing, jittered pauses,
 * because the SDK does not retry them.
 * @returns the items whose condition failed; an empty list if everything was written
 * @throws ContentionError if every attempt met a conflict
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
      if (!isRetryable(error)) throw error;
      await pauseBeforeRetry(attempt);
    }
  }
  throw new ContentionError(`the transaction conflicted with other writers in each of ${ATTEMPTS} attempts`);
}

function failedConditions(error: TransactionCanceledException): FailedCondition[] {
  return (error.CancellationReasons ?? []).flatMap(({ Code, Item }, index) =>
    Code === 'ConditionalCheckFailed' ? [{ index, ...(Item ? { item: unmarshall(Item) } : {}) }] : [],
  );
}

const retryableCodes = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded', 'None'];

function isRetryable(error: TransactionCanceledException): boolean {
  return (error.CancellationReasons ?? []).every(({ Code }) => retryableCodes.includes(Code ?? 'None'));
}
