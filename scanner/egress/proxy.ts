import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectChecked, type Destination, type Resolve, systemResolve } from './connect.ts';
import { EgressError, type EgressFailure, failureOf } from './failure.ts';
import type { EgressPolicy } from './policy.ts';

/** A forward proxy in this process; the browser's only way out. */
export interface EgressProxy {
  /** `127.0.0.1:<port>`, for --proxy-server. */
  readonly address: string;
  /** Why the latest connection to the host of this URL failed since `forgetFailures`; undefined if it did not. */
  failureFor(url: string): EgressFailure | undefined;
  forgetFailures(): void;
  /** Ends every connection; resolves when the port is free again. */
  close(): Promise<void>;
}

/** Headers between browser and proxy that are no business of the server. Source: RFC 9110 section 7.6.1. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Starts a proxy for plain requests and CONNECT on a free loopback port.
 *
 * A request that fails is answered by an abrupt end (plain) or a bare 502 (CONNECT) whatever the reason, so that a
 * page cannot map the network; the reason is kept for `failureFor`.
 */
export async function startEgressProxy(
  policy: EgressPolicy,
  resolve: Resolve = systemResolve,
): Promise<EgressProxy> {
  const failures = new Map<string, EgressFailure>();
  const sockets = new Set<Duplex>();
  let effective = policy;

  async function reach(destination: Destination): Promise<Socket> {
    const socket = await connectChecked(destination, effective, resolve);
    failures.delete(keyOf(destination));
    track(socket);
    return socket;
  }

  function track(socket: Duplex): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = URL.parse(incoming.url ?? '');
    if (url?.protocol !== 'http:') {
      incoming.socket.destroy();
      return;
    }
    const destination = destinationOf(url);
    try {
      const socket = await reach(destination);
      await exchange(incoming, answer, url, socket);
    } catch (error) {
      failures.set(keyOf(destination), failureOf(error));
      incoming.socket.destroy();
    }
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    track(client);
    const url = URL.parse(`http://${incoming.url}`);
    if (url === null) {
      client.destroy();
      return;
    }
    const destination = destinationOf(url);
    try {
      const server = await reach(destination);
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      server.write(head);
      client.pipe(server).pipe(client);
      client.on('close', () => server.destroy());
      server.on('close', () => client.destroy());
    } catch (error) {
      failures.set(keyOf(destination), failureOf(error));
      client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    }
  }

  const server = createServer({ keepAliveTimeout: 0, maxHeaderSize: 256 * 1024 });
  server.on('connection', track);
  server.on('request', (incoming, answer) => void forward(incoming, answer));
  server.on('connect', (incoming, client, head) => void tunnel(incoming, client, head));
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  // A page that may reach loopback must still not reach the proxy itself and make it call itself.
  effective = { ...policy, blockedPorts: [...policy.blockedPorts, port] };

  return {
    address: `127.0.0.1:${port}`,
    failureFor(url) {
      const parsed = URL.parse(url);
      return parsed === null ? undefined : failures.get(keyOf(destinationOf(parsed)));
    },
    forgetFailures: () => failures.clear(),
    async close() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function destinationOf(url: URL): Destination {
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
  };
}

function keyOf({ host, port }: Destination): string {
  return `${host}:${port}`;
}

/**
 * Sends one plain request over a connection of its own. Connections are not reused: a reused one that its server
 * just closed would make a sound page fail now and then.
 */
function exchange(
  incoming: IncomingMessage,
  answer: ServerResponse,
  url: URL,
  socket: Socket,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => socket,
      method: incoming.method ?? 'GET',
      path: url.pathname + url.search,
      headers: [...endToEnd(incoming.rawHeaders), 'Connection', 'close'],
      setHost: false,
      insecureHTTPParser: true,
      maxHeaderSize: 256 * 1024,
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      try {
        answer.writeHead(
          response.statusCode ?? 502,
          response.statusMessage ?? '',
          endToEnd(response.rawHeaders),
        );
      } catch {
        response.destroy();
        reject(new EgressError('invalid', 'the header of the answer is malformed'));
        return;
      }
      response.pipe(answer);
      response.once('error', () => answer.destroy());
      resolve();
    });
    answer.once('close', () => {
      outgoing.destroy();
      socket.destroy();
    });
    incoming.pipe(outgoing);
  });
}

/** A raw header list (name, value, name, value …) without what belongs to one hop. */
function endToEnd(raw: string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (!hopByHop.has(name.toLowerCase())) kept.push(name, raw[index + 1] ?? '');
  }
  return kept;
}
