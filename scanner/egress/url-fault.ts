import { isIP } from 'node:net';
import { isLoopbackHost, isPublicAddress } from './addresses.ts';
import { toDestination } from './connect.ts';
import { type EgressPolicy, isAllowed, isBlockedHost } from './policy.ts';

/**
 * Returns why a URL can never be opened, as the rest of a sentence; null if it may be opened. Callers check URLs before
 * they store them. Names are not resolved here: every connection checks the addresses, which may change until then.
 * @param text an absolute URL
 */
export function findUrlFault(text: string, policy: EgressPolicy): string | null {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  const { host, port } = toDestination(url);
  if (isBlockedHost(host, policy)) return 'names a host that this service may not open';
  const onLoopback = isLoopbackHost(host);
  const address = onLoopback ? '127.0.0.1' : host;
  if (isIP(address) === 0) {
    // If loopback may be opened, a name may resolve to it.
    return policy.ports.includes(port) || isAllowed('127.0.0.1', port, policy)
      ? null
      : describePortFault(policy.ports, policy);
  }
  if (isAllowed(address, port, policy)) return null;
  if (isPublicAddress(address)) return describePortFault(policy.ports, policy);
  return onLoopback && Array.isArray(policy.loopbackPorts)
    ? describePortFault(policy.loopbackPorts, policy)
    : 'must name a host of the public internet, not a private, local or reserved address';
}

function describePortFault(ports: readonly number[], { blockedPorts }: EgressPolicy): string {
  const open = ports.filter((port) => !blockedPorts.includes(port));
  return `must use a port that this service may open: ${open.join(', ')}`;
}
