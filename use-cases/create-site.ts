import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import { Problem } from '../core/problems/problem.ts';
import { buildSite, type Site } from '../core/sites/site.ts';
import type { CreateSite } from '../core/sites/site-bodies.ts';
import type { RequestContext } from './request-context.ts';
import { type CheckUrl, requireAllowedSite } from './require-allowed-url.ts';
import { type SealCredentials, sealCredentials } from './seal-credentials.ts';

export interface CreateSiteDependencies extends CheckUrl, SealCredentials {
  /** Maximum number of sites of an account. */
  sitesLimit: number;
  insertSite(site: Site, by: Actor, now: Date, limit: number): Promise<'created' | 'full'>;
}

/**
 * Creates a site.
 * @throws Problem key-limited-to-sites, because a principal with a limited set of sites could not access the new site
 */
export async function createSite(
  dependencies: CreateSiteDependencies,
  { principal, requestId, now, body }: RequestContext & { body: CreateSite },
): Promise<Site> {
  if (principal.siteIds) throw new Problem('key-limited-to-sites');
  requireAllowedSite(dependencies, body);
  const site = buildSite(principal.accountId, body, now);
  if (body.credentials) site.credentials = await sealCredentials(dependencies, body.credentials, site, now);
  const { sitesLimit } = dependencies;
  const by = toActor(principal, requestId);
  if ((await dependencies.insertSite(site, by, now, sitesLimit)) === 'full') {
    throw new Problem(
      'sites-limit',
      `The account has reached its limit of ${sitesLimit} sites. Delete sites that are no longer scanned, or ask the operator for a higher limit.`,
    );
  }
  return site;
}
