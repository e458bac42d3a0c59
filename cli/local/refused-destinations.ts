import { isIP } from 'node:net';
import { isMetadataAddress, isPublicAddress } from '../../scanner/egress/addresses.ts';
import type { OnRefused } from '../../scanner/egress/proxy.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** Maximum number of stored destinations, and of named ones. */
const STORED_MAX = 500;
const NAMED_MAX = 5;

/** Collects the private and local destinations that were refused to pages. */
export class RefusedDestinations {
  readonly #keys = new Set<string>();

  readonly add: OnRefused = ({ host, port }, addresses) => {
    const isPrivate = addresses.some((address) => !isPublicAddress(address));
    // The metadata service of a cloud is omitted, so that no note suggests to allow it.
    if (isPrivate && !addresses.some(isMetadataAddress) && this.#keys.size < STORED_MAX) {
      this.#keys.add(isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`);
    }
  };

  /** Returns a sentence for people, independent of the order of refusals; none if nothing was refused. */
  describe(): string[] {
    const all = [...this.#keys].sort();
    if (all.length === 0) return [];
    const named = all.slice(0, NAMED_MAX).map((key) => escapeLogLine(key, 100));
    const more = all.length - named.length;
    const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    const scheme = all[0]?.endsWith(':443') ? 'https' : 'http';
    return [
      `Pages requested private addresses, which were blocked: ${list}. The authors of the pages chose these addresses. If they are yours and the pages need them, allow them: --allow-origin ${scheme}://${named[0]}`,
    ];
  }
}
