import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../scanner/egress/addresses.ts';
import { areAllowed, type EgressPolicy, isAllowed, publicWebOnly } from '../../../scanner/egress/policy.ts';

const inner = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:10::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'not an address',
  '',
];
const outer = [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '198.20.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
];

describe('which addresses may be opened', () => {
  it.each(inner)('%j is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(isAllowed(address, 443, publicWebOnly)).toBe(false);
  });

  it.each(outer)('%s is public', (address) => {
    expect(isAllowed(address, 443, publicWebOnly)).toBe(true);
    expect(isAllowed(address, 80, publicWebOnly)).toBe(true);
  });

  it('allows no other ports than the policy names', () => {
    expect(isAllowed('8.8.8.8', 22, publicWebOnly)).toBe(false);
    expect(isAllowed('8.8.8.8', 8443, { ...publicWebOnly, ports: [8443] })).toBe(true);
  });

  it('opens loopback on the ports allowed, unless they are blocked', () => {
    const policy: EgressPolicy = { loopbackPorts: [3000, 4000], blockedPorts: [4000], ports: [80] };
    expect(isAllowed('127.0.0.1', 3000, policy)).toBe(true);
    expect(isAllowed('::1', 3000, policy)).toBe(true);
    expect(isAllowed('127.0.0.1', 4000, policy)).toBe(false);
    expect(isAllowed('127.0.0.1', 80, policy)).toBe(false);
    expect(isAllowed('127.0.0.1', 1234, { ...policy, loopbackPorts: 'all' })).toBe(true);
    expect(isAllowed('127.0.0.1', 4000, { ...policy, loopbackPorts: 'all' })).toBe(false);
    expect(isAllowed('192.168.0.1', 3000, { ...policy, loopbackPorts: 'all', ports: [3000] })).toBe(false);
  });

  it('refuses a name when one of its addresses is refused, or when it has none', () => {
    const [good, bad] = [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    expect(areAllowed([good], 80, publicWebOnly)).toBe(true);
    expect(areAllowed([good, bad], 80, publicWebOnly)).toBe(false);
    expect(areAllowed([], 80, publicWebOnly)).toBe(false);
  });
});
