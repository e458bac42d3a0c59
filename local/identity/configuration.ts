import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type Configuration, interactionPolicy, type JWK } from 'oidc-provider';
import type { UserPoolClient } from '../template/user-pool.ts';
import { createMemoryAdapter } from './memory-adapter.ts';
import { getClaims } from './people.ts';

/** Path of the page on which a person signs in. The id of the attempt follows. */
export const SIGN_IN_PATH = '/sign-in/';

const HOUR_SECONDS = 3_600;

/**
 * Returns the configuration of oidc-provider: the clients of the user pool, no page for consent, and the claims where
 * Cognito has them
 * (https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html).
 */
export function buildConfiguration(clients: readonly UserPoolClient[]): Configuration {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return {
    clients: clients.map((client) => ({
      client_id: client.clientId,
      token_endpoint_auth_method: 'none',
      // A native client may return to no name below localhost.
      application_type: 'web',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: client.callbackUrls,
      post_logout_redirect_uris: client.logoutUrls,
      scope: client.scopes.join(' '),
      // Cognito states at each sign-in when the person proved who they are.
      require_auth_time: true,
    })),
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Cognito has all claims in the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    adapter: createMemoryAdapter(),
    jwks: { keys: [createSigningKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { policy, url: (_, { uid }) => SIGN_IN_PATH + uid },
    findAccount: (_, id) => ({ accountId: id, claims: () => getClaims(id) }),
    async loadExistingGrant({ oidc: { client, session, provider } }) {
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: HOUR_SECONDS,
      AuthorizationCode: 60,
      Grant: HOUR_SECONDS,
      IdToken: 300,
      Interaction: HOUR_SECONDS,
      Session: 14 * 24 * HOUR_SECONDS,
    },
  };
}

function createSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' } as JWK;
}
