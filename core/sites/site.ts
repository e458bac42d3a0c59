import { z } from 'zod';
import { idSchema, newId } from '../ids.ts';
import { originFault, originMatches } from './origin-pattern.ts';
import { isPlainText, NOT_PLAIN } from './plain-text.ts';
import { httpUrlSchema, isHttpUrl, normalizeUrl, URL_LENGTH_MAX } from './url.ts';

const NAME_LENGTH_MAX = 100;
const PAGES_MAX = 100;
/** All listed pages together, as URLs: what a list of sites and the item of a site can hold. */
const PAGES_LENGTH_MAX = 100_000;
const ORIGINS_MAX = 20;
const ORIGIN_LENGTH_MAX = 300;

/** A site as the service keeps it. Times are RFC 3339 UTC. */
export interface Site {
  siteId: string;
  accountId: string;
  name: string;
  /** Start URL. */
  url: string;
  /** Further pages, as the caller gave them: paths that begin with `/`, or URLs on the start URL's origin. */
  pages: string[];
  /** Further origins on which the same site may be scanned; see `originFault` for their form. */
  origins: string[];
  createdAt: string;
  updatedAt: string;
}

const nameSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(NAME_LENGTH_MAX)
  .refine(isPlainText, NOT_PLAIN)
  .meta({ description: 'What people call the site.', example: 'Web shop' });

const urlSchema = httpUrlSchema.meta({ description: 'Start URL.' });

const pagesSchema = z
  .array(z.string().min(1).max(URL_LENGTH_MAX).refine(isPlainText, NOT_PLAIN))
  .max(PAGES_MAX)
  .meta({
    description: 'Further pages to scan: paths, or URLs on the same origin as `url`.',
    example: ['/checkout', '/contact'],
  });

const originSchema = z
  .string()
  .max(ORIGIN_LENGTH_MAX)
  .superRefine((text, context) => {
    const fault = originFault(text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

const originsSchema = z
  .array(originSchema)
  .max(ORIGINS_MAX)
  .meta({
    description:
      'Further origins on which this site may be scanned. A pattern stands for every host below its name, at any depth; without a scheme it stands for http and https.',
    example: ['https://staging.example.com', '*.preview.example.com'],
  });

/** The body of `POST /sites`. */
export const createSiteSchema = z
  .strictObject({
    name: nameSchema,
    url: urlSchema,
    pages: pagesSchema.default([]),
    origins: originsSchema.default([]),
  })
  .superRefine((site, context) => {
    // Runs although the URL was refused; the pages cannot be held against it then.
    if (!isHttpUrl(site.url)) return;
    for (const { index, message } of pageFaults(site)) {
      context.addIssue({ code: 'custom', path: ['pages', index], message });
    }
  })
  .meta({ id: 'CreateSite', description: 'A site to create.' });
export type CreateSite = z.output<typeof createSiteSchema>;

/** The body of `PATCH /sites/<id>`. Whether the pages fit the URL is known once both are: see `pageFaults`. */
export const updateSiteSchema = z
  .strictObject({
    name: nameSchema.optional(),
    url: urlSchema.optional(),
    pages: pagesSchema.optional(),
    origins: originsSchema.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'must change at least one of name, url, pages, origins')
  .meta({ id: 'UpdateSite', description: 'What to change of a site; at least one member.' });
export type UpdateSite = z.output<typeof updateSiteSchema>;

/** A site as the API shows it. */
export const siteViewSchema = z
  .object({
    id: idSchema('site').meta({ description: 'Id of the site.' }),
    name: z.string().meta({ description: 'What people call the site.' }),
    url: z.string().meta({ description: 'Start URL.' }),
    pages: z.array(z.string()).meta({
      description: 'Further pages that every scan begins with: paths, or URLs on the same origin as `url`.',
    }),
    origins: z
      .array(z.string())
      .meta({ description: 'Further origins on which the site may be scanned, by the `url` of a scan.' }),
    createdAt: z.iso.datetime().meta({ description: 'When the site was created.' }),
    updatedAt: z.iso.datetime().meta({
      description: 'When the site was last changed; the time of its creation when it never was.',
    }),
  })
  .meta({ id: 'Site', description: 'A web site that can be scanned.' });
export type SiteView = z.infer<typeof siteViewSchema>;

/** The API's view of a site. */
export function viewSite({ siteId, name, url, pages, origins, createdAt, updatedAt }: Site): SiteView {
  return { id: siteId, name, url, pages, origins, createdAt, updatedAt };
}

/** A site that was just asked for. */
export function newSite(accountId: string, body: CreateSite, now: Date): Site {
  const time = now.toISOString();
  return { siteId: newId('site', now), accountId, ...body, createdAt: time, updatedAt: time };
}

/**
 * The site with a change applied. `updatedAt` always moves on, even within a millisecond, for it is what tells
 * two writers of the same site apart.
 */
export function changedSite(site: Site, change: UpdateSite, now: Date): Site {
  const updatedAt = new Date(Math.max(now.getTime(), Date.parse(site.updatedAt) + 1)).toISOString();
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...site, ...given, updatedAt };
}

/** The listed pages that are not on the origin of the start URL or too long, by their place in the list. */
export function pageFaults({
  url,
  pages,
}: Pick<Site, 'url' | 'pages'>): { index: number; message: string }[] {
  const { origin } = new URL(url);
  let total = 0;
  return pages.flatMap((page, index) => {
    if (!page.startsWith('/') && !isHttpUrl(page)) {
      return [{ index, message: `must be a path that begins with / or a URL on ${origin}` }];
    }
    if (!URL.canParse(page, url)) return [{ index, message: 'must be a valid path or URL' }];
    const resolved = new URL(page, url);
    if (resolved.origin !== origin || !isHttpUrl(resolved.href)) {
      return [{ index, message: `must be on the site's origin, ${origin}` }];
    }
    const { length } = resolved.href;
    if (length > URL_LENGTH_MAX) {
      return [{ index, message: `must be at most ${URL_LENGTH_MAX} characters as a URL; it is ${length}` }];
    }
    total += length;
    return total > PAGES_LENGTH_MAX
      ? [{ index, message: `makes the pages longer than ${PAGES_LENGTH_MAX} characters together` }]
      : [];
  });
}

/**
 * The URLs that a scan of the site begins with, each once: the start URL, then the listed pages, all on the
 * origin of the start URL. `startUrl` replaces the site's own, e.g. for a preview deployment.
 */
export function pageUrls(site: Pick<Site, 'url' | 'pages'>, startUrl: string = site.url): string[] {
  const start = new URL(startUrl);
  const listed = site.pages.map((page) => {
    const { pathname, search } = new URL(page, site.url);
    // Assigned, not resolved: a path such as //a would be read as a host.
    const url = new URL(start.origin);
    url.pathname = pathname;
    url.search = search;
    return url.href;
  });
  return [...new Set([start.href, ...listed].map(normalizeUrl))];
}

/** Whether a scan of the site may begin at a URL: on the site's own origin or one of its further ones. */
export function originAllowed(site: Pick<Site, 'url' | 'origins'>, text: string): boolean {
  const url = new URL(text);
  return url.origin === new URL(site.url).origin || site.origins.some((entry) => originMatches(entry, url));
}
