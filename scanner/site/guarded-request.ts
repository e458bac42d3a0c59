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
  /** Sent by POST; a request without it is a GET. */
  post?: { headers: Readonly<Record<string, string>>; body: Buffer } | undefined;
}

/**
 * Sends one request over a new connection to the checked address of its host.
 * @param sockets receives the connections, which the caller must close
 * @returns the response, whose body is not yet read; rejects as soon as the signal is aborted
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
      // The users of the socket notice an error when it closes. Without a listener the error would end the process.
      socket.on('error', () => undefined);
      // The caller no longer waits.
      if (signal.aborted) socket.destroy();
      return socket;
    },
  );
  const socket = await raceWithAbort(connecting, signal);
  const channel =
    url.protocol === 'https:' ? await raceWithAbort(connectOverTls(socket, host, sockets), signal) : socket;
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    const { userAgent, post } = options;
    const outgoing = request({
      createConnection: () => channel,
      host,
      method: post === undefined ? 'GET' : 'POST',
      path: url.pathname + url.search,
      headers: {
        Host: url.host,
        'User-Agent': userAgent,
        Accept: '*/*',
        ...(post === undefined
          ? { 'Accept-Encoding': 'gzip' }
          : { ...post.headers, 'Content-Length': post.body.length }),
        Connection: 'close',
      },
      maxHeaderSize: HEADER_BYTES_MAX,
    });
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
    // A server that switches the protocol unasked has not answered.
    outgoing.once('upgrade', (_response, taken) => taken.destroy());
    outgoing.once('close', () => reject(new FetchFault('closed the connection without an answer')));
    outgoing.end(post?.body);
  });
  return raceWithAbort(answered, signal);
}

/** Opens TLS over an existing connection. The certificate must be valid for the requested name. */
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

/** Returns the result of `work`; rejects if the signal is aborted first. Does not stop the work. */
async function raceWithAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  // After the signal, the work may fail as a consequence. That failure is ignored.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
