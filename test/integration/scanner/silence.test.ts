import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { page, scan } from './harness.ts';

const sound = page('<p>Text</p>');
const STARTED = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n';

/** Handlers by path: how each one treats the connection of its request. */
const behaviors: Record<string, (socket: Socket) => unknown> = {
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
    socket.once('data', (data) => behaviors[String(data).split(' ')[1] ?? '']?.(socket));
  });
  // Accepts the connection and sends nothing, not even for a TLS handshake.
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

const NOT_ANSWERED = /did not answer within \d+ s\.$/;
const NOT_COMPLETE = /began to answer, but the document was not complete after \d+ s\.$/;
const silent: [path: string, detail: RegExp][] = [
  ['/silent', NOT_ANSWERED],
  ['/stops-in-header', NOT_ANSWERED],
  // The browser and the proxy differ on whether a response without a document is a silent one.
  ['/stops-before-body', new RegExp(`${NOT_ANSWERED.source}|${NOT_COMPLETE.source}`)],
  ['/stops-in-body', NOT_COMPLETE],
];

it('a server that keeps a connection and is silent is a timeout by the proxy, and the next page is scanned', async () => {
  const { results } = await scan(
    silent.flatMap(([path]) => [url(path), url('/good')]),
    // Longer than a loaded machine needs to answer for the next page.
    { idleMs: 3_000 },
  );
  expect(results.map(({ outcome }) => outcome)).toEqual(silent.flatMap(() => ['timeout', 'scanned']));
  for (const [at, [path, detail]] of silent.entries()) expect(results[2 * at]?.detail, path).toMatch(detail);
});

it('a server that keeps a connection and is silent is a timeout by the time limit of the page', async () => {
  const { results } = await scan(
    silent.map(([path]) => url(path)),
    { pageTimeoutMs: 4_000 },
  );
  expect(results.map(({ outcome }) => outcome)).toEqual(silent.map(() => 'timeout'));
  for (const [at, [path, detail]] of silent.entries()) expect(results[at]?.detail, path).toMatch(detail);
});

it('a server that is silent during a TLS handshake is a timeout too', async () => {
  const { results } = await scan([`https://127.0.0.1:${portOf(mute)}/`], { idleMs: 1_000 });
  expect(results[0]).toMatchObject({ outcome: 'timeout' });
  expect(results[0]?.detail).toMatch(/did not answer within \d+ s\.$/);
});

it('a server that really closes the connection is reported as no response', async () => {
  const { results } = await scan([url('/closes')], { idleMs: 1_000 });
  expect(results[0]).toMatchObject({
    outcome: 'empty-response',
    detail: `127.0.0.1:${portOf(server)} closed the connection without an answer.`,
  });
});
