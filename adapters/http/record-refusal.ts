import {
  WRONG_KEYS_PER_KEY,
  WRONG_KEYS_PER_MINUTE,
  WRONG_KEYS_PER_NETWORK,
} from '../../core/api/call-limits.ts';
import type { Refusal } from '../../core/audit/refusal.ts';
import { recordRefusal } from '../dynamodb/refusals.ts';
import type { Store } from '../dynamodb/store.ts';
import { SourceBudgets } from '../keys/source-budgets.ts';
import { logger } from '../observability/logger.ts';

/**
 * Records a refusal. If that fails, the error is only logged, because the refusal is valid without the record.
 */
export async function tryToRecordRefusal(store: Store, refusal: Refusal): Promise<void> {
  try {
    await recordRefusal(store, refusal);
  } catch (error) {
    logger().error('could not record a refusal', { error });
  }
}

/** Reasons which say that a limit of a source is reached. */
const limitReasons: readonly string[] = ['too-many-wrong-keys', 'too-many-sign-ins'];

/**
 * Returns a function that records refusals, but only a limited number per minute and reason, by source, network and
 * subject (a key, a person, or all sign-ins), so that a flood of refused calls does not cost a write each. That a limit
 * is reached is recorded once by source and network.
 * @param record records one refusal; `tryToRecordRefusal` by default
 */
export function createRefusalRecorder(
  store: Store,
  record: (store: Store, refusal: Refusal) => Promise<void> = tryToRecordRefusal,
): (refusal: Refusal) => Promise<void> {
  const budgets = new Map<string, SourceBudgets>();
  return async (refusal) => {
    const { reason, sourceIp, now } = refusal;
    const budget = budgets.get(reason) ?? createBudget(reason);
    budgets.set(reason, budget);
    const origin = { sourceIp, subject: getSubject(refusal) };
    if (budget.isSpent(origin, now)) return;
    budget.add(origin, now);
    await record(store, refusal);
  };
}

function getSubject(refusal: Refusal): string {
  if ('keyId' in refusal) return refusal.keyId;
  return 'personId' in refusal ? refusal.personId : refusal.accountId;
}

function createBudget(reason: string): SourceBudgets {
  return new SourceBudgets(
    limitReasons.includes(reason)
      ? { source: 1, network: 1, subject: WRONG_KEYS_PER_MINUTE }
      : { source: WRONG_KEYS_PER_MINUTE, network: WRONG_KEYS_PER_NETWORK, subject: WRONG_KEYS_PER_KEY },
  );
}
