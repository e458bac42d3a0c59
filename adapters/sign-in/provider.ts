import * as oidc from 'openid-client';
import { RECENT_SIGN_IN_MINUTES } from '../../core/people/session.ts';
import type { Attempt } from '../../core/sign-in/attempt.ts';
import type { SignInClaims } from '../../core/sign-in/claims.ts';
import type { SignInSettings } from '../../core/sign-in/settings.ts';
import { SignInFailure } from '../../core/sign-in/sign-in-failures.ts';
import { CLOCK_TOLERANCE_SECONDS } from './clock-tolerance.ts';
import { toSignInFailure } from './provider-failures.ts';
import { readClaims } from './read-claims.ts';

/** Seconds until a request to the provider is given up. A sign-in makes up to four, and the function runs for 15 s. */
const REQUEST_SECONDS = 3;

/** After this time the metadata of the provider is read again. */
const METADATA_MS = 3_600_000;

/** An OpenID Connect provider, of which the service is a public client with PKCE (RFC 7636). */
export interface Provider {
  /** Returns the URL at which a person signs in. @param redirectUri where the provider redirects to */
  buildSignInUrl(attempt: Attempt, redirectUri: string): Promise<string>;
  /**
   * Exchanges the code of a redirect for the verified claims of the person.
   * @param callback the URL to which the provider redirected the browser
   * @throws SignInFailure
   */
  readPerson(attempt: Attempt, callback: URL): Promise<SignInClaims>;
  /** Returns the URL at which a person signs out of the provider; null if it has none. */
  buildSignOutUrl(returnUrl: string): Promise<string | null>;
}

/** Returns new random values of an attempt. */
export function createAttemptSecrets(): Pick<Attempt, 'state' | 'nonce' | 'verifier'> {
  return {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
}

/** Returns a function that opens the provider of the settings and caches its metadata. */
export function createProviderOpener(): (settings: SignInSettings) => Provider {
  let cached: { issuer: string; clientId: string; until: number; loading: Promise<oidc.Configuration> };
  return (settings) => {
    const { issuer, clientId } = settings;
    const load = () => {
      const isSame = cached?.issuer === issuer && cached.clientId === clientId && Date.now() < cached.until;
      if (!isSame) {
        const loading = discover(settings);
        cached = { issuer, clientId, until: Date.now() + METADATA_MS, loading };
        // A failure must not be cached.
        loading.catch(() => (cached.until = 0));
      }
      return cached.loading;
    };
    return createProvider(settings, load);
  };
}

async function discover({ issuer, clientId }: SignInSettings): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  try {
    return await oidc.discovery(
      url,
      clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      oidc.None(),
      {
        timeout: REQUEST_SECONDS,
        // `parseSignInSettings` allows http only on the machine of the embedded runtime.
        execute: url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
      },
    );
  } catch (error) {
    throw new SignInFailure('provider-down', { cause: error });
  }
}

function createProvider(
  { signOut, clientId }: SignInSettings,
  load: () => Promise<oidc.Configuration>,
): Provider {
  return {
    async buildSignInUrl({ state, nonce, verifier, again }, redirectUri) {
      const url = oidc.buildAuthorizationUrl(await load(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // With a greatest age, the provider has to state when the person signed in (OpenID Connect Core 1.0, 3.1.2.1).
        ...(again ? { prompt: 'login', max_age: String(RECENT_SIGN_IN_MINUTES * 60) } : {}),
      });
      return url.href;
    },
    async readPerson({ state, nonce, verifier }, callback) {
      const configuration = await load();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        return await readClaims(configuration, tokens, new Date());
      } catch (error) {
        throw toSignInFailure(error);
      }
    },
    async buildSignOutUrl(returnUrl) {
      if (signOut.kind === 'cognito') {
        // https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
        const query = new URLSearchParams({ client_id: clientId, logout_uri: returnUrl });
        return `${signOut.url}?${query}`;
      }
      const configuration = await load();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl }).href;
    },
  };
}
