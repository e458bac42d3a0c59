import type { Answer } from '../../adapters/http/answer.ts';
import type { ApiEvent } from '../../adapters/http/call.ts';
import { getCallerAddress } from '../../adapters/http/caller-address.ts';
import { formatCookie, listCookies } from '../../adapters/http/cookies.ts';
import { getHeaderValues } from '../../adapters/http/headers.ts';
import { listQueryValues } from '../../adapters/http/query.ts';
import { getSessionValues } from '../../adapters/http/session-cookie.ts';
import { getSource, SourceCounter } from '../../adapters/keys/source-counter.ts';
import { createAttemptSecrets } from '../../adapters/sign-in/provider.ts';
import { API_PATH } from '../../core/api/endpoint.ts';
import { hashSessionValue, isSessionValue } from '../../core/people/session-value.ts';
import {
  ATTEMPT_MINUTES,
  type Attempt,
  encodeAttempt,
  getAttemptCookieName,
  listOutdatedAttempts,
} from '../../core/sign-in/attempt.ts';
import { parseReturnPath } from '../../core/sign-in/return-path.ts';
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
 * Returns the function that redirects a browser to the provider. Another site must not start a sign-in: it could
 * replace the session of a visitor, or fill the browser with attempts.
 */
export function createBeginHandle(context: SignInContext): (event: ApiEvent) => Promise<Answer> {
  const started = new SourceCounter();
  return async (event) => {
    const [site, ...others] = getHeaderValues(event, 'Sec-Fetch-Site');
    if (others.length > 0 || (site !== 'same-origin' && site !== 'none'))
      return redirectToFailure(context, event, 'not-started');
    if (!isAgainValid(listQueryValues(event, 'again')))
      return redirectToFailure(context, event, 'not-started');
    const { now } = event.call;
    const source = getSource(getCallerAddress(event, context.originSecret));
    if (started.add(source, now) > SIGN_INS_PER_MINUTE)
      return redirectToFailure(context, event, 'too-many-sign-ins');
    const attempt = buildAttempt(event, now);
    const cookies = listCookies(getHeaderValues(event, 'Cookie'));
    const outdated = listOutdatedAttempts(cookies, now).map(deleteAttemptCookie);
    const settings = await context.readSettings();
    try {
      const provider = context.openProvider(settings);
      const url = await provider.buildSignInUrl(attempt, getRedirectUri(settings, API_PATH));
      const cookie = formatCookie(getAttemptCookieName(attempt.state), encodeAttempt(attempt), {
        sameSite: 'Lax',
        maxAge: ATTEMPT_MINUTES * 60,
      });
      return redirectTo(url, [...outdated, cookie]);
    } catch (error) {
      return answerFailure(context, event, error, outdated);
    }
  };
}

/** True if `again` is missing, or has the only value that a page of the dashboard gives it. */
function isAgainValid(values: readonly string[]): boolean {
  return values.length === 0 || (values.length === 1 && values[0] === 'true');
}

function buildAttempt(event: ApiEvent, now: Date): Attempt {
  const [value = '', ...others] = getSessionValues(event);
  const hasSession = others.length === 0 && isSessionValue(value);
  return {
    ...createAttemptSecrets(),
    return: parseReturnPath(listQueryValues(event, 'return').at(-1)),
    startedAt: now.getTime(),
    again: listQueryValues(event, 'again').at(0) === 'true',
    ...(hasSession ? { sessionHash: hashSessionValue(value) } : {}),
  };
}
