import { isSignInRecent } from '../../core/people/session.ts';
import { Problem } from '../../core/problems/problem.ts';
import type { ApiMiddleware } from './call.ts';
import { requirePrincipal } from './identify-caller.ts';

/** Returns a middleware that refuses a person whose sign-in is not recent, so that a found session is worth less. */
export function requireRecentSignIn(): ApiMiddleware {
  return {
    before: ({ event: { call } }) => {
      const principal = requirePrincipal(call);
      if (!('signedInAt' in principal)) return;
      if (!isSignInRecent(principal.signedInAt, call.now)) throw new Problem('sign-in-too-old');
    },
  };
}
