import type { LookupAddress } from 'node:dns';
import {
  type Resolve,
  resolveAddresses,
  systemResolve,
  toDestination,
} from '../../scanner/egress/connect.ts';
import type { NamedHost } from '../../scanner/egress/policy.ts';
import { createUsageError } from '../errors.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import { readUrls } from './read-urls.ts';

/**
 * Parses the values of `--allow-origin`.
 * @throws CliError usage `url-malformed`, `origin-malformed`
 */
export function readOrigins(texts: readonly string[]): URL[] {
  const origins = readUrls(texts, '--allow-origin');
  for (const { href, origin } of origins) {
    if (href === `${origin}/`) continue;
    const message = `--allow-origin ${escapeLogLine(href, 200)} must be only an origin.`;
    throw createUsageError(
      'origin-malformed',
      message,
      `An origin is a scheme, a host and a port: ${escapeLogLine(origin, 200)}`,
    );
  }
  return origins;
}

/**
 * Returns the hosts and ports of the given URLs, which may be opened even if they are private, with their addresses.
 * Resolves each name once: the scan connects to no other address of it.
 */
export async function resolveNamedHosts(
  urls: readonly URL[],
  resolve: Resolve = systemResolve,
): Promise<NamedHost[]> {
  const hosts = new Map<string, Promise<NamedHost>>();
  for (const url of urls) {
    const destination = toDestination(url);
    const key = `${destination.host}:${destination.port}`;
    if (hosts.has(key)) continue;
    const resolved = findAddresses(destination.host, resolve);
    hosts.set(
      key,
      resolved.then((addresses) => ({ ...destination, addresses })),
    );
  }
  return Promise.all(hosts.values());
}

/** Returns the addresses of a host; none if its name cannot be resolved now. */
async function findAddresses(host: string, resolve: Resolve): Promise<LookupAddress[]> {
  try {
    return await resolveAddresses(host, resolve);
  } catch {
    return [];
  }
}
