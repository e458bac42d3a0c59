import { BlockList, isIP } from 'node:net';
import { listEmbeddedAddresses } from './embedded-addresses.ts';

/**
 * Addresses where clouds provide the credentials of their machines.
 * [1] https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 * [2] https://www.alibabacloud.com/help/en/ecs/user-guide/view-instance-metadata
 * [3] https://docs.aws.amazon.com/eks/latest/userguide/pod-id-how-it-works.html
 * [4] https://cloud.google.com/compute/docs/metadata/querying-metadata
 */
const metadataIpv4 = [
  '100.100.100.200/32', // the metadata service of Alibaba Cloud [2]
  '168.63.129.16/32', // the host of a virtual machine in Azure, although the address is public [1]
  '169.254.0.0/16', // link-local: cloud metadata (169.254.169.254), container credentials (169.254.170.2)
];
const metadataIpv6 = [
  'fd00:ec2::23/128', // credentials of pods in Amazon EKS [3]
  'fd00:ec2::254/128', // the metadata service of AWS
  'fd20:ce::254/128', // the metadata service of Google Cloud [4]
  'fe80::/10', // link-local
];

/**
 * IPv4 ranges that are not the public internet.
 * Source: IANA IPv4 Special-Purpose Address Registry,
 * https://www.iana.org/assignments/iana-ipv4-special-registry, and RFC 5771 for multicast.
 */
const specialIpv4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback: the Lambda runtime API (127.0.0.1:9001) is there
  ...metadataIpv4,
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // automatic multicast tunnelling
  '192.88.99.0/24', // 6to4 relay
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
];

/**
 * In IPv6 only global unicast (2000::/3) is public. That rules out IPv4-mapped, IPv4-compatible, NAT64
 * (64:ff9b::/96, 64:ff9b:1::/48), unique-local (which includes the metadata service fd00:ec2::254), link-local and
 * multicast addresses. `specialIpv6` lists the exceptions within global unicast.
 * Source: IANA IPv6 Special-Purpose Address Registry, https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const GLOBAL_IPV6 = '2000::/3';
const specialIpv6 = [
  '2001::/23', // IETF protocol assignments, among them Teredo and ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries any IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

const blockedIpv4 = blockList(specialIpv4, 'ipv4');
const blockedIpv6 = blockList(specialIpv6, 'ipv6');
const publicIpv6 = blockList([GLOBAL_IPV6], 'ipv6');
const metadataIpv4List = blockList(metadataIpv4, 'ipv4');
const metadataIpv6List = blockList(metadataIpv6, 'ipv6');
const loopbackIpv4 = blockList(['127.0.0.0/8'], 'ipv4');
const loopbackIpv6 = blockList(['::1/128'], 'ipv6');

/** True if an IP address (without brackets) belongs to the public internet. An address with a zone does not. */
export function isPublicAddress(address: string): boolean {
  // Node.js accepts `2600::1%eth0` as an address and ignores the zone.
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !blockedIpv4.check(address, 'ipv4');
    case 6:
      return publicIpv6.check(address, 'ipv6') && !blockedIpv6.check(address, 'ipv6');
    default:
      return false;
  }
}

/**
 * True if a cloud may provide credentials of its machines at an IP address, or at the IPv4 address that an IPv6 address
 * stands for. The address may have a zone.
 */
export function isMetadataAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  if (isIP(bare) === 4) return metadataIpv4List.check(bare, 'ipv4');
  return (
    isIP(bare) === 6 &&
    (metadataIpv6List.check(bare, 'ipv6') ||
      listEmbeddedAddresses(bare).some((embedded) => metadataIpv4List.check(embedded, 'ipv4')))
  );
}

/** True if an IP address is this machine's loopback. False for IPv4-mapped addresses and addresses with a zone. */
export function isLoopbackAddress(address: string): boolean {
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return loopbackIpv4.check(address, 'ipv4');
    case 6:
      // BlockList also matches an IPv4-mapped address against IPv4 rules, so the notation is checked too.
      return loopbackIpv6.check(address, 'ipv6') && !address.includes('.');
    default:
      return false;
  }
}

/** True if a host is this machine's loopback, by its name or its address. */
export function isLoopbackHost(host: string): boolean {
  return isLoopbackAddress(host) || /(^|\.)localhost\.?$/.test(host);
}

function blockList(ranges: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
