import { type authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client';
import type { SignInClaims } from '../../core/sign-in/claims.ts';
import { SignInFailure } from '../../core/sign-in/sign-in-failures.ts';
import { CLOCK_TOLERANCE_SECONDS } from './clock-tolerance.ts';

type Tokens = Awaited<ReturnType<typeof authorizationCodeGrant>>;

/**
 * Returns the claims of a person. Many providers state the address only at their UserInfo endpoint, which is asked if
 * the ID token does not have it.
 * @throws SignInFailure clock-skew if the person signed in or the token was issued in the future
 */
export async function readClaims(
  configuration: Configuration,
  tokens: Tokens,
  now: Date,
): Promise<SignInClaims> {
  const token = tokens.claims();
  if (token === undefined) throw new SignInFailure('refused');
  const { sub, iat, auth_time } = token;
  const latest = now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS;
  if (iat > latest || Number(auth_time ?? 0) > latest) throw new SignInFailure('clock-skew');
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const profile =
    token.email === undefined && hasUserInfo
      ? await fetchUserInfo(configuration, tokens.access_token, sub)
      : token;
  const isVerified = profile.email_verified === true || String(profile.email_verified) === 'true';
  const { email, name } = profile;
  return {
    subject: sub,
    ...(isVerified && typeof email === 'string' && email !== '' ? { email } : {}),
    ...(typeof name === 'string' && name.trim() !== '' ? { name } : {}),
    signedInAt: typeof auth_time === 'number' ? new Date(auth_time * 1000).toISOString() : null,
  };
}
