import type { LookupAddress } from 'node:dns';
import { isLoopbackAddress, isPublicAddress } from './addresses.ts';

/** Where a scanned page and its subresources may connect to. */
export interface EgressPolicy {
  /** Ports of this machine's loopback that may be reached; `none` in the cloud. */
  loopbackPorts: 'none' | 'all' | number[];
  /** Ports refused on every host, whatever the other members say. */
  blockedPorts: number[];
  /** Ports allowed on public addresses. */
  ports: number[];
  /**
   * Host names refused whatever they resolve to: the service's own. `name.*` stands for every name that begins with
   * the labels of `name`, for an API and a bucket have host names in several domains of AWS.
   */
  blockedHosts?: readonly string[];
  /** What whoever runs the scan named to be opened; none in the cloud, where nobody can be trusted with it. */
  namedHosts?: readonly NamedHost[];
}

/** A host and port that may be opened beyond what is allowed on every host; nothing else of the host may. */
export interface NamedHost {
  /** Host name or IP literal, without brackets. */
  host: string;
  port: number;
  /**
   * Whether it may be at a private or local address. Not for a name that is public when the scan begins: whoever holds
   * it could else lead the browser inside while the scan goes on.
   */
  allowsPrivateAddress: boolean;
}

/** The public web and nothing else: what a stage of the cloud allows. */
export const publicWebOnly: EgressPolicy = { loopbackPorts: 'none', blockedPorts: [], ports: [80, 443] };

/** Whether one resolved address may be connected to. */
export function isAllowed(address: string, port: number, policy: EgressPolicy): boolean {
  if (policy.blockedPorts.includes(port)) return false;
  if (isLoopbackAddress(address)) {
    return (
      policy.loopbackPorts !== 'none' &&
      (policy.loopbackPorts === 'all' || policy.loopbackPorts.includes(port))
    );
  }
  return policy.ports.includes(port) && isPublicAddress(address);
}

/**
 * Whether a host may be connected to, given everything its name resolved to. One address that is refused refuses
 * them all: a public site has no reason to name an internal address, an attacker has.
 */
export function isEveryAddressAllowed(
  addresses: LookupAddress[],
  port: number,
  policy: EgressPolicy,
): boolean {
  return addresses.length > 0 && addresses.every(({ address }) => isAllowed(address, port, policy));
}

/** Whether a destination may be connected to, given everything its name resolved to. */
export function isReachable(
  destination: { host: string; port: number },
  addresses: LookupAddress[],
  policy: EgressPolicy,
): boolean {
  const { port } = destination;
  const namedHost = findNamedHost(destination, policy);
  if (namedHost === undefined) return isEveryAddressAllowed(addresses, port, policy);
  if (policy.blockedPorts.includes(port) || addresses.length === 0) return false;
  return namedHost.allowsPrivateAddress || addresses.every(({ address }) => isPublicAddress(address));
}

/** By the very name or address that was named: another that leads to the same machine is another host. */
function findNamedHost(
  { host, port }: { host: string; port: number },
  { namedHosts = [] }: EgressPolicy,
): NamedHost | undefined {
  return namedHosts.find((one) => one.port === port && normalizeHost(one.host) === normalizeHost(host));
}

/** Whether a host is refused by its name; letter case and final dots make no difference. */
export function isBlockedHost(host: string, { blockedHosts = [] }: EgressPolicy): boolean {
  const name = normalizeHost(host);
  return blockedHosts.some((entry) =>
    entry.endsWith('.*')
      ? name.startsWith(`${normalizeHost(entry.slice(0, -2))}.`)
      : name === normalizeHost(entry),
  );
}

function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/\.+$/, '');
}
