import type { KeyRefusal } from '../../core/access/key-record.ts';
import { recordRefusal } from '../dynamodb/audit.ts';
import type { Store } from '../dynamodb/store.ts';
import { logger } from '../observability/logger.ts';

/**
 * Records that a key was refused. If that fails, the error is only logged, because the refusal is valid without the
 * record.
 */
export async function tryToRecordRefusal(store: Store, refusal: KeyRefusal): Promise<void> {
  try {
    await recordRefusal(store, refusal);
  } catch (error) {
    logger().error('could not record a refusal', { error });
  }
}
