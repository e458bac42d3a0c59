import type { Store } from '../../adapters/dynamodb/store.ts';
import type { Answer } from '../../adapters/http/answer.ts';
import type { ApiEvent } from '../../adapters/http/call.ts';
import { getCallerAddress } from '../../adapters/http/caller-address.ts';
import { formatCookie } from '../../adapters/http/cookies.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { countSignInFailure } from '../../adapters/observability/metrics.ts';
import type { Provider } from '../../adapters/sign-in/provider.ts';
import { SIGN_IN_LOG, type SignInRefusal } from '../../core/audit/refusal.ts';
import type { SignInSettings } from '../../core/sign-in/settings.ts';
import { SignInFailure, type SignInFailureCode } from '../../core/sign-in/sign-in-failures.ts';

/** What the calls of the function need. */
export interface SignInContext {
  store: Store;
  /** See `getCallerAddress`. */
  originSecret: string;
  readSettings(): Promise<SignInSettings>;
  /** Records a refused sign-in in the log of sign-ins, but not every one of a flood. */
  recordRefusal(refusal: SignInRefusal): Promise<void>;
  openProvider(settings: SignInSettings): Provider;
}

/** Sign-ins of one network address in a minute: an office may have one address. */
export const SIGN_INS_PER_MINUTE = 60;

/** Returns the redirect to a page of the dashboard. @param path a path, which the browser resolves at its own host */
export function redirectTo(path: string, cookies: readonly string[] = []): Answer {
  return { status: 302, headers: { Location: path, 'Referrer-Policy': 'no-referrer' }, cookies };
}

/** Failures of calls without a sign-in, which every program can cause. */
const strayCalls: readonly SignInFailureCode[] = ['not-started', 'attempt-unknown'];

/** Records that a sign-in failed, and returns the redirect to the page that says why. */
export async function redirectToFailure(
  { originSecret, recordRefusal }: SignInContext,
  event: ApiEvent,
  code: SignInFailureCode,
  cookies: readonly string[] = [],
): Promise<Answer> {
  const { requestId, now } = event.call;
  const sourceIp = getCallerAddress(event, originSecret);
  if (!strayCalls.includes(code)) countSignInFailure();
  await recordRefusal({ accountId: SIGN_IN_LOG, reason: code, requestId, sourceIp, now });
  return redirectTo(`/signed-out?problem=${code}`, cookies);
}

/**
 * Returns the redirect to the page with the words for an error, which is logged.
 * @throws the error if it is not a failure of the sign-in
 */
export async function answerFailure(
  context: SignInContext,
  event: ApiEvent,
  error: unknown,
  cookies: readonly string[] = [],
): Promise<Answer> {
  if (!(error instanceof SignInFailure)) throw error;
  logger().warn('sign-in failed', { code: error.code, cause: describeCause(error.cause) });
  return redirectToFailure(context, event, error.code, cookies);
}

/** Returns the kind of an error without its text, which may contain a code or a token. */
function describeCause(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code, error } = cause as { code?: unknown; error?: unknown };
  return [cause.name, code, error].filter((part) => typeof part === 'string').join(' ');
}

/** Returns the `Set-Cookie` header that deletes the cookie of an attempt. */
export function deleteAttemptCookie(name: string): string {
  return formatCookie(name, '', { sameSite: 'Lax', maxAge: 0 });
}

/** Returns the URL to which the provider redirects. */
export function getRedirectUri({ origin }: SignInSettings, apiPath: string): string {
  return `${origin}${apiPath}/sign-in/callback`;
}
