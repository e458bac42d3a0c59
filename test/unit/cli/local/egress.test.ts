import { isIP, Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readOrigins, resolveNamedHosts } from '../../../../cli/local/named-hosts.ts';
import { readUrls } from '../../../../cli/local/read-urls.ts';
import { connectChecked, type Destination, type Resolve } from '../../../../scanner/egress/connect.ts';
import { type EgressPolicy, isReachable, publicWebOnly } from '../../../../scanner/egress/policy.ts';

/** Host names and the addresses that they resolve to. */
const zone: Record<string, string[]> = {
  localhost: ['127.0.0.1'],
  'preview.test': ['127.0.0.1'],
  'same-machine.test': ['127.0.0.1'],
  'public.test': ['203.0.114.7'],
  'mixed.test': ['203.0.114.7', '10.0.0.1'],
  'link-local.test': ['169.254.169.254'],
  'mixed-link-local.test': ['10.0.0.1', 'fe80::1'],
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
      { host: 'preview.test', port: 80, addresses: [{ address: '127.0.0.1', family: 4 }] },
      { host: 'fd00::1', port: 443, addresses: [{ address: 'fd00::1', family: 6 }] },
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

  it('allows only the addresses that its name had when the scan began', async () => {
    const policy = await policyOf([`http://preview.test:${PORT}/`, `http://public.test:${PORT}/`]);
    for (const host of ['preview.test', 'public.test']) {
      expect(await opens({ host, port: PORT }, policy)).toBe(true);
      for (const address of ['10.0.0.9', '127.0.0.2', '203.0.114.8', '::1']) {
        const rebound: Resolve = async () => [{ address, family: isIP(address) }];
        expect(await opens({ host, port: PORT }, policy, rebound), address).toBe(false);
      }
    }
  });

  it('is connected at these addresses, without being resolved again', async () => {
    const policy = await policyOf([`http://preview.test:${PORT}/`]);
    const connected: unknown[] = [];
    const connect = (options: { lookup?: unknown }) => {
      const lookup = options.lookup as (
        host: string,
        how: object,
        answer: (...args: unknown[]) => void,
      ) => void;
      lookup('', { all: true }, (_error, addresses) => connected.push(addresses));
      const socket = new Socket();
      setImmediate(() => socket.emit('connect'));
      return socket;
    };
    const rebound: Resolve = async () => [{ address: '10.0.0.9', family: 4 }];
    await connectChecked({ host: 'preview.test', port: PORT }, policy, rebound, connect);
    expect(connected).toEqual([[{ address: '127.0.0.1', family: 4 }]]);
  });

  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '[fe80::1]',
    '[::ffff:169.254.169.254]',
    '100.100.100.200',
    '[fd00:ec2::254]',
    '[fd00:ec2::23]',
    '[fd20:ce::254]',
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b:1:a9fe:a9:fe00::]',
    '[64:ff9b:1:a9:fe:a9fe::]',
    '[64:ff9b:1:0:a9:fea9:fe00::]',
    '[64:ff9b:1:1::a9fe:a9fe]',
    '[2002:a9fe:a9fe::1]',
    '[::169.254.169.254]',
    '[::ffff:0:169.254.169.254]',
    '[64:ff9b::168.63.129.16]',
    'link-local.test',
    'mixed-link-local.test',
  ])('never allows a link-local address, where clouds provide credentials: %s', async (host) => {
    const policy = await policyOf([`http://${host}:${PORT}/`]);
    expect(await opens({ host: host.replace(/^\[|\]$/g, ''), port: PORT }, policy)).toBe(false);
  });

  it.each(['[64:ff9b::a00:1]', '[2002:a00:1::1]', '[fd00:ec2::255]', '100.100.100.201'])(
    'allows %s, where no cloud provides credentials',
    async (host) => {
      const policy = await policyOf([`http://${host}:${PORT}/`]);
      expect(await opens({ host: host.replace(/^\[|\]$/g, ''), port: PORT }, policy)).toBe(true);
    },
  );

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
