import { z } from 'zod';
import { crawlMembers } from '../crawl/crawl-members.ts';
import { NAME_LENGTH_MAX } from '../name-length.ts';
import { branchNameSchema } from '../scans/scan-metadata.ts';
import { credentialsMemberSchema, findCredentialsFaults } from './credentials-body.ts';
import { labelsSchema } from './labels.ts';
import { findSiteFaults } from './listed-pages.ts';
import { findOriginFault } from './origin-pattern.ts';
import { isPlainText, NOT_PLAIN } from './plain-text.ts';
import { siteCrawlDefault } from './site-crawl.ts';
import { sourcePathsSchema } from './source-paths.ts';
import { httpUrlSchema, isHttpUrl, URL_LENGTH_MAX } from './url.ts';

const PAGES_MAX = 100;
const ORIGINS_MAX = 20;
const ORIGIN_LENGTH_MAX = 300;

const originSchema = z
  .string()
  .max(ORIGIN_LENGTH_MAX)
  .superRefine((text, context) => {
    const fault = findOriginFault(text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

/** The members of a site that a caller can set, without defaults. */
const members = {
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(NAME_LENGTH_MAX)
    .refine(isPlainText, NOT_PLAIN)
    .meta({ description: 'Display name of the site.', example: 'Web shop' }),
  labels: labelsSchema,
  url: httpUrlSchema.meta({ description: 'Start URL.' }),
  pages: z
    .array(z.string().min(1).max(URL_LENGTH_MAX).refine(isPlainText, NOT_PLAIN))
    .max(PAGES_MAX)
    .meta({
      description:
        'Listed pages, scanned in addition to the start URL: paths, or URLs on the same origin as `url`.',
      example: ['/checkout', '/contact'],
    }),
  origins: z
    .array(originSchema)
    .max(ORIGINS_MAX)
    .meta({
      description:
        'Further origins on which this site may be scanned. A pattern matches every host below its name, at any depth. Without a scheme it matches http and https.',
      example: ['https://staging.example.com', '*.preview.example.com'],
    }),
  ...crawlMembers,
  maxPages: crawlMembers.maxPages.nullable().meta({
    description: `${crawlMembers.maxPages.description} Null removes the setting.`,
  }),
  sourcePaths: sourcePathsSchema,
  mainBranch: branchNameSchema.nullable().meta({
    description:
      'The branch whose scans show the state of the site, as `metadata.branch` names it: in the overview, and by default in its issue groups, histories and trend. Scans without a branch show it, too. Null for all branches except those that will be merged into another one.',
    example: 'main',
  }),
  credentials: credentialsMemberSchema.meta({
    description:
      'Headers, cookies or basic authentication that give access to a protected site. They replace all earlier credentials. Null removes them.',
    example: { basic: { username: 'preview', password: 'a-password-of-the-site' } },
  }),
} as const;

/** The body of `POST /sites`. */
export const createSiteSchema = z
  .strictObject({
    name: members.name,
    labels: members.labels.default([]),
    url: members.url,
    pages: members.pages.default([]),
    origins: members.origins.default([]),
    crawl: members.crawl.default(siteCrawlDefault.crawl),
    maxPages: members.maxPages.default(siteCrawlDefault.maxPages),
    maxDepth: members.maxDepth.default(siteCrawlDefault.maxDepth),
    includeUrls: members.includeUrls.default(siteCrawlDefault.includeUrls),
    excludeUrls: members.excludeUrls.default(siteCrawlDefault.excludeUrls),
    hashRoutes: members.hashRoutes.default(siteCrawlDefault.hashRoutes),
    robots: members.robots.default(siteCrawlDefault.robots),
    sourcePaths: members.sourcePaths.default([]),
    mainBranch: members.mainBranch.default(null),
    credentials: members.credentials.optional(),
  })
  .superRefine((site, context) => {
    // This runs even if the URL is invalid. The pages cannot be compared with it then.
    if (!isHttpUrl(site.url)) return;
    for (const { path, message } of findSiteFaults(site)) {
      context.addIssue({ code: 'custom', path, message });
    }
    for (const { path, message } of site.credentials
      ? findCredentialsFaults(site.credentials, site.url)
      : []) {
      context.addIssue({ code: 'custom', path: ['credentials', ...path], message });
    }
  })
  .meta({ id: 'CreateSite', description: 'A site to create.' });
export type CreateSite = z.output<typeof createSiteSchema>;
/** A site to create, as callers send it: most members have defaults. */
export type NewSite = z.input<typeof createSiteSchema>;

/**
 * The body of `PATCH /sites/<id>`. Conflicts between its members and those of the site are checked later: see
 * `findSiteFaults`.
 */
export const updateSiteSchema = z
  .strictObject(members)
  .partial()
  .refine(
    (change) => Object.keys(change).length > 0,
    `must change at least one of ${Object.keys(members).join(', ')}`,
  )
  .meta({ id: 'UpdateSite', description: 'The changes of a site; at least one member.' });
export type UpdateSite = z.output<typeof updateSiteSchema>;
