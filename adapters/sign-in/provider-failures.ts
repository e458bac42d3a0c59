import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { SignInFailure } from '../../core/sign-in/sign-in-failures.ts';

/** Codes of openid-client for a provider that cannot be reached, or whose responses are not those of a provider. */
const unreachable = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];

/** Returns why a sign-in failed for an error of openid-client. */
export function toSignInFailure(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  const options = { cause: error };
  if (error instanceof AuthorizationResponseError) {
    const isDown = ['server_error', 'temporarily_unavailable'].includes(error.error);
    return new SignInFailure(isDown ? 'provider-down' : 'refused', options);
  }
  if (error instanceof ResponseBodyError) {
    return new SignInFailure(error.status >= 500 ? 'provider-down' : 'refused', options);
  }
  if (error instanceof ClientError) {
    if (error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return new SignInFailure('clock-skew', options);
    if (error.code !== undefined && unreachable.includes(error.code))
      return new SignInFailure('provider-down', options);
    // Without a code, a request failed before there was a response.
    return new SignInFailure(error.code === undefined ? 'provider-down' : 'refused', options);
  }
  return new SignInFailure(isNetworkError(error) ? 'provider-down' : 'refused', options);
}

/** True for the error of `fetch` if there is no response. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed';
}
