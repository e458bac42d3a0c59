import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration, interactionPolicy } from 'oidc-provider';

/** What the provider says about the person who signs in next. */
export interface ProviderPerson {
  subject: string;
  email?: string;
  emailVerified?: boolean | string;
  name?: string;
}

/** A real OpenID Connect provider on a free port, where the person of the test signs in without a page. */
export interface TestProvider {
  issuer: string;
  /** Who signs in next. `null` cancels. */
  person: ProviderPerson | null;
  /** Seconds since the person signed in at the provider. */
  signedInSecondsAgo: number;
  /** Whether it ignores `prompt=login`, as some providers do. */
  ignoresPrompt: boolean;
  /** While true, every response has the status 503. */
  isDown: boolean;
  /** Requests that it received, as `GET /path`. */
  requests: string[];
  stop(): Promise<void>;
}

/** @param redirectUri where it may redirect to */
export async function startIdentityProvider(clientId: string, redirectUri: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, ProviderPerson>();
  const state: TestProvider = {
    issuer,
    person: null,
    signedInSecondsAgo: 0,
    ignoresPrompt: false,
    isDown: false,
    requests: [],
    stop: () => closeServer(server),
  };
  const provider = new Provider(issuer, buildConfiguration(clientId, redirectUri, people));
  const handle = provider.callback();
  server.on('request', async (request, response) => {
    const url = new URL(request.url ?? '', issuer);
    state.requests.push(`${request.method} ${url.pathname}`);
    if (state.isDown) return void response.writeHead(503).end();
    if (state.ignoresPrompt && url.pathname === '/auth') {
      url.searchParams.delete('prompt');
      request.url = url.pathname + url.search;
    }
    if (!url.pathname.startsWith('/interaction/')) return void handle(request, response);
    const { person } = state;
    if (person === null) {
      const result = { error: 'access_denied', error_description: 'cancelled' };
      return void (await provider.interactionFinished(request, response, result));
    }
    people.set(person.subject, person);
    const ts = Math.floor(Date.now() / 1000) - state.signedInSecondsAgo;
    const result = { login: { accountId: person.subject, ts } };
    await provider.interactionFinished(request, response, result);
  });
  return state;
}

function buildConfiguration(
  client_id: string,
  redirectUri: string,
  people: Map<string, ProviderPerson>,
): Configuration {
  return {
    clients: [
      {
        client_id,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [`${new URL(redirectUri).origin}/signed-out`],
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: ['authorization_code'],
        require_auth_time: true,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    cookies: { keys: ['test'] },
    interactions: {
      policy: interactionPolicy.base(),
      url: (_, { uid }) => `/interaction/${uid}`,
    },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => {
        const person = people.get(sub);
        return {
          sub,
          ...(person?.email === undefined ? {} : { email: person.email }),
          ...(person?.emailVerified === undefined ? {} : { email_verified: person.emailVerified as boolean }),
          ...(person?.name === undefined ? {} : { name: person.name }),
        };
      },
    }),
    // Nobody is asked for consent.
    loadExistingGrant: async (context) => {
      const { provider, client, session } = context.oidc;
      // A code is valid only for the grant of the session.
      const grantId = session!.grantIdFor(client!.clientId);
      if (grantId) return provider.Grant.find(grantId);
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
