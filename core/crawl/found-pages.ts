import { isHttpUrl, URL_LENGTH_MAX } from '../sites/url.ts';
import type { ChoiceBudget } from './choice-budget.ts';
import type { FoundLinks } from './found-links.ts';
import type { AddressOptions } from './page-address.ts';
import { buildPageKey, normalizePageUrl } from './page-address.ts';
import { compareOrderedUrls, type OrderedUrl, toOrderedUrl } from './page-order.ts';
import { isRisky } from './risky-links.ts';
import { isSameSite } from './same-site.ts';

/** An address that was found on a page or in a sitemap. */
export interface FoundAddress {
  url: string;
  /**
   * Whether the text of the link suggests that it signs out, deletes or orders something. `FoundPages` checks the URL.
   */
  risky: boolean;
}

/** Maximum number of stored found pages of one depth: five times the maximum number of pages of a scan. */
const FOUND_MAX = 5_000;
/** Maximum number of raw addresses in the cache, so that a link on every page of a site is parsed once. */
const SEEN_MAX = 20_000;

/** Parsing an address and building its key reads each character several times. */
const STEPS_PER_CHARACTER = 10;

/**
 * Collects the pages behind addresses, each once, in bounded memory. It keeps the first pages in the order in which
 * pages are chosen. Neither the order of the added addresses nor duplicates change the result.
 */
export class FoundPages {
  readonly #origin: string;
  readonly #options: AddressOptions;
  readonly #limit: number;
  readonly #seen = new Set<string>();
  readonly #budget: ChoiceBudget | undefined;
  #byKey = new Map<string, { ordered: OrderedUrl; risky: boolean }>();
  #cut = false;

  /**
   * @param origin the origin at which pages are opened, also if they were found at another origin of the site
   * @param budget limits the steps; without it they are not limited
   */
  constructor(origin: string, options: AddressOptions, limit: number = FOUND_MAX, budget?: ChoiceBudget) {
    this.#budget = budget;
    this.#origin = origin;
    this.#options = options;
    this.#limit = limit;
  }

  /** Whether pages were dropped because there were too many. */
  get cut(): boolean {
    return this.#cut;
  }

  /** Adds an address. Ignores it if it is not a page of the site. @throws ChoiceBudgetError */
  add({ url: raw, risky }: FoundAddress): void {
    const seenKey = `${risky ? '!' : ' '}${raw}`;
    if (this.#seen.has(seenKey)) return;
    if (this.#seen.size >= SEEN_MAX) this.#seen.clear();
    this.#seen.add(seenKey);
    this.#budget?.spend(STEPS_PER_CHARACTER * raw.length);
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

  /** Adds the links of a page. */
  addLinks({ urls, risky }: FoundLinks): void {
    const riskyUrls = new Set(risky);
    for (const url of urls) this.add({ url, risky: riskyUrls.has(url) });
  }

  /** Returns the pages in the order in which they are chosen. */
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
 * Returns the URL at which a found page is opened; undefined if it is not a page of the site.
 * @param origin the origin at which the pages of the site are opened
 * @param raw the address as it was found
 */
export function resolveFoundUrl(origin: string, raw: string, options: AddressOptions): string | undefined {
  if (!isHttpUrl(raw) || !isSameSite(raw, origin)) return undefined;
  const { pathname, search, hash } = new URL(raw);
  const url = normalizePageUrl(origin + pathname + search + hash, options);
  return url.length > URL_LENGTH_MAX ? undefined : url;
}
