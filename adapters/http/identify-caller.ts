import { z } from 'zod';
import { KEY_EXPIRES_HEADER } from '../../core/access/key-text.ts';
import type { KeyPrincipal, Principal } from '../../core/access/principal.ts';
import { roleNames } from '../../core/access/roles.ts';
import type { ApiMiddleware } from './call.ts';

/**
 * The context that the authorizer returns for an accepted key. API Gateway passes only strings, so the list of sites is
 * JSON. It is empty for a key without a limit to some sites.
 */
const keyContextSchema = z.object({
  kind: z.literal('key'),
  accountId: z.string().min(1),
  keyId: z.string().min(1),
  role: z.enum(roleNames),
  siteIds: z.string(),
  expiresAt: z.string().min(1),
});

/** Returns the authorizer's context for a key; `identifyCaller` parses it. */
export function buildAuthorizerContext(
  key: Omit<KeyPrincipal, 'sourceIp'>,
): z.input<typeof keyContextSchema> {
  const { kind, accountId, keyId, role, siteIds, expiresAt } = key;
  return { kind, accountId, keyId, role, siteIds: siteIds ? JSON.stringify(siteIds) : '', expiresAt };
}

/**
 * Returns a middleware that reads the caller from the authorizer's context. Every response then states when the value
 * of the key expires.
 */
export function identifyCaller(): ApiMiddleware {
  return {
    before: ({ event }) => {
      const { siteIds, ...key } = keyContextSchema.parse(event.requestContext.authorizer);
      event.call.principal = {
        ...key,
        ...(siteIds === '' ? {} : { siteIds: z.array(z.string()).parse(JSON.parse(siteIds)) }),
        sourceIp: event.requestContext.identity.sourceIp,
      };
      event.call.answerHeaders[KEY_EXPIRES_HEADER] = key.expiresAt;
    },
  };
}

/**
 * Returns the caller of a call that needs a principal.
 * @throws Error if `identifyCaller` did not run
 */
export function requirePrincipal(call: { principal?: Principal }): Principal {
  if (!call.principal) throw new Error('the caller was not identified: the middleware is in the wrong order');
  return call.principal;
}
