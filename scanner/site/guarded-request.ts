import { type IncomingMessage, request } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { connectChecked, type Resolve, systemResolve, toDestination } from '../egress/connect.ts';
import type { EgressPolicy } from '../egress/policy.ts';
import { FetchFault, toTlsFault } from './fetch-fault.ts';

const HEADER_BYTES_MAX = 64 * 1024;

export interface RequestOptions {
  egress: EgressPolicy;
  resolve?: Resolve | undefined;
  userAgent: string;
}

/**
 * Sends one GET over a connection of its own, to the checked address of its host.
 * @param sockets where the connections are put that the caller has to end
 * @returns the answer, its body not yet read; rejects as soon as the signal says so
 */
export async function sendGuardedRequest(
  text: string,
  options: RequestOptions,
  signal: AbortSignal,
  sockets: Socket[],
): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchFault('is not an http(s) URL');
  const destination = toDestination(url);
  const { host } = destination;
  const connecting = connectChecked(destination, options.egress, options.resolve ?? systemResolve).then(
    (socket) => {
      sockets.push(socket);
      // Whoever uses it hears of its errors by its end; without a listener they would end the process.
      socket.on('error', () => undefined);
      // Nobody waits any more.
      if (signal.aborted) socket.destroy();
      return socket;
    },
  );
  const socket = await raceWithAbort(connecting, signal);
  const channel =
    url.protocol === 'https:' ? await raceWithAbort(connectOverTls(socket, host, sockets), signal) : socket;
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({
      createConnection: () => channel,
      host,
      path: url.pathname + url.search,
      headers: {
        Host: url.host,
        'User-Agent': options.userAgent,
        Accept: '*/*',
        'Accept-Encoding': 'gzip',
        Connection: 'close',
      },
      maxHeaderSize: HEADER_BYTES_MAX,
    });
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
    // A server that changes the protocol unasked has not answered.
    outgoing.once('upgrade', (_response, taken) => taken.destroy());
    outgoing.once('close', () => reject(new FetchFault('closed the connection without an answer')));
    outgoing.end();
  });
  return raceWithAbort(answered, signal);
}

/** TLS over a connection that is there, for the name that was asked for and no other. */
function connectOverTls(socket: Socket, host: string, sockets: Socket[]): Promise<Socket> {
  const name = host.replace(/\.$/, '');
  return new Promise((resolve, reject) => {
    const channel = connectTls({
      socket,
      host: name,
      ...(isIP(name) === 0 ? { servername: name } : {}),
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: true,
    });
    sockets.push(channel);
    channel.once('secureConnect', () => resolve(channel));
    channel.on('error', (error) => reject(toTlsFault(error)));
  });
}

/** What the work comes to, unless the signal is there first; the work itself is left to end by itself. */
async function raceWithAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  // When the signal was first, the failure of the work that follows from it is nobody's.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
