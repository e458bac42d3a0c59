import { isIP } from 'node:net';
import { isPublicAddress } from '../../scanner/egress/addresses.ts';
import { type Resolve, systemResolve } from '../../scanner/egress/connect.ts';
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
 * Returns the hosts and ports of the given URLs, which may be opened even if they are private. Resolves each name once:
 * a name that is public now, or cannot be resolved now, must not become private later.
 */
export async function resolveNamedHosts(
  urls: readonly URL[],
  resolve: Resolve = systemResolve,
): Promise<NamedHost[]> {
  const hosts = new Map<string, Promise<NamedHost>>();
  for (const { hostname, protocol, port: given } of urls) {
    const host = hostname.replace(/^\[|\]$/g, '');
    const port = given === '' ? (protocol === 'https:' ? 443 : 80) : Number(given);
    const key = `${host}:${port}`;
    if (!hosts.has(key))
      hosts.set(
        key,
        hasPrivateAddress(host, resolve).then((allowsPrivateAddress) => ({
          host,
          port,
          allowsPrivateAddress,
        })),
      );
  }
  return Promise.all(hosts.values());
}

async function hasPrivateAddress(host: string, resolve: Resolve): Promise<boolean> {
  if (isIP(host) !== 0) return !isPublicAddress(host);
  try {
    const addresses = await resolve(host.replace(/\.$/, ''));
    return addresses.some(({ address }) => !isPublicAddress(address));
  } catch {
    return false;
  }
}
