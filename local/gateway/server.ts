import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { GatewayRequest } from './request.ts';
import type { WireResponse } from './response.ts';
import { chooseSite, DASHBOARD_HOST, type Site } from './sites.ts';

/** API Gateway's payload limit. */
const LARGEST_BODY_BYTES = 10 * 1024 * 1024;

/**
 * API Gateway's limit of the request line and the values of the headers together:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const LARGEST_HEAD_BYTES = 10_240;
/** What the server reads of them, so that it can answer a request that is larger than the limit. */
const READ_HEAD_BYTES = 64 * 1024;

/** How long to wait for a taken port: a runtime that was killed keeps its port for a moment. */
const DYING_MILLISECONDS = 1_000;

/** What the server needs after the template was read. */
export type GatewayBackend = {
  apiId: string;
  stage: string;
  handle: (request: GatewayRequest) => Promise<WireResponse>;
  /** Answers a request that is not passed on. */
  refuse: (request: GatewayRequest, why: 'DEFAULT_4XX' | 'REQUEST_TOO_LARGE') => WireResponse;
  /** Answers requests to the distribution; undefined if the template has none. */
  distribution?: ((request: GatewayRequest) => Promise<WireResponse>) | undefined;
  /** Answers requests to the provider of identities; undefined if the template has no user pool. */
  identityProvider?: RequestListener | undefined;
};

/** Another process uses the port. */
export class PortTakenError extends Error {
  override name = 'PortTakenError';
}

/**
 * The HTTP server of the gateway. It takes its port first, so that a taken port is reported before any file is
 * written. Requests that arrive before `serve` is called wait for it.
 *
 * It listens on 127.0.0.1 and, if the machine has IPv6, on ::1, because `localhost` may mean either.
 */
export class GatewayServer {
  readonly port: number;
  private readonly servers: Server[];
  private backend = Promise.withResolvers<GatewayBackend | undefined>();
  private open = 0;

  private constructor(port: number, servers: Server[]) {
    this.port = port;
    this.servers = servers;
    for (const server of servers) {
      server.on('request', (incoming, outgoing) => void this.answer(incoming, outgoing));
      server.on('clientError', (error, socket) => void this.answerUnread(error, socket));
    }
  }

  /**
   * @param port 0 selects a free port
   * @throws PortTakenError
   */
  static async listen(port: number): Promise<GatewayServer> {
    const deadline = Date.now() + DYING_MILLISECONDS;
    for (;;) {
      try {
        return new GatewayServer(...(await listenOnBoth(port)));
      } catch (error) {
        if (!(error instanceof PortTakenError) || Date.now() > deadline) throw error;
        await new Promise((wake) => setTimeout(wake, 50));
      }
    }
  }

  serve(backend: GatewayBackend): void {
    this.backend.resolve(backend);
  }

  /**
   * Stops listening, waits up to `graceMilliseconds` for requests in progress, then closes the remaining connections.
   */
  async close(graceMilliseconds: number): Promise<void> {
    this.backend.resolve(undefined);
    const done = Promise.all(this.servers.map(closeServer));
    for (const server of this.servers) server.closeIdleConnections();
    const deadline = Date.now() + graceMilliseconds;
    while (this.open > 0 && Date.now() < deadline) await new Promise((wake) => setTimeout(wake, 20));
    for (const server of this.servers) server.closeAllConnections();
    await done;
  }

  private async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.open++;
    try {
      const backend = await this.backend.promise;
      if (!backend) return void outgoing.destroy();
      const site = this.chooseSite(incoming, backend);
      if (site === undefined) return refuseHost(outgoing);
      if (site === 'dashboard-redirect') return redirectToDashboard(incoming, outgoing, this.port);
      if (site === 'identity-provider') return await handOver(backend.identityProvider, incoming, outgoing);
      const body = await readBody(incoming);
      const request = this.gatewayRequest(incoming, body ?? Buffer.alloc(0), backend);
      const handle = (site === 'distribution' && backend.distribution) || backend.handle;
      if (isHeadTooLarge(incoming)) write(outgoing, backend.refuse(request, 'DEFAULT_4XX'), request);
      else if (body === undefined) write(outgoing, backend.refuse(request, 'REQUEST_TOO_LARGE'), request);
      else write(outgoing, await handle(request), request);
    } catch {
      // The connection broke, or the response contained something that HTTP cannot transfer.
      if (!outgoing.headersSent) outgoing.writeHead(502, { 'Content-Type': 'application/json' });
      outgoing.end('{"message":"Internal server error"}');
    } finally {
      // Read and drop the rest of a body that is too large: not every client reads a response while it still sends.
      incoming.resume();
      this.open--;
    }
  }

  /** Answers a request that could not be read. */
  private async answerUnread(error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
    const backend = await this.backend.promise;
    if (!backend || !socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const request = this.unreadRequest(backend);
    const { statusCode, headers, body } = backend.refuse(request, 'DEFAULT_4XX');
    const lines = [...headers, ['Content-Length', body.length], ['Connection', 'close']];
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${head}\r\n`);
    socket.end(body);
  }

  private chooseSite(incoming: IncomingMessage, backend: GatewayBackend): Site | undefined {
    return chooseSite(incoming.headers.host, (incoming.url ?? '/').split('?')[0] ?? '/', {
      port: this.port,
      stage: backend.stage,
      hasDistribution: backend.distribution !== undefined,
      hasIdentityProvider: backend.identityProvider !== undefined,
    });
  }

  private gatewayRequest(incoming: IncomingMessage, body: Buffer, backend: GatewayBackend): GatewayRequest {
    const [path = '/', ...query] = (incoming.url ?? '/').split('?');
    return {
      ...this.unreadRequest(backend),
      requestId: readClientRequestId(incoming) ?? randomUUID(),
      httpMethod: incoming.method ?? 'GET',
      path,
      query: query.join('?'),
      rawHeaders: incoming.rawHeaders,
      body,
      sourceIp: incoming.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1',
    };
  }

  /** Returns what is known of a request before it is read. */
  private unreadRequest({ apiId, stage }: GatewayBackend): GatewayRequest {
    return {
      requestId: randomUUID(),
      httpMethod: 'GET',
      path: '/',
      query: '',
      rawHeaders: [],
      body: Buffer.alloc(0),
      sourceIp: '127.0.0.1',
      host: `localhost:${this.port}`,
      protocol: 'http',
      receivedAt: new Date(),
      apiId,
      stage,
    };
  }
}

/** True if the request line and the values of the headers exceed API Gateway's limit. */
function isHeadTooLarge({ method = '', url = '', rawHeaders }: IncomingMessage): boolean {
  const values = rawHeaders.filter((_, index) => index % 2 === 1);
  // Each of these characters is a byte.
  return [method, url, ...values].join('').length > LARGEST_HEAD_BYTES;
}

/** Returns the id that a client chose for its request: API Gateway takes it, unless it has other characters. */
function readClientRequestId({ headers }: IncomingMessage): string | undefined {
  const id = String(headers['x-amzn-requestid'] ?? '');
  return /^[\w!#$%&'*+.^|~`-]{1,128}$/.test(id) ? id : undefined;
}

/** Lets another server answer a request, and waits until it has. */
async function handOver(
  server: RequestListener | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const closed = new Promise((resolve) => outgoing.once('close', resolve));
  server?.(incoming, outgoing);
  await closed;
}

function redirectToDashboard({ url = '' }: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const path = url.startsWith('/') ? url : '/';
  outgoing.writeHead(302, {
    Location: `http://${DASHBOARD_HOST}:${port}${path}`,
    'Cache-Control': 'no-store',
  });
  outgoing.end();
}

function refuseHost(outgoing: ServerResponse): void {
  outgoing.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' });
  outgoing.end(`This server answers only requests to ${DASHBOARD_HOST}, localhost and 127.0.0.1.\n`);
}

/** @returns undefined if the body is larger than the gateway's limit */
async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(incoming.headers['content-length'] ?? 0) > LARGEST_BODY_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  // By default, leaving the loop early would destroy the connection, and the response could not be sent.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function write(outgoing: ServerResponse, response: WireResponse, request: GatewayRequest): void {
  outgoing.statusCode = response.statusCode;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (!outgoing.hasHeader('content-type')) outgoing.setHeader('Content-Type', 'application/json');
  if (!outgoing.hasHeader('x-amzn-requestid')) outgoing.setHeader('x-amzn-RequestId', request.requestId);
  const bodiless =
    request.httpMethod === 'HEAD' || response.statusCode === 204 || response.statusCode === 304;
  if (!bodiless) outgoing.setHeader('Content-Length', response.body.length);
  outgoing.end(bodiless ? undefined : response.body);
}

async function listenOnBoth(port: number): Promise<[port: number, servers: Server[]]> {
  const first = createServer({ maxHeaderSize: READ_HEAD_BYTES });
  const chosenPort = await listenOn(first, port, '127.0.0.1');
  const second = createServer({ maxHeaderSize: READ_HEAD_BYTES });
  try {
    await listenOn(second, chosenPort, '::1');
    return [chosenPort, [first, second]];
  } catch (error) {
    if (!(error instanceof PortTakenError)) return [chosenPort, [first]]; // the machine has no IPv6
    await closeServer(first); // a port that is free for IPv4 may be taken for IPv6
    throw error;
  }
}

function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const refused = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      reject(refused ? new PortTakenError(describePortError(port, error.code)) : error);
    });
    server.listen({ port, host }, () => resolve((server.address() as AddressInfo).port));
  });
}

function describePortError(port: number, code: string | undefined): string {
  const why = code === 'EACCES' ? 'may not be used by this user' : 'is taken by another process';
  return `port ${port} ${why}; choose another with --port (0 selects a free one)`;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
