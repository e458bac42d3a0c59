import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../scanner/egress/addresses.ts';
import {
  type EgressPolicy,
  isAllowed,
  isBlockedHost,
  isEveryAddressAllowed,
  publicWebOnly,
} from '../../../scanner/egress/policy.ts';

/** The first and last address of a range, and the public addresses directly before and after it if they exist. */
const ranges: [string, string, string, string?, string?][] = [
  ['this network', '0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['private, 10/8', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['the host address of Azure', '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['link-local', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['private, 172.16/12', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['IETF protocol assignments', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['documentation 1', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['AS112', '192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['multicast tunnelling', '192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['private, 192.168/16', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['AS112 by delegation', '192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['benchmarking', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['documentation 2', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['documentation 3', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['multicast', '224.0.0.0', '239.255.255.255', '223.255.255.255'],
  ['reserved and broadcast', '240.0.0.0', '255.255.255.255'],
  ['everything before global unicast', '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, '2000::'],
  ['IPv4-compatible', '::0.0.0.0', '::255.255.255.255'],
  ['IPv4-mapped', '::ffff:0.0.0.0', '::ffff:255.255.255.255'],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['NAT64 for local use', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
  ['protocol assignments: Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::'],
  ['benchmarking of IPv6', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHID', '2001:10::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['the last protocol assignments', '2001:1ff::', '2001:1ff:ffff::ffff', undefined, '2001:200::'],
  [
    'documentation of IPv6',
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db7::1',
    '2001:db9::',
  ],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::1', '2003::'],
  [
    'AS112 of IPv6',
    '2620:4f:8000::',
    '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:7fff::1',
    '2620:4f:8001::',
  ],
  [
    'documentation of IPv6, the second',
    '3fff::',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3ffe::1',
    '3fff:1000::',
  ],
  ['everything behind global unicast', '4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff::'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link-local of IPv6', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast of IPv6', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

/** Single addresses that reveal something, and texts that are not addresses. */
const refused = [
  '127.0.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.79.129',
  '100.100.100.200',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '2002:7f00:1::1',
  '2001:0:7f00:1::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1111%eth0',
  '::1%lo',
  '0x7f000001',
  '2130706433',
  '127.1',
  '8.8.8.8.',
  'not an address',
  '',
];
const accepted = ['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450::1', '2606:4700:0:0::1111'];

describe('the egress policy', () => {
  it.each(ranges)(
    '%s: refuses the first and the last address of the range, but not those next to it',
    (_, first, last, before, behind) => {
      expect([first, last].map(isPublicAddress)).toEqual([false, false]);
      for (const address of [before, behind]) {
        if (address !== undefined) expect(isPublicAddress(address), address).toBe(true);
      }
    },
  );

  it.each(refused)('refuses %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
    for (const loopbackPorts of ['none', [80]] as const) {
      const policy = {
        ...publicWebOnly,
        loopbackPorts: loopbackPorts === 'none' ? loopbackPorts : [...loopbackPorts],
      };
      expect(isAllowed(address, 443, policy)).toBe(false);
    }
  });

  it.each(accepted)('allows %s', (address) => {
    expect(isAllowed(address, 443, publicWebOnly)).toBe(true);
    expect(isAllowed(address, 80, publicWebOnly)).toBe(true);
  });

  it('allows only the ports that the policy names', () => {
    for (const port of [0, 1, 22, 25, 81, 444, 8080, 65_535]) {
      expect(isAllowed('8.8.8.8', port, publicWebOnly)).toBe(false);
    }
    expect(isAllowed('8.8.8.8', 8443, { ...publicWebOnly, ports: [8443] })).toBe(true);
  });

  it('allows loopback on the allowed ports, unless they are blocked', () => {
    const policy: EgressPolicy = { loopbackPorts: [3000, 4000], blockedPorts: [4000], ports: [80] };
    expect(isAllowed('127.0.0.1', 3000, policy)).toBe(true);
    expect(isAllowed('::1', 3000, policy)).toBe(true);
    expect(isAllowed('::ffff:127.0.0.1', 3000, policy)).toBe(false);
    expect(isAllowed('::1%lo', 3000, policy)).toBe(false);
    expect(isAllowed('127.0.0.1', 4000, policy)).toBe(false);
    expect(isAllowed('127.0.0.1', 80, policy)).toBe(false);
    expect(isAllowed('127.0.0.1', 1234, { ...policy, loopbackPorts: 'all' })).toBe(true);
    expect(isAllowed('127.0.0.1', 4000, { ...policy, loopbackPorts: 'all' })).toBe(false);
    expect(isAllowed('192.168.0.1', 3000, { ...policy, loopbackPorts: 'all', ports: [3000] })).toBe(false);
    expect(isAllowed('0.0.0.0', 3000, { ...policy, loopbackPorts: 'all', ports: [3000] })).toBe(false);
  });

  it('refuses a name if one of its addresses is refused, or if it has none', () => {
    const [good, bad] = [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    expect(isEveryAddressAllowed([good], 80, publicWebOnly)).toBe(true);
    expect(isEveryAddressAllowed([good, bad], 80, publicWebOnly)).toBe(false);
    expect(isEveryAddressAllowed([bad, good], 80, publicWebOnly)).toBe(false);
    expect(isEveryAddressAllowed([], 80, publicWebOnly)).toBe(false);
  });
});

describe('the host names that are refused', () => {
  const policy: EgressPolicy = { ...publicWebOnly, blockedHosts: ['abc123.*', 'API.example.com'] };

  it.each([
    'abc123.execute-api.eu-central-1.amazonaws.com',
    'abc123.execute-api.eu-central-1.api.aws',
    'ABC123.Execute-API.eu-central-1.amazonaws.com.',
    'api.example.com',
    'API.EXAMPLE.COM..',
  ])('contain %s', (host) => {
    expect(isBlockedHost(host, policy)).toBe(true);
  });

  it.each([
    'abc1234.execute-api.eu-central-1.amazonaws.com',
    'www.abc123.example',
    'abc123',
    'www.api.example.com',
    'example.com',
  ])('do not contain %s', (host) => {
    expect(isBlockedHost(host, policy)).toBe(false);
    expect(isBlockedHost(host, publicWebOnly)).toBe(false);
  });
});
