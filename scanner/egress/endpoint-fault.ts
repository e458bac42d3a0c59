import { isLoopbackHost } from './addresses.ts';
import { type Resolve, resolveAddresses, toDestination } from './connect.ts';
import { type EgressPolicy, isBlockedHost, isEveryAddressAllowed } from './policy.ts';
import { findUrlFault } from './url-fault.ts';

/**
 * Returns why a URL cannot be the endpoint of webhooks, as the rest of a sentence; null if it can. Names are not
 * resolved here. Only on this machine's loopback an endpoint may do without TLS.
 * @param text an absolute URL
 */
export function findEndpointUrlFault(text: string, policy: EgressPolicy): string | null {
  const url = URL.parse(text);
  const { host } = url === null ? { host: '' } : toDestination(url);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopbackHost(host)))
    return 'must be an https URL';
  return findUrlFault(text, policy);
}

/**
 * Returns the same, and why the present addresses of the host are refused. The addresses may change, so each delivery
 * checks them again.
 */
export async function findEndpointFault(
  text: string,
  policy: EgressPolicy,
  resolve: Resolve,
): Promise<string | null> {
  const fault = findEndpointUrlFault(text, policy);
  if (fault !== null) return fault;
  const { host, port } = toDestination(new URL(text));
  try {
    const addresses = await resolveAddresses(host, resolve);
    if (isEveryAddressAllowed(addresses, port, policy)) return null;
    return 'must name a host whose addresses are all of the public internet';
  } catch {
    return 'must name a host that can be resolved';
  }
}

/** Returns the policy that also refuses the hosts of this service, except on loopback, where a port identifies it. */
export function blockOwnHosts(policy: EgressPolicy, ownHosts: readonly string[]): EgressPolicy {
  const blocked = ownHosts.filter((host) => !isLoopbackHost(host) && !isBlockedHost(host, policy));
  return { ...policy, blockedHosts: [...(policy.blockedHosts ?? []), ...blocked] };
}
