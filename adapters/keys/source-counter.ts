import { isIPv6 } from 'node:net';

const WINDOW_MS = 60_000;

/** Maximum number of sources that are counted at the same time, a few hundred bytes each. */
const SOURCES_MAX = 10_000;

/**
 * Counts events by source, in windows of one minute that begin with the first event of a source. It holds a limited
 * number of windows in memory; if there are more sources, the oldest windows end early.
 */
export class SourceCounter {
  /** In the order of their beginnings. */
  readonly #windows = new Map<string, Window>();

  /** Returns the number of events of a source in its current window. */
  read(source: string, now: Date): number {
    return this.#find(source, now)?.count ?? 0;
  }

  /** Counts an event, and returns the number of events of its source in the window, including this one. */
  add(source: string, now: Date): number {
    const current = this.#find(source, now);
    if (current !== undefined) {
      current.count += 1;
      return current.count;
    }
    this.#windows.delete(source);
    this.#windows.set(source, { count: 1, endMs: now.getTime() + WINDOW_MS });
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > SOURCES_MAX && oldest !== undefined) this.#windows.delete(oldest);
    return 1;
  }

  #find(source: string, now: Date): Window | undefined {
    const window = this.#windows.get(source);
    return window !== undefined && now.getTime() < window.endMs ? window : undefined;
  }
}

interface Window {
  count: number;
  endMs: number;
}

/** Hexadecimal groups of an IPv6 address, of its source and of its network. */
const GROUPS = 8;
const SOURCE_GROUPS = 4;
const NETWORK_GROUPS = 3;

/**
 * Returns the source that an address belongs to: an IPv4 address itself, the network of 64 bits of an IPv6 address,
 * because one machine usually has all addresses of such a network. Any other text is its own source.
 */
export function getSource(address: string): string {
  const parsed = parseIpv6(address);
  if (parsed === null) return address;
  return parsed.network === null
    ? parsed.canonical
    : `${parsed.groups.slice(0, SOURCE_GROUPS).join(':')}::/64`;
}

/** Returns the network of 48 bits that an IPv6 address belongs to; null for other addresses. */
export function getNetwork(address: string): string | null {
  return parseIpv6(address)?.network ?? null;
}

function parseIpv6(address: string): { canonical: string; groups: string[]; network: string | null } | null {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return null;
  // A URL contains the canonical notation: hexadecimal groups, the longest run of zeros as `::`.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
  const groups = [...head, ...Array<string>(GROUPS - head.length - tail.length).fill('0'), ...tail];
  // Loopback and IPv4-mapped addresses do not have a network of their own.
  const hasNetwork = groups.slice(0, SOURCE_GROUPS).some((group) => group !== '0');
  const network = hasNetwork ? `${groups.slice(0, NETWORK_GROUPS).join(':')}::/48` : null;
  return { canonical, groups, network };
}
