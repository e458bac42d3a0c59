import type { LookupAddress } from 'node:dns';
import { removeTrailing } from '../../core/text/remove-trailing.ts';
import { isLoopbackAddress, isMetadataAddress, isPublicAddress } from './addresses.ts';

/** The destinations that a scanned page and its subresources may connect to. */
export interface EgressPolicy {
  /** Ports of this machine's loopback that may be reached; `none` in the cloud. */
  loopbackPorts: 'none' | 'all' | number[];
  /** Ports refused on every host. Takes precedence over all other members. */
  blockedPorts: number[];
  /** Ports allowed on public addresses. */
  ports: number[];
  /**
   * Host names of the service itself, refused regardless of their addresses. `name.*` matches every name that begins
   * with the labels of `name`, because an API and a bucket have host names in several domains of AWS.
   */
  blockedHosts?: readonly string[];
  /** Hosts that the user allowed for this scan. Always empty in the cloud, where users must not choose them. */
  namedHosts?: readonly NamedHost[];
}

/** A host and port that may be opened in addition to what is allowed on every host. Other ports of it stay closed. */
export interface NamedHost {
  /** Host name or IP literal, without brackets. */
  host: string;
  port: number;
  /**
   * The addresses of the host when the scan began, which may be private: the scan connects to them only. Otherwise the
   * owner of the name could point it at another machine of the internal network during the scan. Empty if the name
   * could not be resolved; its addresses must then be public.
   */
  addresses: readonly LookupAddress[];
}

/** Allows the public web only. Stages in the cloud use this policy. */
export const publicWebOnly: EgressPolicy = { loopbackPorts: 'none', blockedPorts: [], ports: [80, 443] };

/** True if the scan may connect to one resolved address. */
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
 * True if the scan may connect to every address of a host. One refused address refuses the host, because a public site
 * has no reason to resolve to an internal address, but an attacker has.
 */
export function isEveryAddressAllowed(
  addresses: readonly LookupAddress[],
  port: number,
  policy: EgressPolicy,
): boolean {
  return addresses.length > 0 && addresses.every(({ address }) => isAllowed(address, port, policy));
}

/** True if the scan may connect to a destination, given all addresses of its host. */
export function isReachable(
  destination: { host: string; port: number },
  addresses: readonly LookupAddress[],
  policy: EgressPolicy,
): boolean {
  const { port } = destination;
  const namedHost = findNamedHost(destination, policy);
  if (namedHost === undefined) return isEveryAddressAllowed(addresses, port, policy);
  if (policy.blockedPorts.includes(port) || addresses.length === 0) return false;
  const known = new Set(namedHost.addresses.map(({ address }) => address));
  return addresses.every(({ address }) =>
    known.size === 0 ? isPublicAddress(address) : known.has(address) && !isMetadataAddress(address),
  );
}

/** Returns the addresses that a destination had when the scan began; empty if it must be resolved. */
export function getKnownAddresses(
  destination: { host: string; port: number },
  policy: EgressPolicy,
): readonly LookupAddress[] {
  return findNamedHost(destination, policy)?.addresses ?? [];
}

/** Finds the named host by exact name or address. Another name of the same machine is another host. */
function findNamedHost(
  { host, port }: { host: string; port: number },
  { namedHosts = [] }: EgressPolicy,
): NamedHost | undefined {
  return namedHosts.find((one) => one.port === port && normalizeHost(one.host) === normalizeHost(host));
}

/** True if a host is refused by its name. Letter case and final dots make no difference. */
export function isBlockedHost(host: string, { blockedHosts = [] }: EgressPolicy): boolean {
  const name = normalizeHost(host);
  return blockedHosts.some((entry) =>
    entry.endsWith('.*')
      ? name.startsWith(`${normalizeHost(entry.slice(0, -2))}.`)
      : name === normalizeHost(entry),
  );
}

function normalizeHost(host: string): string {
  return removeTrailing(host.toLowerCase(), '.');
}
