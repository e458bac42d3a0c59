import { bindTo } from '../../adapters/bind-to.ts';
import { recordRead } from '../../adapters/dynamodb/audit.ts';
import { listMemberships } from '../../adapters/dynamodb/memberships.ts';
import { ensurePerson, findPersonId, updatePerson } from '../../adapters/dynamodb/people.ts';
import { recordOnceAnHour } from '../../adapters/dynamodb/refusals.ts';
import {
  createSession,
  endOldestSessions,
  endSession,
  findSession,
} from '../../adapters/dynamodb/sessions.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import type { Answer } from '../../adapters/http/answer.ts';
import type { ApiEvent } from '../../adapters/http/call.ts';
import { getCallerAddress } from '../../adapters/http/caller-address.ts';
import { listCookies } from '../../adapters/http/cookies.ts';
import { getHeaderValues, joinHeaderValues } from '../../adapters/http/headers.ts';
import { formatSessionCookie } from '../../adapters/http/session-cookie.ts';
import { getSource, SourceCounter } from '../../adapters/keys/source-counter.ts';
import { API_PATH } from '../../core/api/endpoint.ts';
import type { AuditEvent } from '../../core/audit/audit-entry.ts';
import { type Attempt, findAttempt, getAttemptCookieName } from '../../core/sign-in/attempt.ts';
import { describeBrowser } from '../../core/sign-in/describe-browser.ts';
import { finishSignIn } from '../../use-cases/finish-sign-in.ts';
import {
  answerFailure,
  deleteAttemptCookie,
  getRedirectUri,
  redirectTo,
  redirectToFailure,
  SIGN_INS_PER_MINUTE,
  type SignInContext,
} from './sign-in-context.ts';

/**
 * Returns the function that receives the response of the provider. The browser comes from another site, so that only
 * the cookie of the attempt says that it is the one that started it. An attempt is used once.
 */
export function createFinishHandle(context: SignInContext): (event: ApiEvent) => Promise<Answer> {
  const dependencies = bindTo(context.store, {
    findPersonId,
    ensurePerson,
    updatePerson,
    listMemberships,
    findSession,
    endSession,
    createSession,
    endOldestSessions,
    recordEvent,
  });
  const finished = new SourceCounter();
  return async (event) => {
    const query = buildQuery(event);
    const states = query.getAll('state');
    const cookies = listCookies(getHeaderValues(event, 'Cookie'));
    const state = states.length === 1 ? (states[0] ?? '') : '';
    const { now, requestId } = event.call;
    const attempt = findAttempt(cookies, state, now);
    // An unknown attempt does not reach the provider.
    if (attempt === undefined) return redirectToFailure(context, event, 'attempt-unknown');
    // A program can make up attempts, because their cookies are not signed.
    const sourceIp = getCallerAddress(event, context.originSecret);
    if (finished.add(getSource(sourceIp), now) > SIGN_INS_PER_MINUTE)
      return redirectToFailure(context, event, 'too-many-sign-ins');
    const used = deleteAttemptCookie(getAttemptCookieName(state));
    try {
      const { issuer, claims } = await readPerson(context, attempt, query);
      const { value, returnPath } = await finishSignIn(dependencies, {
        attempt,
        issuer,
        claims,
        browser: describeBrowser(joinHeaderValues(event, 'User-Agent')),
        sourceIp,
        requestId,
        now,
      });
      return redirectTo(returnPath, [formatSessionCookie(value), used]);
    } catch (error) {
      return answerFailure(context, event, error, [used]);
    }
  };
}

/** Writes an entry of the audit log. Refused sign-ins are recorded once for each hour, person and reason. */
function recordEvent(store: Store, event: AuditEvent): Promise<void> {
  return event.action === 'session.refused'
    ? recordOnceAnHour(store, event, String(event.detail?.reason))
    : recordRead(store, event);
}

async function readPerson(context: SignInContext, attempt: Attempt, query: URLSearchParams) {
  const settings = await context.readSettings();
  const callback = new URL(getRedirectUri(settings, API_PATH));
  callback.search = query.toString();
  const claims = await context.openProvider(settings).readPerson(attempt, callback);
  return { issuer: settings.issuer, claims };
}

function buildQuery(event: ApiEvent): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {}))
    for (const value of values ?? []) query.append(name, value);
  return query;
}
