import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readOrigins, resolveNamedHosts } from '../../../../cli/local/named-hosts.ts';
import { readUrls } from '../../../../cli/local/read-urls.ts';
import type { Destination, Resolve } from '../../../../scanner/egress/connect.ts';
import { type EgressPolicy, isReachable, publicWebOnly } from '../../../../scanner/egress/policy.ts';

/** Host names and the addresses that they resolve to. */
const zone: Record<string, string[]> = {
  localhost: ['127.0.0.1'],
  'preview.test': ['127.0.0.1'],
  'same-machine.test': ['127.0.0.1'],
  'public.test': ['203.0.114.7'],
  'mixed.test': ['203.0.114.7', '10.0.0.1'],
};
const resolve: Resolve = async (host) => {
  const addresses = zone[host.toLowerCase()];
  if (addresses === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

/** Returns the egress policy for these URLs and origins on the command line. */
async function policyOf(urls: string[], origins: string[] = []): Promise<EgressPolicy> {
  const named = await resolveNamedHosts([...readUrls(urls, 'The URL'), ...readOrigins(origins)], resolve);
  return { ...publicWebOnly, namedHosts: named };
}

const PORT = 4321;

/** Returns true if the policy allows a connection to a destination, by the addresses that its name resolves to. */
async function opens(
  destination: Destination,
  policy: EgressPolicy,
  by: Resolve = resolve,
): Promise<boolean> {
  const { host } = destination;
  const family = isIP(host);
  const addresses = family === 0 ? await by(host.replace(/\.$/, '')) : [{ address: host, family }];
  return isReachable(destination, addresses, policy);
}

describe('a URL or origin on the command line', () => {
  it.each([
    ['http://127.0.0.1:PORT/', '127.0.0.1'],
    ['http://localhost:PORT/some/page?x=1', 'localhost'],
    ['HTTP://LOCALHOST:PORT/', 'localhost'],
    ['http://localhost.:PORT/', 'localhost'],
    ['http://localhost:PORT/', 'LocalHost.'],
    ['http://0x7f.1:PORT/', '127.0.0.1'],
    ['https://preview.test:PORT/', 'preview.test'],
  ])('allows %s, if a page requests %s', async (url, host) => {
    const policy = await policyOf([url.replace('PORT', String(PORT))]);
    expect(await opens({ host, port: PORT }, policy)).toBe(true);
  });

  it('may be one of several further origins', async () => {
    const policy = await policyOf(['http://127.0.0.1:9/'], [`http://preview.test:${PORT}`]);
    expect(await opens({ host: 'preview.test', port: PORT }, policy)).toBe(true);
  });

  it.each([
    ['another name of the same machine', 'same-machine.test', 0],
    ['the address of a named host', '127.0.0.1', 0],
    ['another port', 'localhost', 1],
    ['a subdomain of it', 'a.localhost', 0],
    ['its address as an IPv6 address', '::ffff:127.0.0.1', 0],
    ['its address as an IPv6 address in hexadecimal', '::ffff:7f00:1', 0],
    ['the IPv6 loopback address', '::1', 0],
    ['the unspecified address', '0.0.0.0', 0],
    ['the metadata service of a cloud', '169.254.169.254', 0],
  ])('does not allow %s', async (_what, host, further) => {
    const policy = await policyOf([`http://localhost:${PORT}/`]);
    const anywhere: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    expect(await opens({ host, port: PORT + further }, policy, anywhere)).toBe(false);
  });

  it('does not allow the host name of an address that was given', async () => {
    const policy = await policyOf([`http://127.0.0.1:${PORT}/`]);
    expect(await opens({ host: 'localhost', port: PORT }, policy)).toBe(false);
  });

  it('has the default port of its scheme if it has no port', async () => {
    const policy = await policyOf(['http://preview.test/', 'https://[fd00::1]/']);
    expect(policy.namedHosts).toEqual([
      { host: 'preview.test', port: 80, allowsPrivateAddress: true },
      { host: 'fd00::1', port: 443, allowsPrivateAddress: true },
    ]);
    expect(await opens({ host: 'preview.test', port: PORT }, policy)).toBe(false);
  });

  it('does not allow a private address for a name that was public when the scan began', async () => {
    const policy = await policyOf([`http://public.test:${PORT}/`]);
    const rebound: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    expect(await opens({ host: 'public.test', port: PORT }, policy, rebound)).toBe(false);
  });

  it('does not allow a private address for a name that could not be resolved when the scan began', async () => {
    const policy = await policyOf([`http://later.test:${PORT}/`]);
    const rebound: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    expect(await opens({ host: 'later.test', port: PORT }, policy, rebound)).toBe(false);
  });

  it('is private if a single address of its name is private', async () => {
    const policy = await policyOf(['http://mixed.test/', 'http://public.test/']);
    expect(policy.namedHosts?.map(({ host, allowsPrivateAddress }) => [host, allowsPrivateAddress])).toEqual([
      ['mixed.test', true],
      ['public.test', false],
    ]);
  });

  it('allows nothing for a name without addresses, and no port that is always refused', async () => {
    const policy = await policyOf([`http://preview.test:${PORT}/`]);
    expect(await opens({ host: 'preview.test', port: PORT }, policy, async () => [])).toBe(false);
    expect(await opens({ host: 'preview.test', port: PORT }, { ...policy, blockedPorts: [PORT] })).toBe(
      false,
    );
  });

  it('allows no other destination outside of the public web', async () => {
    const policy = await policyOf([`http://localhost:${PORT}/`]);
    expect(await opens({ host: 'public.test', port: 8080 }, policy)).toBe(false);
    expect(await opens({ host: 'mixed.test', port: 80 }, policy)).toBe(false);
  });
});
