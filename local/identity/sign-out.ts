import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { UserPoolClient } from '../template/user-pool.ts';

/** The cookies of oidc-provider with the session of a person, and their signatures. */
const sessionCookies = ['_session', '_session.sig'];

/**
 * Ends the session of a person at the provider, as the sign-out page of Cognito does, and redirects to the given
 * address: https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
 */
export async function signOut(
  provider: Provider,
  clients: readonly UserPoolClient[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const client = clients.find(({ clientId }) => clientId === searchParams.get('client_id'));
  const target = searchParams.get('logout_uri') ?? '';
  if (!client?.logoutUrls.includes(target)) {
    response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('client_id or logout_uri is not known\n');
    return;
  }
  const id = /(?:^|;\s*)_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  if (id !== undefined) await (await provider.Session.find(id))?.destroy();
  response.writeHead(302, {
    Location: target,
    'Set-Cookie': sessionCookies.map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`),
  });
  response.end();
}
