import { type LookupAddress, lookup } from 'node:dns';
import { connect as connectTo, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { EgressError } from './failure.ts';
import { type EgressPolicy, getKnownAddresses, isBlockedHost, isReachable } from './policy.ts';

export interface Destination {
  /** Host name or IP literal, without brackets. */
  host: string;
  port: number;
}

/** Returns the host and port of a URL. Without an explicit port, the port is the default of the scheme. */
export function toDestination({ protocol, hostname, port }: URL): Destination {
  const isSecure = protocol === 'https:' || protocol === 'wss:';
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isSecure ? 443 : 80)) };
}

/** Resolves a host name to addresses. Tests replace Node.js's resolver. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

type Connect = (options: TcpNetConnectOpts) => Socket;

export const DNS_TIMEOUT_MS = 10_000;
export const CONNECT_TIMEOUT_MS = 15_000;

/** Resolves with the system's resolver and a timeout, because getaddrinfo cannot be cancelled. */
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
 * Resolves a destination once, checks every address, and connects to a checked address. The name is not resolved a
 * second time, so an attacker cannot gain from a different second answer (DNS rebinding).
 * @param connect replaces `connect` of node:net
 * @throws EgressError of kind `blocked` before any packet is sent to a refused address; errors of node:dns and node:net
 */
export async function connectChecked(
  destination: Destination,
  policy: EgressPolicy,
  resolve: Resolve,
  connect: Connect = connectTo,
): Promise<Socket> {
  const { host, port } = destination;
  if (isBlockedHost(host, policy)) throw new EgressError('blocked', `scans may not open ${host}`);
  const known = getKnownAddresses(destination, policy);
  const addresses = known.length > 0 ? known : await resolveAddresses(host, resolve);
  if (!isReachable(destination, addresses, policy)) {
    const message = `scans may not open ${host}:${port}: its address is not allowed`;
    throw new EgressError('blocked', message, { addresses: addresses.map(({ address }) => address) });
  }
  return open(addresses, port, connect);
}

/** Returns the addresses of a host name, or the address itself. @throws EgressError if it is no host name */
export async function resolveAddresses(host: string, resolve: Resolve): Promise<LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  if (!/^[a-z0-9._-]{1,253}$/i.test(host)) {
    throw new EgressError('blocked', `${JSON.stringify(host)} is not a host name`);
  }
  // The final dot is not needed, because the resolver has no search list. Some resolvers do not understand it.
  return resolve(host.replace(/\.$/, ''));
}

function open(addresses: readonly LookupAddress[], port: number, connect: Connect): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      // The name is a placeholder: Node.js calls the `lookup` below, which returns only the checked addresses.
      host: 'checked.invalid',
      port,
      autoSelectFamily: true,
      lookup: (_host, options, answer) => {
        const [first] = addresses;
        if (options.all) answer(null, [...addresses]);
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
