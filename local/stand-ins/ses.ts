import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { isOfOtherUser } from '../processes/peer.ts';

/** A local Amazon SES: keeps the mails in memory, and shows them in a browser. */
export type SesStandIn = {
  /** Server of the API, which listens on no address. */
  server: Server;
  /** Where people read the mails: `http://127.0.0.1:PORT`. */
  viewerUrl: string;
  stop: () => Promise<void>;
};

/** What the viewer requests to remove all mails. */
const CLEAR_PATH = '/clear-store';

/** Number of mails that are kept; the oldest are dropped. A mail has some ten kilobytes. */
const MAILS_MAX = 200;

/**
 * Returns a server for the API of SES, and starts its viewer on a free port of 127.0.0.1. The package that handles the
 * requests takes a second to load, so that it is loaded at the first request. The viewer shows secret links and has a
 * button that deletes all mails. So requests with the name of another host are refused, because a web page could make
 * its own host name point to this machine, and so are requests that a page of another origin sends.
 */
export async function startSes(): Promise<SesStandIn> {
  let loading: Promise<RequestListener> | undefined;
  const handle: RequestListener = (request, response) => {
    loading ??= loadSes();
    loading
      .then((handleLoaded) => handleLoaded(request, response))
      .catch(() => refuse(response, 500, 'the SES stand-in could not be loaded'));
  };
  const viewer = createServer((request, response) => {
    if (request.headers.host !== `127.0.0.1:${port}`)
      return refuse(response, 421, 'the host of this request is not served');
    if (isOfOtherOrigin(request, `http://127.0.0.1:${port}`))
      return refuse(response, 403, 'pages of other origins may only link to this server');
    if (isOfOtherUser(request.socket))
      return refuse(response, 403, 'only the user who runs the service can read its mails');
    if (request.method !== 'GET' && request.url !== CLEAR_PATH)
      return refuse(response, 405, 'mails are sent to the API of the service, not to its viewer');
    handle(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    viewer.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = viewer.address() as AddressInfo;
  return {
    server: createServer(handle),
    viewerUrl: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        viewer.close(() => resolve());
        viewer.closeAllConnections();
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
