/** The contents of the robots.txt and the sitemaps of a site. */
export interface SiteDiscovery {
  /** The part of robots.txt that applies to this scanner; empty if the site has no robots.txt. */
  robots: string;
  /** URLs in the sitemaps that are on the site, each once, in the order in which pages are chosen. */
  sitemapUrls: string[];
  /** What could not be read completely, one sentence each, for display. */
  notes: string[];
}

/** Used for a site whose robots.txt and sitemaps were not requested. */
export const emptySiteDiscovery: SiteDiscovery = { robots: '', sitemapUrls: [], notes: [] };

/** Maximum lengths of the stored parts, in UTF-16 units: an item of the table holds 400 KB. */
export const ROBOTS_LENGTH_MAX = 50_000;
export const SITEMAP_URLS_LENGTH_MAX = 200_000;

/** Returns the site discovery, cut to the stored lengths. A note says what was cut. */
export function limitSiteDiscovery({ robots, sitemapUrls, notes }: SiteDiscovery): SiteDiscovery {
  let remaining = SITEMAP_URLS_LENGTH_MAX;
  const kept = sitemapUrls.filter((url) => {
    remaining -= url.length + 3;
    return remaining >= 0;
  });
  const cut = sitemapUrls.length - kept.length;
  const long = robots.length > ROBOTS_LENGTH_MAX;
  return {
    // Cut at a line break, because half a rule is a different rule.
    robots: long ? robots.slice(0, robots.lastIndexOf('\n', ROBOTS_LENGTH_MAX) + 1) : robots,
    sitemapUrls: kept,
    notes: [
      ...notes,
      ...(cut > 0 ? [`${cut} pages of the sitemaps were skipped because the sitemaps are too long.`] : []),
      ...(long ? ['Only the first part of robots.txt was used because it is too long.'] : []),
    ],
  };
}
