import { buildPageKey, normalizePageUrl } from '../../core/crawl/page-address.ts';
import { compareOrderedUrls, type OrderedUrl, toOrderedUrl } from '../../core/crawl/page-order.ts';
import { isSameSite } from '../../core/crawl/same-site.ts';
import { isHttpUrl, URL_LENGTH_MAX } from '../../core/sites/url.ts';

/** Decides which locations of a sitemap are pages of the scanned site. */
export interface PageFilter {
  /** A URL of the site. */
  site: string;
  hashRoutes: boolean;
  /** True if the patterns of the scan allow a page. */
  accept: (url: string) => boolean;
}

/**
 * Keeps the first URLs, in the order in which pages are chosen, of all URLs that are added. The result depends neither
 * on the order nor on the number of additions, and memory is bounded.
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

  /** True if pages of the site were omitted because of the limit. */
  get cut(): boolean {
    return this.#cut;
  }

  /** Adds a URL. Returns false if it is not a page of the site. */
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

  /** Returns the URLs in the order in which pages are chosen. */
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
