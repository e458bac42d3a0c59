import { z } from 'zod';
import type { Principal } from '../../core/access/principal.ts';
import { roleNames } from '../../core/access/roles.ts';
import type { Actor } from '../../core/audit/audit-entry.ts';
import type { ApiMiddleware } from './call.ts';

/**
 * What the authorizer says of a key that it let in. The gateway carries texts only, so the list of sites is JSON,
 * and empty for a key that is not limited.
 */
const contextSchema = z.object({
  accountId: z.string().min(1),
  keyId: z.string().min(1),
  role: z.enum(roleNames),
  siteIds: z.string(),
  /** Absent from an authorizer of before there was this member, as while a deployment goes on. */
  expiresAt: z.string().min(1).optional(),
});

/** The authorizer's context for a key; `identifyCaller` reads it back. */
export function authorizerContext(key: Omit<Principal, 'sourceIp'>): z.input<typeof contextSchema> {
  const { accountId, keyId, role, siteIds, expiresAt } = key;
  return {
    accountId,
    keyId,
    role,
    siteIds: siteIds ? JSON.stringify(siteIds) : '',
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** Takes the caller from what the authorizer verified; every answer then tells when the key's value stops working. */
export function identifyCaller(): ApiMiddleware {
  return {
    before: ({ event }) => {
      const { siteIds, ...key } = contextSchema.parse(event.requestContext.authorizer);
      event.call.principal = {
        ...key,
        ...(siteIds === '' ? {} : { siteIds: z.array(z.string()).parse(JSON.parse(siteIds)) }),
        sourceIp: event.requestContext.identity.sourceIp,
      };
      const { expiresAt } = event.call.principal;
      if (expiresAt !== undefined) event.call.answerHeaders['X-API-Key-Expires'] = expiresAt;
    },
  };
}

/** The caller as the audit log names it. */
export function actorOf({ accountId, keyId, sourceIp }: Principal, requestId: string): Actor {
  return { accountId, actor: keyId, sourceIp, requestId };
}

/** The caller of a call behind a key. */
export function principalOf(call: { principal?: Principal }): Principal {
  if (!call.principal) throw new Error('the caller was not identified: the middleware is in the wrong order');
  return call.principal;
}
