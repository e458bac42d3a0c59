import type { KeyRefusal } from '../../core/access/key-record.ts';
import { WRONG_KEYS_PER_MINUTE } from '../../core/api/call-limits.ts';
import { type MemberRefusal, recordMemberRefusal, recordRefusal } from '../dynamodb/audit.ts';
import type { Store } from '../dynamodb/store.ts';
import { getSource, SourceCounter } from '../keys/source-counter.ts';
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
 * Returns a function that records refused keys, but only a limited number per minute, source and reason, so that a
 * flood of refused calls does not cost a write each. That the limit of wrong keys is reached is recorded once.
 * @param record records one refusal; `tryToRecordRefusal` by default
 */
export function createRefusalRecorder(
  store: Store,
  record: (store: Store, refusal: KeyRefusal) => Promise<void> = tryToRecordRefusal,
): (refusal: KeyRefusal) => Promise<void> {
  const recorded = new SourceCounter();
  return async (refusal) => {
    const { reason, sourceIp, now } = refusal;
    const max = reason === 'too-many-wrong-keys' ? 1 : WRONG_KEYS_PER_MINUTE;
    if (recorded.add(`${reason} ${getSource(sourceIp)}`, now) <= max) await record(store, refusal);
  };
}
