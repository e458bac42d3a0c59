import { isHttpUrl, URL_LENGTH_MAX } from '../sites/url.ts';
import type { FoundLinks } from './found-links.ts';
import type { AddressOptions } from './page-address.ts';
import { buildPageKey, normalizePageUrl } from './page-address.ts';
import { compareOrderedUrls, type OrderedUrl, toOrderedUrl } from './page-order.ts';
import { isRisky } from './risky-links.ts';
import { isSameSite } from './same-site.ts';

/** An address that was found on a page or in a sitemap. */
export interface FoundAddress {
  url: string;
  /** By its words it signs out, deletes or orders something; what its address says is looked at again. */
  risky: boolean;
}

/** Found pages of one depth that are kept: five times what a scan may have. */
const FOUND_MAX = 5_000;
/** Addresses that are remembered as they were found, so that a link on every page of a site is read once. */
const SEEN_MAX = 20_000;

/**
 * The pages that addresses stand for, each once, in bounded memory: the first ones in the order in which pages are
 * chosen, however many are put in, in whatever order and however often.
 */
export class FoundPages {
  readonly #origin: string;
  readonly #options: AddressOptions;
  readonly #limit: number;
  readonly #seen = new Set<string>();
  #byKey = new Map<string, { ordered: OrderedUrl; risky: boolean }>();
  #cut = false;

  /** @param origin where the site's pages are opened, whatever origin of the site they were found at */
  constructor(origin: string, options: AddressOptions, limit: number = FOUND_MAX) {
    this.#origin = origin;
    this.#options = options;
    this.#limit = limit;
  }

  /** Whether some were left out for want of room. */
  get cut(): boolean {
    return this.#cut;
  }

  /** Puts an address in, unless it is no page of the site. */
  add({ url: raw, risky }: FoundAddress): void {
    const seenKey = `${risky ? '!' : ' '}${raw}`;
    if (this.#seen.has(seenKey)) return;
    if (this.#seen.size >= SEEN_MAX) this.#seen.clear();
    this.#seen.add(seenKey);
    const url = resolveFoundUrl(this.#origin, raw, this.#options);
    if (url === undefined) return;
    const key = buildPageKey(url, this.#options);
    const ordered = toOrderedUrl(url);
    const other = this.#byKey.get(key);
    this.#byKey.set(key, {
      ordered:
        other !== undefined && compareOrderedUrls(other.ordered, ordered) < 0 ? other.ordered : ordered,
      risky: risky || (other?.risky ?? isRisky({ url, words: '', method: '' })),
    });
    if (this.#byKey.size >= 2 * this.#limit) this.#prune();
  }

  /** Puts the links of a page in. */
  addLinks({ urls, risky }: FoundLinks): void {
    const riskyUrls = new Set(risky);
    for (const url of urls) this.add({ url, risky: riskyUrls.has(url) });
  }

  /** In the order in which pages are chosen. */
  list(): FoundAddress[] {
    this.#prune();
    return Array.from(this.#byKey.values(), ({ ordered, risky }) => ({ url: ordered.url, risky }));
  }

  #prune(): void {
    const ordered = [...this.#byKey].sort(([, a], [, b]) => compareOrderedUrls(a.ordered, b.ordered));
    if (ordered.length > this.#limit) this.#cut = true;
    this.#byKey = new Map(ordered.slice(0, this.#limit));
  }
}

/**
 * The address under which a found page is opened; undefined when it is no page of the site.
 * @param origin where the site's pages are opened
 * @param raw as it was found
 */
export function resolveFoundUrl(origin: string, raw: string, options: AddressOptions): string | undefined {
  if (!isHttpUrl(raw) || !isSameSite(raw, origin)) return undefined;
  const { pathname, search, hash } = new URL(raw);
  const url = normalizePageUrl(origin + pathname + search + hash, options);
  return url.length > URL_LENGTH_MAX ? undefined : url;
}
