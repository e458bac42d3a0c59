/** The prefix of a notation of IPv4 in IPv6, and the positions of the four bytes of the IPv4 address, from 0 to 15. */
type Notation = { prefix: readonly number[]; positions: readonly (readonly number[])[] };

const lastBytes = [12, 13, 14, 15];

/**
 * Notations by which routers and translators send packets to an IPv4 address.
 * [1] https://www.rfc-editor.org/rfc/rfc6052#section-2.2
 */
const notations: readonly Notation[] = [
  { prefix: Array(10).fill(0).concat(0xff, 0xff), positions: [lastBytes] }, // mapped, RFC 4291
  { prefix: Array(12).fill(0), positions: [lastBytes] }, // compatible, RFC 4291
  { prefix: Array(8).fill(0).concat(0xff, 0xff, 0, 0), positions: [lastBytes] }, // translated, RFC 2765
  { prefix: [0, 0x64, 0xff, 0x9b, ...Array(8).fill(0)], positions: [lastBytes] }, // NAT64, RFC 6052
  {
    prefix: [0, 0x64, 0xff, 0x9b, 0, 1], // NAT64 for local use, RFC 8215: prefixes of 48, 56, 64 and 96 bits [1]
    positions: [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], lastBytes],
  },
  { prefix: [0x20, 0x02], positions: [[2, 3, 4, 5]] }, // 6to4, RFC 3056
];

/**
 * Returns the IPv4 addresses that an IPv6 address may stand for, in dotted notation.
 * @param address a valid IPv6 address without a zone
 */
export function listEmbeddedAddresses(address: string): string[] {
  const bytes = parseIpv6(address);
  return notations
    .filter(({ prefix }) => prefix.every((byte, index) => byte === bytes[index]))
    .flatMap(({ positions }) => positions.map((each) => each.map((position) => bytes[position]).join('.')));
}

function parseIpv6(address: string): number[] {
  // The URL parser expresses a dotted end in hexadecimal.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [before = [], after = []] = canonical
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
