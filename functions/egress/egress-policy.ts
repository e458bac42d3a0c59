import type { z } from 'zod';
import type { egressVariables } from '../../adapters/environment.ts';
import type { EgressPolicy } from '../../scanner/egress/policy.ts';
import { findUrlFault } from '../../scanner/egress/url-fault.ts';

type Variables = z.ZodObject<typeof egressVariables>;

/** Where a function that opens other people's addresses may connect to, as its environment has it. */
export function buildEgressPolicy(env: z.output<Variables>): EgressPolicy {
  return {
    ports: env.SCAN_PORTS,
    loopbackPorts: env.SCAN_LOOPBACK_PORTS,
    blockedPorts: env.SCAN_BLOCKED_PORTS,
    blockedHosts: env.SCAN_BLOCKED_HOSTS,
  };
}

/** Returns the check of URLs that a function's environment asks for: why no scan may ever open one, or null. */
export function createUrlCheck(env: Parameters<typeof buildEgressPolicy>[0]): (url: string) => string | null {
  const policy = buildEgressPolicy(env);
  return (url) => findUrlFault(url, policy);
}
