import { z } from 'zod';
import { crawlMembers } from '../crawl/crawl-members.ts';
import { createId, createIdSchema } from '../ids.ts';
import { credentialsViewSchema, type StoredCredentials, toCredentialsView } from './credentials.ts';
import { labelsSchema } from './labels.ts';
import { listStartUrls } from './listed-pages.ts';
import { isOriginMatch } from './origin-pattern.ts';
import type { CreateSite, UpdateSite } from './site-bodies.ts';
import { resolveMaxPages, type SiteCrawl } from './site-crawl.ts';
import { type SourcePaths, sourcePathsSchema } from './source-paths.ts';

/** A site as the service stores it. Times are RFC 3339 UTC. */
export interface Site extends SiteCrawl {
  siteId: string;
  accountId: string;
  name: string;
  labels: string[];
  /** Start URL. */
  url: string;
  /** Listed pages, as the caller gave them: paths that begin with `/`, or URLs on the start URL's origin. */
  pages: string[];
  /** Further origins on which the same site may be scanned; see `findOriginFault` for their syntax. */
  origins: string[];
  sourcePaths: SourcePaths;
  /** The branch whose scans are those of the site; null for any branch that will not be merged: see `isSiteResult`. */
  mainBranch: string | null;
  /** The site's credentials, sealed; absent if it has none. */
  credentials?: StoredCredentials;
  createdAt: string;
  updatedAt: string;
}

/** A site as the API shows it. */
export const siteViewSchema = z
  .object({
    id: createIdSchema('site').meta({ description: 'Id of the site.' }),
    name: z.string().meta({ description: 'Display name of the site.' }),
    labels: labelsSchema,
    url: z.string().meta({ description: 'Start URL.' }),
    pages: z.array(z.string()).meta({
      description:
        'Listed pages, which every scan scans in addition to the start URL: paths, or URLs on the same origin as `url`.',
    }),
    origins: z
      .array(z.string())
      .meta({ description: 'Further origins on which the site may be scanned, by the `url` of a scan.' }),
    ...crawlMembers,
    sourcePaths: sourcePathsSchema,
    mainBranch: z
      .string()
      .nullable()
      .meta({ description: 'The branch whose scans show the state of the site; null if not set.' }),
    credentials: credentialsViewSchema.nullable().meta({
      description: 'Shows that credentials are set, but never their values; null if none are set.',
    }),
    createdAt: z.iso.datetime().meta({ description: 'When the site was created.' }),
    updatedAt: z.iso.datetime().meta({
      description: 'When the site was last changed; the time of its creation if it was never changed.',
    }),
  })
  .meta({ id: 'Site', description: 'A web site that can be scanned.' });
export type SiteView = z.infer<typeof siteViewSchema>;

/** Returns the API's view of a site. */
export function toSiteView(site: Site): SiteView {
  return {
    id: site.siteId,
    name: site.name,
    labels: site.labels,
    url: site.url,
    pages: site.pages,
    origins: site.origins,
    crawl: site.crawl,
    maxPages: resolveMaxPages(site.maxPages, listStartUrls(site, site.url, site.hashRoutes).length),
    maxDepth: site.maxDepth,
    includeUrls: site.includeUrls,
    excludeUrls: site.excludeUrls,
    hashRoutes: site.hashRoutes,
    robots: site.robots,
    sourcePaths: site.sourcePaths,
    mainBranch: site.mainBranch,
    credentials: toCredentialsView(site.credentials),
    createdAt: site.createdAt,
    updatedAt: site.updatedAt,
  };
}

/** Returns a new site without its credentials, because they must be sealed first. */
export function buildSite(accountId: string, body: CreateSite, now: Date): Site {
  const { credentials: _unsealed, ...members } = body;
  const time = now.toISOString();
  return { siteId: createId('site', now), accountId, ...members, createdAt: time, updatedAt: time };
}

/**
 * Returns the site with a change applied. `updatedAt` always increases, even within a millisecond, because it
 * distinguishes concurrent writers of a site. Credentials are removed if the change removes them or changes the origin.
 * New ones must be sealed first.
 */
export function applySiteChange(site: Site, change: UpdateSite, now: Date): Site {
  const updatedAt = new Date(Math.max(now.getTime(), Date.parse(site.updatedAt) + 1)).toISOString();
  const { credentials, ...members } = change;
  const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  const after: Site = { ...site, ...given, updatedAt };
  const moved = new URL(after.url).origin !== new URL(site.url).origin;
  if (moved || credentials === null) delete after.credentials;
  return after;
}

/** True if a scan of the site may begin at a URL: on the site's own origin or one of its further origins. */
export function isOriginAllowed(site: Pick<Site, 'url' | 'origins'>, text: string): boolean {
  const url = new URL(text);
  return url.origin === new URL(site.url).origin || site.origins.some((entry) => isOriginMatch(entry, url));
}
