import { z } from 'zod';

/** Where the discovered pages of a scan come from. */
export const crawlModes = ['none', 'links', 'sitemap', 'both'] as const;

/** Maximum number of pages of one scan, and the default if neither the site nor the scan sets a limit. */
export const MAX_PAGES_LIMIT = 1_000;
export const MAX_PAGES_DEFAULT = 25;

/** Maximum number of links between a first page and a discovered page, also the default. */
export const DEPTH_LIMIT = 100;

/** How the pages of a scan are found and chosen, with all defaults applied. */
export const crawlSettingsSchema = z.object({
  crawl: z.enum(crawlModes).meta({
    description:
      'Where the discovered pages come from: `links` of the rendered pages, the `sitemap`, `both`, or `none`.',
  }),
  maxPages: z.number().int().min(1).max(MAX_PAGES_LIMIT).meta({
    description: 'Maximum number of pages of the scan, including the start URL and the listed pages.',
  }),
  maxDepth: z
    .number()
    .int()
    .min(0)
    .max(DEPTH_LIMIT)
    .nullable()
    .meta({ description: `Maximum number of links to follow from a first page; null for ${DEPTH_LIMIT}.` }),
  includeUrls: z.array(z.string()).meta({
    description:
      'Only pages that match one of these globs are chosen; all if empty. The start URL and the listed pages are always scanned.',
  }),
  excludeUrls: z.array(z.string()).meta({
    description: 'Pages that match one of these globs are not chosen, even if they match `includeUrls`.',
  }),
  hashRoutes: z
    .boolean()
    .meta({ description: 'Whether addresses that differ only in `#/…` or `#!/…` are different pages.' }),
  robots: z.enum(['obey', 'ignore']).meta({
    description: "Whether discovered pages that the site's robots.txt disallows are excluded.",
  }),
});
export type CrawlSettings = z.infer<typeof crawlSettingsSchema>;

export const crawlSettingsDefault: CrawlSettings = {
  crawl: 'both',
  maxPages: MAX_PAGES_DEFAULT,
  maxDepth: null,
  includeUrls: [],
  excludeUrls: [],
  hashRoutes: false,
  robots: 'obey',
};
