import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './addresses.ts';
import { toDestination } from './connect.ts';
import { type EgressPolicy, isAllowed, isBlockedHost } from './policy.ts';

/**
 * Why a URL can never be opened, for whoever is about to store it; null when it may be. Names are not resolved here:
 * what they resolve to is checked by every connection, and may be another thing by then.
 * @param text an absolute URL
 */
export function findUrlFault(text: string, policy: EgressPolicy): string | null {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  const { host, port } = toDestination(url);
  if (isBlockedHost(host, policy)) return 'names a host that this service may not open';
  const onLoopback = isLoopbackAddress(host) || /(^|\.)localhost\.?$/.test(host);
  const address = onLoopback ? '127.0.0.1' : host;
  if (isIP(address) === 0) {
    // A name may be one of loopback's where that may be opened.
    return policy.ports.includes(port) || isAllowed('127.0.0.1', port, policy)
      ? null
      : describePortFault(policy.ports, policy);
  }
  if (isAllowed(address, port, policy)) return null;
  if (isPublicAddress(address)) return describePortFault(policy.ports, policy);
  return onLoopback && Array.isArray(policy.loopbackPorts)
    ? describePortFault(policy.loopbackPorts, policy)
    : 'must name a host of the public internet; it names a private, local or reserved address';
}

function describePortFault(ports: readonly number[], { blockedPorts }: EgressPolicy): string {
  const open = ports.filter((port) => !blockedPorts.includes(port));
  return `must be on a port that this service may open here: ${open.join(', ')}`;
}
