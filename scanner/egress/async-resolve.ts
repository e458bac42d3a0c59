import { Resolver } from 'node:dns/promises';
import type { Resolve } from './connect.ts';
import { EgressError } from './failure.ts';

const QUERY_TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Resolves with queries of its own, at any number of names at the same time. The system's resolver of Node.js handles
 * only a few names at once, so that a name server that does not answer would delay every other name.
 */
export const asyncResolve: Resolve = async (host) => {
  // RFC 6761, section 6.3. A resolver does not know the name.
  if (/(?:^|\.)localhost$/i.test(host)) return [{ address: '127.0.0.1', family: 4 }];
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [
    ...listAddresses(four).map((address) => ({ address, family: 4 })),
    ...listAddresses(six).map((address) => ({ address, family: 6 })),
  ];
  if (found.length === 0)
    throw new EgressError('dns', `${host} has no address, or its name servers do not answer`);
  return found;
};

function listAddresses(settled: PromiseSettledResult<string[]>): string[] {
  return settled.status === 'fulfilled' ? settled.value : [];
}
