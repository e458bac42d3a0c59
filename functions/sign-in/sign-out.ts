import { bindTo } from '../../adapters/bind-to.ts';
import { recordRead } from '../../adapters/dynamodb/audit.ts';
import { listMemberships } from '../../adapters/dynamodb/memberships.ts';
import { endSession, findSession } from '../../adapters/dynamodb/sessions.ts';
import type { Answer } from '../../adapters/http/answer.ts';
import type { ApiEvent } from '../../adapters/http/call.ts';
import { getCallerAddress } from '../../adapters/http/caller-address.ts';
import { requireSameOrigin } from '../../adapters/http/refuse-cross-site.ts';
import { formatEndedSessionCookie, getSessionValues } from '../../adapters/http/session-cookie.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { hashSessionValue, isSessionValue } from '../../core/people/session-value.ts';
import { SignInFailure } from '../../core/sign-in/sign-in-failures.ts';
import { recordSessionEvent } from '../../use-cases/record-session-event.ts';
import type { SignInContext } from './sign-in-context.ts';

/** Deletes what the browser has kept of the dashboard: pages of the history, and drafts. */
const CLEAR_SITE_DATA = '"cache", "storage"';

/** Returns the function that ends the sessions of a browser, whether they still exist or not. */
export function createSignOutHandle(context: SignInContext): (event: ApiEvent) => Promise<Answer> {
  const dependencies = bindTo(context.store, { listMemberships, recordEvent: recordRead });
  const sessions = bindTo(context.store, { findSession, endSession });
  return async (event) => {
    requireSameOrigin(event);
    const { requestId, now } = event.call;
    const sourceIp = getCallerAddress(event, context.originSecret);
    const hashes = new Set(getSessionValues(event).filter(isSessionValue).map(hashSessionValue));
    for (const sessionHash of [...hashes].slice(0, 2)) {
      const session = await sessions.findSession(sessionHash);
      if (session === undefined) continue;
      await sessions.endSession(sessionHash);
      const { personId, sessionId: target } = session;
      const by = { personId, target, requestId, sourceIp, now };
      await recordSessionEvent(dependencies, {
        ...by,
        action: 'session.ended',
        detail: { reason: 'sign-out' },
      });
    }
    return {
      status: 200,
      headers: { 'Clear-Site-Data': CLEAR_SITE_DATA },
      cookies: [formatEndedSessionCookie()],
      json: { providerSignOutUrl: await findSignOutUrl(context) },
    };
  };
}

/** Returns where to sign out of the provider; null if it cannot be said. The session has ended in any case. */
async function findSignOutUrl({ readSettings, openProvider }: SignInContext): Promise<string | null> {
  try {
    const settings = await readSettings();
    return await openProvider(settings).buildSignOutUrl(`${settings.origin}/signed-out`);
  } catch (error) {
    logger().warn('no sign-out at the provider', {
      code: error instanceof SignInFailure ? error.code : error,
    });
    return null;
  }
}
