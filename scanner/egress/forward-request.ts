import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { EgressError } from './failure.ts';

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
 * Sends one plain request over a connection of its own. Connections are not reused: a reused one that its server
 * just closed would make a sound page fail now and then.
 * @returns when the answer has begun
 * @throws EgressError or an error of node:http when there is no answer, or none that can be passed on
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
    // Nobody asked for another protocol; node closes the connection of such an answer without an error.
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

/** A raw header list (name, value, name, value …) without what belongs to one hop. */
function selectEndToEndHeaders(raw: string[]): string[] {
  const headers: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (!hopByHop.has(name.toLowerCase())) headers.push(name, raw[index + 1] ?? '');
  }
  return headers;
}
