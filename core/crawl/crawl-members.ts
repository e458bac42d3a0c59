import { z } from 'zod';
import { crawlModes, DEPTH_LIMIT, MAX_PAGES_DEFAULT, MAX_PAGES_LIMIT } from './crawl-settings.ts';
import { globSchema } from './url-glob.ts';

const GLOBS_MAX = 20;

/** The members of sites and of scans that set how pages are found and chosen, without defaults. */
export const crawlMembers = {
  crawl: z.enum(crawlModes).meta({
    description:
      'Where discovered pages come from: `links` of the rendered pages, the `sitemap`, `both`, or `none`. The start URL and the listed pages are always scanned.',
    example: 'both',
  }),
  maxPages: z
    .number()
    .int()
    // `abort` ends the validation here, so that a value below 1 has one error. Otherwise the value would also be
    // compared with the number of pages that are always scanned.
    .min(1, { abort: true })
    .max(MAX_PAGES_LIMIT)
    .meta({
      description: `Maximum number of pages of a scan, including the start URL and the listed pages. It must not be smaller than the number of these. Default: ${MAX_PAGES_DEFAULT}, or the number of these pages if that is larger.`,
      example: 100,
    }),
  maxDepth: z
    .number()
    .int()
    .min(0)
    .max(DEPTH_LIMIT)
    .nullable()
    .meta({
      description: `Maximum number of links between a page and the nearest page that the scan begins with: the start URL, a listed page or a page of the sitemap. If links are followed and the sitemap has more pages than fit, its pages count as one link away. null for ${DEPTH_LIMIT}, the largest value.`,
      example: 3,
    }),
  includeUrls: z
    .array(globSchema)
    .max(GLOBS_MAX)
    .meta({
      description:
        'Globs. Only discovered pages that match one of them are scanned; all if the list is empty. `/blog/**` is matched against path and query, `https://www.example.com/**` against the whole URL. `*` matches any characters except `/`, `**` any characters, `?` one character except `/`. `[ ] { }` are refused in a path: write one glob for each alternative. Matching is case-sensitive and ignores a trailing slash.',
      example: ['/blog/**', '/products/*'],
    }),
  excludeUrls: z
    .array(globSchema)
    .max(GLOBS_MAX)
    .meta({
      description:
        'Globs as in `includeUrls`. Discovered pages that match one of them are not scanned, even if they match `includeUrls`.',
      example: ['/blog/archive/**', '/**print=1**'],
    }),
  hashRoutes: z.boolean().meta({
    description:
      'Whether addresses that differ only in `#/…` or `#!/…` are different pages, as in applications with hash routing.',
    example: false,
  }),
  robots: z.enum(['obey', 'ignore']).meta({
    description:
      "Whether discovered pages that the site's robots.txt disallows are excluded. The start URL and the listed pages are always scanned.",
    example: 'obey',
  }),
} as const;
