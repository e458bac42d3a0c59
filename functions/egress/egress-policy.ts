import type { z } from 'zod';
import type { egressVariables } from '../../adapters/environment.ts';
import { asyncResolve } from '../../scanner/egress/async-resolve.ts';
import { blockOwnHosts, findEndpointFault } from '../../scanner/egress/endpoint-fault.ts';
import type { EgressPolicy } from '../../scanner/egress/policy.ts';
import { findUrlFault } from '../../scanner/egress/url-fault.ts';

type Variables = z.ZodObject<typeof egressVariables>;

/** Returns the egress policy from the environment of a function that opens URLs of customers. */
export function buildEgressPolicy(env: z.output<Variables>): EgressPolicy {
  return {
    ports: env.SCAN_PORTS,
    loopbackPorts: env.SCAN_LOOPBACK_PORTS,
    blockedPorts: env.SCAN_BLOCKED_PORTS,
    blockedHosts: env.SCAN_BLOCKED_HOSTS,
  };
}

/**
 * Returns a function that checks a URL with the function's egress policy. It returns the reason why no scan may open
 * the URL; null if a scan may.
 */
export function createUrlCheck(env: Parameters<typeof buildEgressPolicy>[0]): (url: string) => string | null {
  const policy = buildEgressPolicy(env);
  return (url) => findUrlFault(url, policy);
}

/**
 * Returns a function that checks the endpoint of webhooks, with the present addresses of its host.
 * @param readOrigin returns the origin of the dashboard, which is a host of the service
 */
export function createEndpointCheck(
  env: Parameters<typeof buildEgressPolicy>[0],
  readOrigin: () => Promise<string>,
): (url: string, ownHost: string) => Promise<string | null> {
  const policy = buildEgressPolicy(env);
  return async (url, ownHost) => {
    const ownHosts = [ownHost, new URL(await readOrigin()).hostname];
    return findEndpointFault(url, blockOwnHosts(policy, ownHosts), asyncResolve);
  };
}
