import { isSameSite } from '../../core/crawl/same-site.ts';
import { isHttpUrl, URL_LENGTH_MAX } from '../../core/sites/url.ts';
import { BoundedUrlSet, type PageFilter } from './bounded-url-set.ts';
import { type FetchOptions, type FetchResult, fetchGuarded } from './guarded-fetch.ts';
import { formatNoteUrl, type Notes } from './notes.ts';
import { createSitemapReader } from './sitemap-format.ts';
import type { SitemapKind } from './sitemap-text.ts';

/**
 * Bounds of one reading. 50,000 URLs and 50 MB are what the protocol allows one file:
 * https://www.sitemaps.org/protocol.html#index
 */
const FILES_MAX = 50;
const INDEX_DEPTH_MAX = 3;
const FILE_BYTES_MAX = 50 * 1024 * 1024;
const URLS_READ_MAX = 50_000;
const URLS_KEPT_MAX = 5_000;

/** A sitemap that waits to be read. */
interface File {
  url: string;
  /** Indexes above it. */
  depth: number;
  /** Whether the site says that it is there; one that is only tried may well be missing. */
  announced: boolean;
}

export interface SitemapOptions extends Omit<FetchOptions, 'maxBytes'> {
  pages: PageFilter;
  notes: Notes;
}

/**
 * Reads the sitemaps of a site one after the other, those of an index after all that came before it, so that what is
 * kept does not depend on which answers first. A file that breaks off counts for nothing, for the same reason.
 * @param announced the values of the `Sitemap` lines of its robots.txt
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
      this.#notes.add('Sitemaps on other sites, or with addresses that are no http(s) URLs, were not read.');
      return;
    }
    url.hash = '';
    if (this.#known.has(url.href)) return;
    if (depth > INDEX_DEPTH_MAX) {
      this.#notes.add(`Sitemaps below more than ${INDEX_DEPTH_MAX} indexes were not read.`);
    } else if (this.#known.size >= FILES_MAX) {
      this.#notes.add(`Of the sitemaps only the first ${FILES_MAX} were read.`);
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
        this.#notes.add('Reading the sitemaps took too long; the rest of them was left out.');
        break;
      }
      if (this.#urlsRead >= URLS_READ_MAX) break;
      await this.#readFile(file);
    }
    if (this.#urlsRead >= URLS_READ_MAX) {
      this.#notes.add(`Of the sitemaps only the first ${URLS_READ_MAX} URLs were read.`);
    }
    const urls = this.#urls.urls();
    if (this.#urls.cut) {
      this.#notes.add(`The sitemaps name more than ${URLS_KEPT_MAX} pages; the first in order were kept.`);
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
      // One more than can be read, so that the surplus is noticed.
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
        `The sitemap ${formatNoteUrl(url)} is longer than ${megabytes} MB; the rest was left out.`,
      );
    } else if (!complete && this.#urlsRead < URLS_READ_MAX) {
      this.#notes.add(`The sitemap ${formatNoteUrl(url)} can be read in part only; that part was taken.`);
    }
    if (foreign > 0) {
      const those = foreign === 1 ? 'one URL of it is' : `${foreign} URLs of it are`;
      this.#notes.add(`The sitemap ${formatNoteUrl(url)} names other sites too: ${those} left out.`);
    }
  }
}

const faultOfKind: Partial<Record<SitemapKind, string>> = {
  html: 'is an HTML page and no sitemap',
  doctype: 'has a document type, which sitemaps may not have, and was not read',
  other: 'is no sitemap: neither XML with urlset or sitemapindex, nor text of one URL a line',
  empty: 'is empty',
};

/** Why nothing can be had of a file, as the rest of a sentence; null when something can. */
function findFault(fetched: FetchResult, kind: SitemapKind): string | null {
  if (!fetched.answered) return fetched.why;
  if (fetched.status < 200 || fetched.status > 299) return `was answered with the status ${fetched.status}`;
  if (fetched.end === 'broken') return `${fetched.why}; nothing of it was used`;
  return faultOfKind[kind] ?? null;
}
