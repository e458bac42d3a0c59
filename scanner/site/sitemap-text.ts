import { URL_LENGTH_MAX } from '../../core/sites/url.ts';

/** The actual kind of a file that should be a sitemap. */
export type SitemapKind = 'urlset' | 'sitemapindex' | 'text' | 'html' | 'doctype' | 'other' | 'empty';

/** Receives the decoded text of a file in pieces; see `SitemapReader` in sitemap-format.ts. */
export interface SitemapContent {
  write(text: string): boolean;
  end(): void;
  readonly kind: SitemapKind;
  readonly complete: boolean;
}

/** Reads a text sitemap: one absolute URL per line and nothing else. The first line decides if it is one. */
export function createTextSitemapReader(
  onLocation: (location: string, kind: SitemapKind) => boolean,
): SitemapContent {
  let kind: SitemapKind = 'text';
  let hasLine = false;
  let rest = '';

  function line(text: string): boolean {
    const location = text.trim();
    if (location === '') return true;
    const isUrl = /^https?:\/\//i.test(location);
    if (!hasLine && !isUrl) kind = 'other';
    hasLine = true;
    if (kind === 'other') return false;
    return !isUrl || onLocation(location, kind);
  }

  return {
    write(text) {
      const lines = (rest + text).split(/\r\n|\r|\n/);
      // A line that is too long is not a URL, so only its beginning is kept.
      rest = (lines.pop() ?? '').slice(0, 2 * URL_LENGTH_MAX);
      return lines.every(line);
    },
    end() {
      line(rest);
    },
    get kind() {
      return kind;
    },
    complete: true,
  };
}
