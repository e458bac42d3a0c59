import { z } from 'zod';

/** Where the further pages of a scan come from. */
export const crawlModes = ['none', 'links', 'sitemap', 'both'] as const;

/** Pages of one scan at most, and unless a site or a scan says otherwise. */
export const MAX_PAGES_LIMIT = 1_000;
export const MAX_PAGES_DEFAULT = 25;

/** Links away from a first page at most, also where a site or a scan sets no bound. */
export const DEPTH_LIMIT = 100;

/** How the pages of a scan are found and chosen, with nothing left to default. */
export const crawlSettingsSchema = z.object({
  crawl: z.enum(crawlModes).meta({
    description:
      'Where the further pages come from: `links` of the rendered pages, the `sitemap`, `both`, or `none`.',
  }),
  maxPages: z
    .number()
    .int()
    .min(1)
    .max(MAX_PAGES_LIMIT)
    .meta({ description: 'Pages of the scan at most, the first pages among them.' }),
  maxDepth: z
    .number()
    .int()
    .min(0)
    .max(DEPTH_LIMIT)
    .nullable()
    .meta({ description: `Links to follow from a first page at most; null for ${DEPTH_LIMIT}.` }),
  includeUrls: z.array(z.string()).meta({
    description: 'Only pages that match one of these are chosen; empty for all. The first pages always are.',
  }),
  excludeUrls: z.array(z.string()).meta({
    description: 'Pages that match one of these are not chosen, even where they are included.',
  }),
  hashRoutes: z.boolean().meta({ description: 'Whether `#/…` and `#!/…` name pages of their own.' }),
  robots: z.enum(['obey', 'ignore']).meta({
    description: "Whether found pages that the site's robots.txt disallows are left out.",
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
