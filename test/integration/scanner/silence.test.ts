import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page, scan } from './harness.ts';

const sound = page('<p>Text</p>');
const STARTED = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n';

/** What each path does with the connection on which it was asked for. */
const behaviours: Record<string, (socket: Socket) => unknown> = {
  '/silent': () => undefined,
  '/stops-in-header': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-'),
  '/stops-before-body': (socket) => socket.write(STARTED),
  '/stops-in-body': (socket) => socket.write(`${STARTED}${sound.slice(0, 120)}`),
  '/closes': (socket) => socket.end(),
  '/good': (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n${sound}`),
};

let server: Server;
let mute: Server;
const sockets = new Set<Socket>();

beforeAll(async () => {
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  };
  server = createServer((socket) => {
    keep(socket);
    socket.once('data', (data) => behaviours[String(data).split(' ')[1] ?? '']?.(socket));
  });
  // Takes the connection, and says nothing even to a TLS handshake.
  mute = createServer((socket) => keep(socket.resume()));
  for (const each of [server, mute]) {
    await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
  }
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const each of [server, mute]) each.close();
});

const portOf = (of: Server) => (of.address() as { port: number }).port;
const url = (path: string) => `http://127.0.0.1:${portOf(server)}${path}`;

/** Where the proxy ends silence, and where the page's own clock does. */
describe.each([
  ['the proxy', { idleMs: 1_000 }],
  ['the clock of the page', { pageTimeoutMs: 4_000 }],
] as const)('a server that keeps a connection and is silent is a timeout by %s', (_, bounds) => {
  const none = /did not answer within \d+ s\.$/;
  const part = /began to answer, and the document was not complete after \d+ s\.$/;

  it.each([
    ['/silent', none],
    ['/stops-in-header', none],
    // Whether an answer without a document is one, browser and proxy see in two ways.
    ['/stops-before-body', new RegExp(`${none.source}|${part.source}`)],
    ['/stops-in-body', part],
  ])('%s', async (path, detail) => {
    const { results } = await scan([url(path), url('/good')], bounds);
    expect(results.map(({ outcome }) => outcome)).toEqual(['timeout', 'scanned']);
    expect(results[0]?.detail).toMatch(detail);
  });
});

it('a server that is silent during a TLS handshake is one too', async () => {
  const { results } = await scan([`https://127.0.0.1:${portOf(mute)}/`], { idleMs: 1_000 });
  expect(results[0]).toMatchObject({ outcome: 'timeout' });
  expect(results[0]?.detail).toMatch(/did not answer within \d+ s\.$/);
});

it('a server that really closes is one that gave no answer', async () => {
  const { results } = await scan([url('/closes')], { idleMs: 1_000 });
  expect(results[0]).toMatchObject({
    outcome: 'empty-response',
    detail: `127.0.0.1:${portOf(server)} closed the connection without an answer.`,
  });
});
