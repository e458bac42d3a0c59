import type { LinksOfPage } from '../crawl/found-links.ts';
import { resolveFoundUrl } from '../crawl/found-pages.ts';
import { type AddressOptions, buildPageKey } from '../crawl/page-address.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { comparePagePositions } from './pages.ts';

/** Links that are remembered as they were found, so that a link on every page of a site is parsed once. */
const SEEN_MAX = 20_000;

/** Finds the first page of a report that links to each page, whatever the order in which links are added. */
export class LinkingPages {
  readonly #origin: string;
  readonly #options: AddressOptions;
  /** Page ids by `buildPageKey`. */
  readonly #targets: ReadonlyMap<string, string>;
  /** Places in the report by page id. */
  readonly #places: ReadonlyMap<string, number>;
  readonly #inOrder: readonly FrontierPage[];
  /** Places of the linking pages by the id of the page that they link to. */
  readonly #first = new Map<string, number>();
  readonly #seen = new Map<string, string | undefined>();

  /**
   * @param pages the whole frontier, in any order
   * @param origin where the site's pages are opened
   */
  constructor(pages: readonly FrontierPage[], origin: string, options: AddressOptions) {
    this.#origin = origin;
    this.#options = options;
    this.#inOrder = pages.toSorted(comparePagePositions);
    this.#places = new Map(this.#inOrder.map(({ pageId }, place) => [pageId, place]));
    this.#targets = new Map(pages.map(({ url, pageId }) => [buildPageKey(url, options), pageId]));
  }

  add({ pageId, urls }: LinksOfPage): void {
    const place = this.#places.get(pageId);
    if (place === undefined) return;
    for (const url of urls) {
      const target = this.#targetOf(url);
      if (target === undefined || target === pageId) continue;
      this.#first.set(target, Math.min(place, this.#first.get(target) ?? place));
    }
  }

  /** The id of the first page that links to a page, by the id of that page. */
  result(): Map<string, string> {
    return new Map(
      [...this.#first].map(([target, place]) => [target, this.#inOrder[place]?.pageId ?? target]),
    );
  }

  #targetOf(raw: string): string | undefined {
    if (this.#seen.has(raw)) return this.#seen.get(raw);
    if (this.#seen.size >= SEEN_MAX) this.#seen.clear();
    const url = resolveFoundUrl(this.#origin, raw, this.#options);
    const target = url === undefined ? undefined : this.#targets.get(buildPageKey(url, this.#options));
    this.#seen.set(raw, target);
    return target;
  }
}
