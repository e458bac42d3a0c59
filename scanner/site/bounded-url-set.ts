import { buildPageKey, normalizePageUrl } from '../../core/crawl/page-address.ts';
import { compareOrderedUrls, type OrderedUrl, toOrderedUrl } from '../../core/crawl/page-order.ts';
import { isSameSite } from '../../core/crawl/same-site.ts';
import { isHttpUrl, URL_LENGTH_MAX } from '../../core/sites/url.ts';

/** Which locations of a sitemap are pages of a scan's site. */
export interface PageFilter {
  /** A URL of the site. */
  site: string;
  hashRoutes: boolean;
  /** Whether a page may be chosen at all, by the patterns of the scan. */
  accept: (url: string) => boolean;
}

/**
 * The first URLs, in the order in which pages are chosen, of all that are put in: however many they are and in
 * whatever order they come, the same ones are kept, in bounded memory.
 */
export class BoundedUrlSet {
  readonly #limit: number;
  readonly #filter: PageFilter;
  #byKey = new Map<string, OrderedUrl>();
  #cut = false;

  constructor(limit: number, filter: PageFilter) {
    this.#limit = limit;
    this.#filter = filter;
  }

  /** Whether pages of the site were left out for want of room. */
  get cut(): boolean {
    return this.#cut;
  }

  /** @returns false when it is no page of the site */
  add(text: string, base: string): boolean {
    const url = text.length > URL_LENGTH_MAX ? null : URL.parse(text, base);
    if (url === null || !isHttpUrl(url.href) || !isSameSite(url.href, this.#filter.site)) return false;
    const href = normalizePageUrl(url.href, this.#filter);
    if (href.length > URL_LENGTH_MAX) return false;
    if (this.#filter.accept(href)) this.#put(href);
    return true;
  }

  addAll(other: BoundedUrlSet): void {
    for (const { url } of other.#byKey.values()) this.#put(url);
    this.#cut ||= other.#cut;
  }

  /** In the order in which pages are chosen. */
  urls(): string[] {
    this.#prune();
    return Array.from(this.#byKey.values(), ({ url }) => url);
  }

  #put(url: string): void {
    const key = buildPageKey(url, this.#filter);
    const other = this.#byKey.get(key);
    const ordered = toOrderedUrl(url);
    if (other === undefined || compareOrderedUrls(ordered, other) < 0) this.#byKey.set(key, ordered);
    if (this.#byKey.size >= 2 * this.#limit) this.#prune();
  }

  #prune(): void {
    const ordered = [...this.#byKey].sort(([, one], [, other]) => compareOrderedUrls(one, other));
    if (ordered.length > this.#limit) this.#cut = true;
    this.#byKey = new Map(ordered.slice(0, this.#limit));
  }
}
