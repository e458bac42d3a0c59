import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

/** A local Amazon SES: keeps the mails in memory, and shows them in a browser. */
export type SesStandIn = {
  /** Where functions send mails and people read them: `http://127.0.0.1:PORT`. */
  endpoint: string;
  stop: () => Promise<void>;
};

/** What functions request, through the proxy in front of all stand-ins, whose host it has. */
const SEND_PATH = '/v2/email/outbound-emails';

/** Number of mails that are kept; the oldest are dropped. A mail has some ten kilobytes. */
const MAILS_MAX = 200;

/**
 * Starts a server for the API of SES on a free port of 127.0.0.1. The package that handles the requests takes a second
 * to load, so that it is loaded at the first request. Its viewer shows secret links and has a button that deletes all
 * mails. So requests with the name of another host are refused, because a web page could make its own host name point
 * to this machine, and so are requests that a page of another origin sends.
 */
export async function startSes(): Promise<SesStandIn> {
  let loading: Promise<RequestListener> | undefined;
  const server = createServer((request, response) => {
    const host = `127.0.0.1:${(server.address() as AddressInfo | null)?.port}`;
    if (request.headers.host !== host && request.url !== SEND_PATH)
      return refuse(response, 421, 'the host of this request is not served');
    if (isOfOtherOrigin(request, `http://${host}`))
      return refuse(response, 403, 'pages of other origins may only link to this server');
    loading ??= loadSes();
    loading
      .then((handle) => handle(request, response))
      .catch(() => refuse(response, 500, 'the SES stand-in could not be loaded'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * True if a browser sends a request for a page of another origin, except if a person follows a link. Browsers send
 * `Origin` with each request that may change something, and `Sec-Fetch-Site` with every request to this machine
 * (https://www.w3.org/TR/fetch-metadata/). Other clients send neither.
 */
function isOfOtherOrigin({ method, headers }: IncomingMessage, own: string): boolean {
  if (headers.origin !== undefined && headers.origin !== own) return true;
  const isLink = method === 'GET' && headers['sec-fetch-dest'] === 'document';
  return !['same-origin', 'none'].includes(String(headers['sec-fetch-site'] ?? 'none')) && !isLink;
}

/** Returns the function that handles requests. The mails of all stand-ins of a process are in one list. */
async function loadSes(): Promise<RequestListener> {
  // It is CommonJS without names that an import would find everywhere.
  const load = createRequire(import.meta.url);
  const { default: startServer } = load('aws-ses-v2-local') as typeof import('aws-ses-v2-local');
  const { getStoreReadonly } = load(
    'aws-ses-v2-local/dist/store.js',
  ) as typeof import('aws-ses-v2-local/dist/store.js');
  // The package only starts servers, so the listener of one is taken.
  const own = await startServer({ host: '127.0.0.1', port: 0 });
  const [handle] = own.listeners('request') as RequestListener[];
  own.close();
  if (handle === undefined) throw new Error('the server of aws-ses-v2-local has no listener');
  return (request, response) => {
    response.once('finish', () => {
      const { emails } = getStoreReadonly();
      if (emails.length > MAILS_MAX) emails.splice(0, emails.length - MAILS_MAX);
    });
    handle(request, response);
  };
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain' });
  response.end(`${reason}\n`);
}
