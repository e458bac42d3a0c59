/** What a site says of its own pages, before any of them is opened. */
export interface SiteDiscovery {
  /** Its robots.txt, as far as it is about us; empty when it has none. */
  robots: string;
  /** URLs of its sitemaps that are on the site, each once, in the order in which pages are chosen. */
  sitemapUrls: string[];
  /** What could not be read, or not wholly, one sentence each, for people. */
  notes: string[];
}

/** Of a site that was not asked. */
export const emptySiteDiscovery: SiteDiscovery = { robots: '', sitemapUrls: [], notes: [] };

/** What is kept of a reading, in UTF-16 units: an item of the table holds 400 KB. */
export const ROBOTS_LENGTH_MAX = 50_000;
export const SITEMAP_URLS_LENGTH_MAX = 200_000;

/** The reading, cut to what can be kept; a note says so. */
export function limitSiteDiscovery({ robots, sitemapUrls, notes }: SiteDiscovery): SiteDiscovery {
  let remaining = SITEMAP_URLS_LENGTH_MAX;
  const kept = sitemapUrls.filter((url) => {
    remaining -= url.length + 3;
    return remaining >= 0;
  });
  const cut = sitemapUrls.length - kept.length;
  const long = robots.length > ROBOTS_LENGTH_MAX;
  return {
    // Whole lines: half a rule is another rule.
    robots: long ? robots.slice(0, robots.lastIndexOf('\n', ROBOTS_LENGTH_MAX) + 1) : robots,
    sitemapUrls: kept,
    notes: [
      ...notes,
      ...(cut > 0 ? [`Of the sitemaps' pages ${cut} were left out, for their addresses are too many.`] : []),
      ...(long ? ['Of robots.txt only the first part was taken, for it is very long.'] : []),
    ],
  };
}
