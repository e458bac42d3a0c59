import type { KeyRefusal } from '../../core/access/key-record.ts';
import { recordRefusal } from '../dynamodb/audit.ts';
import type { Store } from '../dynamodb/store.ts';
import { logger } from '../observability/logger.ts';

/** Records that a key was refused. Logs the error if that fails, because the refusal stands all the same. */
export async function tryToRecordRefusal(store: Store, refusal: KeyRefusal): Promise<void> {
  try {
    await recordRefusal(store, refusal);
  } catch (error) {
    logger().error('could not record a refusal', { error });
  }
}
