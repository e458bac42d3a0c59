import type { LinksOfPage } from '../crawl/found-links.ts';
import { resolveFoundUrl } from '../crawl/found-pages.ts';
import { type AddressOptions, buildPageKey } from '../crawl/page-address.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { comparePagePositions } from './pages.ts';

/** Maximum number of links in the cache. With it, a link on every page of a site is parsed once. */
const CACHE_MAX = 20_000;

/** Finds the first page of a report that links to each page, regardless of the order in which links are added. */
export class LinkingPages {
  readonly #origin: string;
  readonly #options: AddressOptions;
  /** Page ids by `buildPageKey`. */
  readonly #targets: ReadonlyMap<string, string>;
  /** Positions in the report by page id. */
  readonly #positions: ReadonlyMap<string, number>;
  readonly #inOrder: readonly FrontierPage[];
  /** Positions of the linking pages by the id of the linked page. */
  readonly #firstPositions = new Map<string, number>();
  readonly #cache = new Map<string, string | undefined>();

  /**
   * @param pages the whole frontier, in any order
   * @param origin the origin of the site's pages
   */
  constructor(pages: readonly FrontierPage[], origin: string, options: AddressOptions) {
    this.#origin = origin;
    this.#options = options;
    this.#inOrder = pages.toSorted(comparePagePositions);
    this.#positions = new Map(this.#inOrder.map(({ pageId }, position) => [pageId, position]));
    this.#targets = new Map(pages.map(({ url, pageId }) => [buildPageKey(url, options), pageId]));
  }

  add({ pageId, urls }: LinksOfPage): void {
    const position = this.#positions.get(pageId);
    if (position === undefined) return;
    for (const url of urls) {
      const target = this.#resolveTarget(url);
      if (target === undefined || target === pageId) continue;
      this.#firstPositions.set(target, Math.min(position, this.#firstPositions.get(target) ?? position));
    }
  }

  /** Returns the id of the first linking page by the id of the linked page. */
  result(): Map<string, string> {
    return new Map(
      [...this.#firstPositions].map(([target, position]) => [
        target,
        this.#inOrder[position]?.pageId ?? target,
      ]),
    );
  }

  #resolveTarget(raw: string): string | undefined {
    if (this.#cache.has(raw)) return this.#cache.get(raw);
    if (this.#cache.size >= CACHE_MAX) this.#cache.clear();
    const url = resolveFoundUrl(this.#origin, raw, this.#options);
    const target = url === undefined ? undefined : this.#targets.get(buildPageKey(url, this.#options));
    this.#cache.set(raw, target);
    return target;
  }
}
