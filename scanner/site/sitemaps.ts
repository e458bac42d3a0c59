import { isSameSite } from '../../core/crawl/same-site.ts';
import { isHttpUrl, URL_LENGTH_MAX } from '../../core/sites/url.ts';
import { BoundedUrlSet, type PageFilter } from './bounded-url-set.ts';
import { type FetchOptions, type FetchResult, fetchGuarded } from './guarded-fetch.ts';
import { formatNoteUrl, type Notes } from './notes.ts';
import { createSitemapReader } from './sitemap-format.ts';
import type { SitemapKind } from './sitemap-text.ts';

/**
 * Limits of one site discovery. The protocol allows 50,000 URLs and 50 MB per file:
 * https://www.sitemaps.org/protocol.html#index
 */
const FILES_MAX = 50;
const INDEX_DEPTH_MAX = 3;
const FILE_BYTES_MAX = 50 * 1024 * 1024;
const URLS_READ_MAX = 50_000;
const URLS_KEPT_MAX = 5_000;

/** A sitemap to read. */
interface File {
  url: string;
  /** Number of index files above it. */
  depth: number;
  /** True if the site names this sitemap. A default address that is only tried may not exist. */
  announced: boolean;
}

export interface SitemapOptions extends Omit<FetchOptions, 'maxBytes'> {
  pages: PageFilter;
  notes: Notes;
}

/**
 * Reads the sitemaps of a site one after the other. Sitemaps of an index are read after all earlier ones. The result
 * thus does not depend on which file arrives first. For the same reason, a file whose transfer breaks off is ignored.
 * @param announced the values of the `Sitemap` lines of robots.txt
 * @returns the pages of the site, each once, in the order in which pages are chosen
 */
export async function readSitemaps(
  origin: string,
  announced: readonly string[],
  options: SitemapOptions,
): Promise<string[]> {
  const collector = new SitemapCollector(options);
  for (const location of announced) collector.announce(location, origin, 0);
  if (announced.length === 0) collector.try(new URL('/sitemap.xml', origin).href);
  return collector.run();
}

class SitemapCollector {
  readonly #options: SitemapOptions;
  readonly #notes: Notes;
  readonly #files: File[] = [];
  readonly #known = new Set<string>();
  readonly #urls: BoundedUrlSet;
  #urlsRead = 0;

  constructor(options: SitemapOptions) {
    this.#options = options;
    this.#notes = options.notes;
    this.#urls = new BoundedUrlSet(URLS_KEPT_MAX, options.pages);
  }

  announce(location: string, base: string, depth: number): void {
    const url = location.length > URL_LENGTH_MAX ? null : URL.parse(location, base);
    if (url === null || !isHttpUrl(url.href) || !isSameSite(url.href, this.#options.pages.site)) {
      this.#notes.add(
        'Sitemaps on other sites, and sitemaps whose addresses are not http(s) URLs, were not read.',
      );
      return;
    }
    url.hash = '';
    if (this.#known.has(url.href)) return;
    if (depth > INDEX_DEPTH_MAX) {
      this.#notes.add(`Sitemaps below more than ${INDEX_DEPTH_MAX} nested indexes were not read.`);
    } else if (this.#known.size >= FILES_MAX) {
      this.#notes.add(`Only the first ${FILES_MAX} sitemaps were read.`);
    } else {
      this.#known.add(url.href);
      this.#files.push({ url: url.href, depth, announced: true });
    }
  }

  try(url: string): void {
    this.#files.push({ url, depth: 0, announced: false });
  }

  async run(): Promise<string[]> {
    for (const file of this.#files) {
      if (this.#options.signal?.aborted) {
        this.#notes.add('Reading the sitemaps took too long. The remaining sitemaps were skipped.');
        break;
      }
      if (this.#urlsRead >= URLS_READ_MAX) break;
      await this.#readFile(file);
    }
    if (this.#urlsRead >= URLS_READ_MAX) {
      this.#notes.add(`Only the first ${URLS_READ_MAX} URLs of the sitemaps were read.`);
    }
    const urls = this.#urls.urls();
    if (this.#urls.cut) {
      this.#notes.add(
        `The sitemaps name more than ${URLS_KEPT_MAX} pages. Only the first ones in order were kept.`,
      );
    }
    return urls;
  }

  async #readFile(file: File): Promise<void> {
    const pages = new BoundedUrlSet(URLS_KEPT_MAX, this.#options.pages);
    const sitemaps: string[] = [];
    let foreign = 0;
    let read = 0;
    const reader = createSitemapReader((location, kind) => {
      read += 1;
      if (kind !== 'sitemapindex') foreign += pages.add(location, file.url) ? 0 : 1;
      // One more than the limit, so that `announce` notices the surplus.
      else if (sitemaps.length <= FILES_MAX) sitemaps.push(location);
      return this.#urlsRead + read < URLS_READ_MAX;
    });
    const fetched = await fetchGuarded(file.url, (chunk) => reader.write(chunk), {
      ...this.#options,
      maxBytes: FILE_BYTES_MAX,
    });
    if (fetched.answered && fetched.end === 'whole') reader.end();
    const fault = findFault(fetched, reader.kind);
    if (fault !== null) {
      if (file.announced) this.#notes.add(`The sitemap ${formatNoteUrl(file.url)} ${fault}.`);
      return;
    }
    this.#urlsRead += read;
    this.#urls.addAll(pages);
    for (const location of sitemaps) this.announce(location, file.url, file.depth + 1);
    this.#noteOmissions(file.url, fetched, reader.complete, foreign);
  }

  #noteOmissions(url: string, fetched: FetchResult, complete: boolean, foreign: number): void {
    if (!fetched.answered) return;
    const megabytes = FILE_BYTES_MAX / 1024 / 1024;
    if (fetched.end === 'too-long') {
      this.#notes.add(
        `The sitemap ${formatNoteUrl(url)} is longer than ${megabytes} MB. The rest was skipped.`,
      );
    } else if (!complete && this.#urlsRead < URLS_READ_MAX) {
      this.#notes.add(`The sitemap ${formatNoteUrl(url)} could be read in part only. That part was used.`);
    }
    if (foreign > 0) {
      const skipped = foreign === 1 ? '1 URL was' : `${foreign} URLs were`;
      this.#notes.add(`The sitemap ${formatNoteUrl(url)} also names other sites: ${skipped} skipped.`);
    }
  }
}

const faultOfKind: Partial<Record<SitemapKind, string>> = {
  html: 'is an HTML page, not a sitemap',
  doctype: 'has a document type, which a sitemap must not have, and was not read',
  other: 'is not a sitemap: it is neither XML with urlset or sitemapindex, nor text with one URL per line',
  empty: 'is empty',
};

/** Returns why a file cannot be used, as the rest of a sentence; null if it can. */
function findFault(fetched: FetchResult, kind: SitemapKind): string | null {
  if (!fetched.answered) return fetched.why;
  if (fetched.status < 200 || fetched.status > 299) return `was answered with the status ${fetched.status}`;
  if (fetched.end === 'broken') return `${fetched.why}; it was not used`;
  return faultOfKind[kind] ?? null;
}
