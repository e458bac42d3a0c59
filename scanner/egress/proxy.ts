import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnNetwork } from '../sandbox/network.ts';
import { connectChecked, type Destination, type Resolve, systemResolve, toDestination } from './connect.ts';
import { classifyFailure, EgressError, type EgressFailure } from './failure.ts';
import { forwardRequest } from './forward-request.ts';
import { type EgressPolicy, isBlockedHost } from './policy.ts';
import { type PageTraffic, pageTrafficLimits, type TrafficLimits, TrafficMeter } from './traffic.ts';

/** A forward proxy in this process: the only egress of the browser. */
export interface EgressProxy {
  /** The network that has its addresses; undefined for this machine's. */
  readonly network: OwnNetwork | undefined;
  /** `127.0.0.1:<port>` */
  readonly address: string;
  /** The value of --proxy-server: web sockets have an address of their own, because the proxy cannot recognize them. */
  readonly rules: string;
  /** Decides about web sockets from now on; null allows all that the policy allows. */
  setWebSocketCheck(check: WebSocketCheck | null): void;
  /**
   * Drops what the page writes to open web sockets, and refuses new ones, until `beginPage`. The page does not notice
   * that on its open web sockets.
   */
  holdWebSockets(): void;
  /** Ends that. */
  releaseWebSockets(): void;
  /** Resets the failures, the traffic and what is held for the next page. */
  beginPage(): void;
  /** Returns why the latest connection to the host of a URL failed since `beginPage`; undefined if it did not. */
  failureFor(url: string): EgressFailure | undefined;
  /** Returns the traffic since `beginPage`. */
  traffic(): PageTraffic;
  /** Counts bytes that the browser has decompressed, and returns false if they exceed the limit of a page. */
  countDecoded(bytes: number): boolean;
  /** Closes every connection. Resolves when the port is free again. */
  close(): Promise<void>;
}

export interface EgressOptions {
  /** Replaces the system's name resolution. */
  resolve?: Resolve;
  /** Traffic limits of one page, instead of those of `pageTrafficLimits`. */
  limits?: Partial<TrafficLimits>;
  /** The proxy closes a connection after this many milliseconds without traffic. Default: 30 s. */
  idleMs?: number;
  /** A network with `PROXY_SERVERS` servers to use; `close` closes it. Default: the network of this machine. */
  network?: OwnNetwork | undefined;
  /** Called with each destination that the policy refuses. */
  onRefused?: OnRefused;
}

/** Returns whether a page may open a web socket to a destination that the policy allows. */
export type WebSocketCheck = (destination: Destination) => Promise<boolean>;

/** @param addresses addresses of the host; empty if it was refused before it was resolved */
export type OnRefused = (destination: Destination, addresses: readonly string[]) => void;

/**
 * Milliseconds before the proxy answers a request that failed. A page therefore cannot infer from the time whether the
 * policy refused an address, the name does not resolve, or a nearby server refused the connection.
 */
const FAILURE_FLOOR_MS = 50;

const REFUSED_TUNNEL = 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n';

/** Number of its servers: one for web sockets, one for all else. */
export const PROXY_SERVERS = 2;

/** The proxy closes a connection after this time without traffic. */
export const IDLE_TIMEOUT_MS = 30_000;

/**
 * Starts a proxy for http requests and CONNECT on a free loopback port.
 *
 * After a failure, the proxy closes the connection (http) or answers an empty 502 (CONNECT), regardless of the reason,
 * so that a page cannot map the network. `failureFor` returns the reason.
 */
export async function startEgressProxy(
  policy: EgressPolicy,
  { resolve = systemResolve, limits, idleMs = IDLE_TIMEOUT_MS, network, onRefused }: EgressOptions = {},
): Promise<EgressProxy> {
  const failures = new Map<string, EgressFailure>();
  const sockets = new Set<Duplex>();
  const servers = new Set<Socket>();
  const meter = new TrafficMeter({ ...pageTrafficLimits, ...limits }, () => {
    for (const socket of servers) socket.destroy();
  });
  let effective = policy;
  /** Number of the current page. */
  let page = 0;
  let mayOpenWebSocket: WebSocketCheck | null = null;
  let areWebSocketsHeld = false;
  const webSockets = new Set<Duplex>();

  async function openConnection(destination: Destination): Promise<Socket> {
    if (!meter.admit()) throw new EgressError('limit', 'the page has moved as much as one page may');
    let socket: Socket;
    try {
      socket = await connectChecked(destination, effective, resolve);
    } catch (error) {
      meter.release();
      throw error;
    }
    track(socket);
    servers.add(socket);
    socket.once('close', () => {
      servers.delete(socket);
      meter.release();
    });
    const openedFor = page;
    socket.setTimeout(idleMs, () => {
      // A connection that an earlier page left open says nothing about the current page.
      if (openedFor === page) failures.set(buildKey(destination), 'silent');
      socket.destroy(new EgressError('silent', 'nothing moved on the connection'));
    });
    if (meter.traffic().exceededLimit !== null) {
      socket.destroy();
      throw new EgressError('limit', 'the page has moved as much as one page may');
    }
    failures.delete(buildKey(destination));
    return socket;
  }

  function track(socket: Duplex): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  /** Records why a request failed. Resolves when the browser may be answered. */
  async function recordFailure(destination: Destination, error: unknown, since: number): Promise<void> {
    const failure = classifyFailure(error);
    failures.set(buildKey(destination), failure);
    if (failure === 'blocked') {
      onRefused?.(destination, error instanceof EgressError ? error.addresses : []);
    }
    await pause(Math.max(0, FAILURE_FLOOR_MS - (performance.now() - since)));
  }

  async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const since = performance.now();
    const url = URL.parse(incoming.url ?? '');
    const destination = url === null ? unknownDestination : toDestination(url);
    try {
      if (url?.protocol !== 'http:') throw new EgressError('blocked', 'not an http request to a proxy');
      if (isBlockedHost(buildPathStyleHost(url), effective))
        throw new EgressError('blocked', 'a host of the service');
      const socket = await openConnection(destination);
      incoming.on('data', (chunk: Buffer) => meter.count(chunk.length));
      socket.on('data', (chunk: Buffer) => meter.count(chunk.length));
      await forwardRequest(incoming, answer, url, socket);
    } catch (error) {
      await recordFailure(destination, error, since);
      incoming.socket.destroy();
    }
  }

  async function tunnelWebSocket(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    track(client);
    const url = URL.parse(`http://${incoming.url}`);
    const isAllowed = url === null || !mayOpenWebSocket || (await mayOpenWebSocket(toDestination(url)));
    if (isAllowed && !areWebSocketsHeld) {
      webSockets.add(client);
      client.once('close', () => webSockets.delete(client));
      await tunnel(incoming, client, head);
      if (areWebSocketsHeld) client.unpipe();
      return;
    }
    await pause(FAILURE_FLOOR_MS);
    client.end(REFUSED_TUNNEL);
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const since = performance.now();
    track(client);
    const url = URL.parse(`http://${incoming.url}`);
    const destination = url === null ? unknownDestination : toDestination(url);
    try {
      if (url === null) throw new EgressError('blocked', 'not a destination');
      const server = await openConnection(destination);
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      server.write(head);
      client.on('data', (chunk: Buffer) => meter.count(chunk.length));
      server.on('data', (chunk: Buffer) => meter.count(chunk.length));
      client.pipe(server).pipe(client);
      client.on('close', () => server.destroy());
      server.on('close', () => client.destroy());
    } catch (error) {
      await recordFailure(destination, error, since);
      client.end(REFUSED_TUNNEL);
    }
  }

  const listeners: Server[] = [];
  async function listen(onTunnel: typeof tunnel): Promise<number> {
    const server = createServer({ keepAliveTimeout: 0, maxHeaderSize: 256 * 1024 });
    listeners.push(server);
    server.on('connection', track);
    server.on('request', (incoming, answer) => void forward(incoming, answer));
    server.on('connect', (incoming, client, head) => void onTunnel(incoming, client, head));
    server.on('clientError', (_error, socket) => socket.destroy());
    await new Promise<void>((listening, failed) => {
      server.once('error', failed);
      const given = network?.servers[listeners.length - 1];
      if (given === undefined) server.listen(0, '127.0.0.1', listening);
      else server.listen(given, listening);
    });
    return (server.address() as AddressInfo).port;
  }
  const port = await listen(tunnel);
  const webSocketPort = await listen(tunnelWebSocket);
  // A page that may reach loopback must not reach the proxy, which would then connect to itself.
  if (network === undefined)
    effective = { ...policy, blockedPorts: [...policy.blockedPorts, port, webSocketPort] };
  const address = `127.0.0.1:${port}`;

  return {
    network,
    address,
    // Chromium sends web sockets to the proxy that is given for SOCKS, which here is an HTTP proxy too:
    // https://source.chromium.org/chromium/chromium/src/+/main:net/docs/proxy.md
    rules: `http=${address};https=${address};socks=http://127.0.0.1:${webSocketPort}`,
    setWebSocketCheck(check) {
      mayOpenWebSocket = check;
    },
    holdWebSockets() {
      areWebSocketsHeld = true;
      for (const client of webSockets) client.unpipe();
    },
    releaseWebSockets() {
      areWebSocketsHeld = false;
    },
    beginPage() {
      page += 1;
      areWebSocketsHeld = false;
      failures.clear();
      meter.beginPage();
    },
    failureFor(url) {
      const parsed = URL.parse(url);
      return parsed === null ? undefined : failures.get(buildKey(toDestination(parsed)));
    },
    traffic: () => meter.traffic(),
    countDecoded: (bytes) => meter.countDecoded(bytes),
    async close() {
      const closed = listeners.map((server) => new Promise((done) => server.close(done)));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
      network?.close();
    },
  };
}

/** Used if the destination of a request cannot be parsed. */
const unknownDestination: Destination = { host: '', port: 0 };

function buildKey({ host, port }: Destination): string {
  return `${host}:${port}`;
}

/**
 * Returns a path-style bucket URL as the host name of the bucket. The bucket is part of the host name or the first
 * segment of the path; one entry of the policy thus refuses both.
 */
function buildPathStyleHost({ pathname, hostname }: URL): string {
  return `${pathname.split('/')[1] ?? ''}.${hostname}`;
}
