import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { EgressError } from './failure.ts';

/** Hop-by-hop headers, which the proxy must not forward. Source: RFC 9110 section 7.6.1. */
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
 * Forwards one http request over a new connection. Connections are not reused, because a reused connection that the
 * server has just closed would make a page fail at random.
 * @returns when the response has begun
 * @throws EgressError or an error of node:http if there is no response, or if it cannot be forwarded
 */
export function forwardRequest(
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
      headers: [...selectEndToEndHeaders(incoming.rawHeaders), 'Connection', 'close'],
      setHost: false,
      insecureHTTPParser: true,
      maxHeaderSize: 256 * 1024,
    });
    outgoing.once('error', reject);
    // If a server switches the protocol unasked, Node.js closes the connection without an error.
    outgoing.once('close', () =>
      reject(new EgressError('invalid', 'the connection ended without an answer')),
    );
    outgoing.once('response', (response) => {
      try {
        answer.writeHead(
          response.statusCode ?? 502,
          response.statusMessage ?? '',
          selectEndToEndHeaders(response.rawHeaders),
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

/** Returns a raw header list (name, value, name, value …) without the hop-by-hop headers. */
function selectEndToEndHeaders(raw: string[]): string[] {
  const headers: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (!hopByHop.has(name.toLowerCase())) headers.push(name, raw[index + 1] ?? '');
  }
  return headers;
}
