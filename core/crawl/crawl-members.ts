import { z } from 'zod';
import { crawlModes, DEPTH_LIMIT, MAX_PAGES_DEFAULT, MAX_PAGES_LIMIT } from './crawl-settings.ts';
import { globSchema } from './url-glob.ts';

const GLOBS_MAX = 20;

/**
 * The members by which a caller says how the pages of a scan are found and chosen, of sites and of scans alike, without
 * defaults.
 */
export const crawlMembers = {
  crawl: z.enum(crawlModes).meta({
    description:
      'Where further pages come from: `links` of the rendered pages, the `sitemap`, `both`, or `none`. The start URL and the listed pages are always scanned.',
    example: 'both',
  }),
  maxPages: z
    .number()
    .int()
    // With `abort`, so that it is not also held against the number of first pages.
    .min(1, { abort: true })
    .max(MAX_PAGES_LIMIT)
    .meta({
      description: `Pages of a scan at most, the start URL and the listed pages among them, which it must not be smaller than. Unless set: ${MAX_PAGES_DEFAULT}, or the number of these pages where that is larger.`,
      example: 100,
    }),
  maxDepth: z
    .number()
    .int()
    .min(0)
    .max(DEPTH_LIMIT)
    .nullable()
    .meta({
      description: `Links to follow at most from the start URL, a listed page or a page of the sitemap; null for ${DEPTH_LIMIT}, the most that can be set.`,
      example: 3,
    }),
  includeUrls: z
    .array(globSchema)
    .max(GLOBS_MAX)
    .meta({
      description:
        'Globs; of the further pages only those that match one of them are scanned, all where the list is empty. `/blog/**` is held against path and query, `https://www.example.com/**` against the whole URL; `*` stands for any characters but `/`, `**` for any, `?` for one but `/`. `[ ] { }` are refused in a path: write one glob for each alternative. Case matters, a trailing slash does not.',
      example: ['/blog/**', '/products/*'],
    }),
  excludeUrls: z
    .array(globSchema)
    .max(GLOBS_MAX)
    .meta({
      description:
        'Globs as in `includeUrls`; further pages that match one of them are not scanned, even where they are included.',
      example: ['/blog/archive/**', '/**print=1**'],
    }),
  hashRoutes: z.boolean().meta({
    description:
      'Whether addresses that differ in `#/…` or `#!/…` are pages of their own, as in applications that keep their routes there.',
    example: false,
  }),
  robots: z.enum(['obey', 'ignore']).meta({
    description:
      "Whether further pages that the site's robots.txt disallows are left out. The start URL and the listed pages are scanned in any case.",
    example: 'obey',
  }),
} as const;
