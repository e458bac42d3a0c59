import { isIP } from 'node:net';
import { isMetadataAddress, isPublicAddress } from '../../scanner/egress/addresses.ts';
import type { OnRefused } from '../../scanner/egress/proxy.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** Destinations that are remembered, and those that are named one by one. */
const KEPT_MAX = 500;
const NAMED_MAX = 5;

/** Gathers the private and local destinations that pages asked for and did not get. */
export class RefusedDestinations {
  readonly #keys = new Set<string>();

  readonly add: OnRefused = ({ host, port }, addresses) => {
    const inside = addresses.some((address) => !isPublicAddress(address));
    // No note says how to open the metadata service of a cloud to a page.
    if (inside && !addresses.some(isMetadataAddress) && this.#keys.size < KEPT_MAX) {
      this.#keys.add(isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`);
    }
  };

  /** A sentence for people, the same whatever the order in which they were refused; none when nothing was. */
  notes(): string[] {
    const all = [...this.#keys].sort();
    if (all.length === 0) return [];
    const named = all.slice(0, NAMED_MAX).map((key) => escapeLogLine(key, 100));
    const more = all.length - named.length;
    const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    const scheme = all[0]?.endsWith(':443') ? 'https' : 'http';
    return [
      `Refused, for it is private and was not named: ${list}. If the pages need it: --allow-origin ${scheme}://${named[0]}`,
    ];
  }
}
