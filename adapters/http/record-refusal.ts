import type { KeyRefusal } from '../../core/access/key-record.ts';
import {
  WRONG_KEYS_PER_KEY,
  WRONG_KEYS_PER_MINUTE,
  WRONG_KEYS_PER_NETWORK,
} from '../../core/api/call-limits.ts';
import { type MemberRefusal, recordMemberRefusal, recordRefusal } from '../dynamodb/audit.ts';
import type { Store } from '../dynamodb/store.ts';
import { SourceBudgets } from '../keys/source-budgets.ts';
import { logger } from '../observability/logger.ts';

/**
 * Records that a key or a member was refused. If that fails, the error is only logged, because the refusal is valid
 * without the record.
 */
export async function tryToRecordRefusal(store: Store, refusal: KeyRefusal | MemberRefusal): Promise<void> {
  try {
    await ('keyId' in refusal ? recordRefusal(store, refusal) : recordMemberRefusal(store, refusal));
  } catch (error) {
    logger().error('could not record a refusal', { error });
  }
}

/**
 * Returns a function that records refused keys, but only a limited number per minute and reason, by source, network and
 * key, so that a flood of refused calls does not cost a write each. That the limit of wrong keys is reached is recorded
 * once by source and network.
 * @param record records one refusal; `tryToRecordRefusal` by default
 */
export function createRefusalRecorder(
  store: Store,
  record: (store: Store, refusal: KeyRefusal) => Promise<void> = tryToRecordRefusal,
): (refusal: KeyRefusal) => Promise<void> {
  const budgets = new Map<string, SourceBudgets>();
  return async (refusal) => {
    const { reason, now } = refusal;
    const budget = budgets.get(reason) ?? createBudget(reason);
    budgets.set(reason, budget);
    if (budget.isSpent(refusal, now)) return;
    budget.add(refusal, now);
    await record(store, refusal);
  };
}

function createBudget(reason: string): SourceBudgets {
  return new SourceBudgets(
    reason === 'too-many-wrong-keys'
      ? { source: 1, network: 1, key: WRONG_KEYS_PER_MINUTE }
      : { source: WRONG_KEYS_PER_MINUTE, network: WRONG_KEYS_PER_NETWORK, key: WRONG_KEYS_PER_KEY },
  );
}
