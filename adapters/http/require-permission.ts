import { mayRole, type Permission, permissions, rolesThatMay } from '../../core/access/roles.ts';
import { Problem } from '../../core/problems/problem.ts';
import { recordRefusal } from '../dynamodb/audit.ts';
import type { Store } from '../dynamodb/store.ts';
import { logger } from '../observability/logger.ts';
import type { ApiMiddleware } from './call.ts';
import { principalOf } from './identify-caller.ts';

/** Turns away a key whose role does not include the permission, and records that in the audit log. */
export function requirePermission(store: Store, permission: Permission): ApiMiddleware {
  return {
    before: async ({ event: { call } }) => {
      const { role, accountId, keyId, sourceIp } = principalOf(call);
      if (mayRole(role, permission)) return;
      const { requestId, now } = call;
      try {
        await recordRefusal(store, { accountId, keyId, reason: 'role-too-small', requestId, sourceIp, now });
      } catch (error) {
        // The refusal stands even when it cannot be recorded.
        logger().error('could not record a refusal', { error });
      }
      throw new Problem(
        'role-too-small',
        `This key's role, ${role}, may not ${permissions[permission]}. Roles that may: ${rolesThatMay(permission).join(', ')}.`,
      );
    },
  };
}
