import { type LookupAddress, lookup } from 'node:dns';
import { connect as connectTo, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { EgressError } from './failure.ts';
import { type EgressPolicy, isBlockedHost, isReachable } from './policy.ts';

export interface Destination {
  /** Host name or IP literal, without brackets. */
  host: string;
  port: number;
}

/** Returns where a URL is opened; the port is that of its scheme unless it names one. */
export function toDestination({ protocol, hostname, port }: URL): Destination {
  const isSecure = protocol === 'https:' || protocol === 'wss:';
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isSecure ? 443 : 80)) };
}

/** Turns a host name into addresses; node's resolver unless a test puts another in its place. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

type Connect = (options: TcpNetConnectOpts) => Socket;

export const DNS_TIMEOUT_MS = 10_000;
export const CONNECT_TIMEOUT_MS = 15_000;

/** The system's resolver with a bound of its own; getaddrinfo cannot be cancelled. */
export const systemResolve: Resolve = (host) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new EgressError('dns', `resolving ${host} took too long`)),
      DNS_TIMEOUT_MS,
    );
    lookup(host, { all: true }, (error, addresses) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(addresses);
    });
  });

/**
 * Resolves a destination once, checks every address, and connects to a checked address: a name that answers
 * otherwise the second time gains nothing, for it is not asked a second time.
 * @param connect opens connections in place of node's
 * @throws EgressError of kind `blocked` before any packet is sent to a refused address; errors of dns and net
 */
export async function connectChecked(
  destination: Destination,
  policy: EgressPolicy,
  resolve: Resolve,
  connect: Connect = connectTo,
): Promise<Socket> {
  const { host, port } = destination;
  if (isBlockedHost(host, policy)) throw new EgressError('blocked', `${host} may not be opened`);
  const addresses = await resolveAddresses(host, resolve);
  if (!isReachable(destination, addresses, policy)) {
    const message = `${host}:${port} is not an address that may be opened`;
    throw new EgressError('blocked', message, { addresses: addresses.map(({ address }) => address) });
  }
  return open(addresses, port, connect);
}

async function resolveAddresses(host: string, resolve: Resolve): Promise<LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  if (!/^[a-z0-9._-]{1,253}$/i.test(host)) {
    throw new EgressError('blocked', `${JSON.stringify(host)} is not a host name`);
  }
  // A resolver without a search list needs no final dot, and some do not understand it.
  return resolve(host.replace(/\.$/, ''));
}

function open(addresses: LookupAddress[], port: number, connect: Connect): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      // The name is a placeholder: node asks the lookup below, which knows nothing but the checked addresses.
      host: 'checked.invalid',
      port,
      autoSelectFamily: true,
      lookup: (_host, options, answer) => {
        const [first] = addresses;
        if (options.all) answer(null, addresses);
        else answer(null, first?.address ?? '', first?.family ?? 4);
      },
    });
    const timer = setTimeout(
      () => socket.destroy(new EgressError('timeout', 'connecting took too long')),
      CONNECT_TIMEOUT_MS,
    );
    socket.setNoDelay(true);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(timer));
  });
}
