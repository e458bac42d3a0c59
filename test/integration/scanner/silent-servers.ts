import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { page } from './harness.ts';

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

/** Starts the servers before the tests of a file, and ends them after it. */
export function useSilentServers(): void {
  beforeAll(startServers);
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const each of [server, mute]) each.close();
  });
}

async function startServers(): Promise<void> {
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
}

const portOf = (of: Server) => (of.address() as { port: number }).port;
/** Returns the address of a path on the server. */
export const urlOf = (path: string) => `http://127.0.0.1:${portOf(server)}${path}`;
/** Returns the address of the server that does not even answer to a TLS handshake. */
export const urlOfMute = () => `https://127.0.0.1:${portOf(mute)}/`;

export const NOT_ANSWERED = /did not answer within \d+ s\.$/;
export const NOT_COMPLETE = /began to answer, but the document was not complete after \d+ s\.$/;
/** Paths of servers that keep a connection and are silent, with the detail of the outcome. */
export const silent: [path: string, detail: RegExp][] = [
  ['/silent', NOT_ANSWERED],
  ['/stops-in-header', NOT_ANSWERED],
  // The browser and the proxy differ on whether a response without a document is a silent one.
  ['/stops-before-body', new RegExp(`${NOT_ANSWERED.source}|${NOT_COMPLETE.source}`)],
  ['/stops-in-body', NOT_COMPLETE],
];
