import { recordRead } from '../../adapters/dynamodb/audit.ts';
import type { AuditAction } from '../../core/audit/audit-entry.ts';
import type { CommandContext } from '../command.ts';

/**
 * Records in the audit log of an account that the administrator read its data. Call it before the data is printed.
 * @param target id of what was read
 * @throws Error if the entry could not be written
 */
export async function recordAdminRead(
  { store, by, now }: CommandContext,
  { accountId, action, target }: { accountId: string; action: AuditAction; target: string },
): Promise<void> {
  await recordRead(store, { by: await by(accountId), action, target, now });
}
