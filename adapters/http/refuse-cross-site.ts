import { ACCOUNT_HEADER } from '../../core/access/session-text.ts';
import { Problem } from '../../core/problems/problem.ts';
import type { ApiMiddleware } from './call.ts';
import { getHeaderValues } from './headers.ts';
import { requirePrincipal } from './identify-caller.ts';

/** Methods that change nothing (RFC 9110, 9.2.1). */
const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Returns a middleware that refuses forged calls with a session. A call that may change something must come from a page
 * of the dashboard's origin, as the browser states in `Sec-Fetch-Site`, and must have a header that a page of another
 * origin can send only after a preflight request, which the API does not permit.
 */
export function refuseCrossSite(): ApiMiddleware {
  return {
    before: ({ event }) => {
      const { kind } = requirePrincipal(event.call);
      if (kind === 'key' || safeMethods.includes(event.httpMethod.toUpperCase())) return;
      requireSameOrigin(event);
    },
  };
}

/**
 * Checks that a call that changes something comes from a page of the dashboard.
 * @throws Problem cross-site-request
 */
export function requireSameOrigin(event: Parameters<typeof getHeaderValues>[0]): void {
  const sites = getHeaderValues(event, 'Sec-Fetch-Site');
  const isSameOrigin = sites.length === 1 && sites[0] === 'same-origin';
  if (!isSameOrigin || getHeaderValues(event, ACCOUNT_HEADER).length !== 1) {
    throw new Problem('cross-site-request');
  }
}
