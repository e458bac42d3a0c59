import { KEY_EXPIRES_HEADER } from '../../core/access/key-text.ts';
import type { AnyPrincipal } from '../../core/access/principal.ts';
import { Problem } from '../../core/problems/problem.ts';
import { authorizerContextSchema, parseCaller } from './authorizer-context.ts';
import type { ApiMiddleware } from './call.ts';

/**
 * Returns a middleware that reads the caller from the authorizer's context. Every response to a key then states when
 * the value of the key expires.
 * @throws Problem if the authorizer refused the call
 */
export function identifyCaller(): ApiMiddleware {
  return {
    before: ({ event: { call, requestContext } }) => {
      const context = authorizerContextSchema.parse(requestContext.authorizer);
      if (context.kind === 'refused') throw new Problem(context.code);
      if (context.kind === 'key') call.answerHeaders[KEY_EXPIRES_HEADER] = context.expiresAt;
      call.principal = parseCaller(context);
    },
  };
}

/**
 * Returns the caller of a call that needs a principal.
 * @throws Error if `identifyCaller` did not run
 */
export function requirePrincipal(call: { principal?: AnyPrincipal }): AnyPrincipal {
  if (!call.principal) throw new Error('the caller was not identified: the middleware is in the wrong order');
  return call.principal;
}
