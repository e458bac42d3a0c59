/** What a file that should be a sitemap turned out to be. */
export type SitemapKind = 'urlset' | 'sitemapindex' | 'text' | 'html' | 'doctype' | 'other' | 'empty';

/** The decoded text of a file, in pieces; see `SitemapReader` in sitemap-format.ts. */
export interface SitemapContent {
  write(text: string): boolean;
  end(): void;
  readonly kind: SitemapKind;
  readonly complete: boolean;
}
