import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import OidcProvider from 'oidc-provider';
import type { WireResponse } from '../gateway/response.ts';
import { isOfOtherUser } from '../processes/peer.ts';
import type { UserPoolClient } from '../template/user-pool.ts';
import { buildConfiguration, SIGN_IN_PATH } from './configuration.ts';
import { buildPage, renderFailure, renderSignIn } from './pages.ts';
import { ADMINISTRATOR_EMAIL, parseEmail } from './people.ts';
import { signOut } from './sign-out.ts';

/** A sign-in form has one email address. */
const LARGEST_FIELDS_BYTES = 4 * 1024;

/**
 * Returns the local provider of identities, an OpenID Connect provider instead of the user pool. It asks for an email
 * address and no password. So it must listen on this machine only, and refuses the requests of its other users.
 * @param issuer `http://127.0.0.1:PORT`
 * @param returnOrigin origin of the dashboard, for links and redirects
 */
export function createIdentityProvider(
  issuer: string,
  returnOrigin: string,
  clients: readonly UserPoolClient[],
): RequestListener {
  const provider = new OidcProvider(issuer, {
    ...buildConfiguration(clients),
    renderError: (context, { error, error_description: description }) => {
      const text = description ?? error;
      respond(
        context.res,
        buildPage(400, 'Sign-in did not work', renderFailure(text, returnOrigin), returnOrigin),
      );
    },
  });
  const handleProtocol = provider.callback();
  return (request, response) => {
    if (isOfOtherUser(request.socket)) {
      const text =
        'Another user of this machine sent this request. Sign in as the user who runs the service.';
      return respond(
        response,
        buildPage(403, 'Sign-in did not work', renderFailure(text, returnOrigin), returnOrigin),
      );
    }
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname.startsWith(SIGN_IN_PATH)) void signIn(provider, request, response, returnOrigin);
    else if (url.pathname === '/logout') void signOut(provider, clients, request, response);
    else handleProtocol(request, response);
  };
}

/** Shows the page of an attempt, or ends the attempt with the address of the sign-in form. */
async function signIn(
  provider: OidcProvider,
  request: IncomingMessage,
  response: ServerResponse,
  returnOrigin: string,
): Promise<void> {
  const fail = (status: number, text: string) =>
    respond(
      response,
      buildPage(status, 'Sign-in did not work', renderFailure(text, returnOrigin), returnOrigin),
    );
  try {
    const { uid } = await provider.interactionDetails(request, response);
    if (request.url !== SIGN_IN_PATH + uid) return fail(404, 'This sign-in does not exist. Start again.');
    const page = (status: number, email: string, problem?: string) =>
      respond(
        response,
        buildPage(status, 'Sign in', renderSignIn(SIGN_IN_PATH + uid, email, problem), returnOrigin),
      );
    if (request.method !== 'POST') return page(200, ADMINISTRATOR_EMAIL);
    // No other page may sign a person in.
    if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin')
      return fail(403, 'The sign-in form was sent by another site.');
    const given = (await readFields(request)).get('email');
    const email = parseEmail(given);
    if (email === undefined)
      return page(422, given ?? '', 'Enter an email address, such as name@example.com.');
    await provider.interactionFinished(request, response, { login: { accountId: email, remember: true } });
  } catch (error) {
    const isExpected = (error as Error).name === 'SessionNotFound';
    fail(
      isExpected ? 400 : 500,
      isExpected ? 'This sign-in has expired. Start again.' : 'The provider failed.',
    );
  }
}

async function readFields(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_FIELDS_BYTES) throw new Error('the sign-in form is too large');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

function respond(response: ServerResponse, { statusCode, headers, body }: WireResponse): void {
  response.statusCode = statusCode;
  for (const [name, value] of headers) response.setHeader(name, value);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
