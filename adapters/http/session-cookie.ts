import { SESSION_COOKIE } from '../../core/access/session-text.ts';
import { SESSION_DAYS } from '../../core/people/session.ts';
import { formatCookie, getCookieValues } from './cookies.ts';
import { getHeaderValues } from './headers.ts';

const DAY_SECONDS = 86_400;

/** Returns the values of the session cookie of a request; a valid call has exactly one. */
export function getSessionValues(event: Parameters<typeof getHeaderValues>[0]): string[] {
  return getCookieValues(getHeaderValues(event, 'Cookie'), SESSION_COOKIE);
}

/** Returns the `Set-Cookie` header that gives a browser a session until its absolute end. */
export function formatSessionCookie(value: string): string {
  return formatCookie(SESSION_COOKIE, value, { sameSite: 'Strict', maxAge: SESSION_DAYS * DAY_SECONDS });
}

/** Returns the `Set-Cookie` header that deletes the session of a browser. */
export function formatEndedSessionCookie(): string {
  return formatCookie(SESSION_COOKIE, '', { sameSite: 'Strict', maxAge: 0 });
}
