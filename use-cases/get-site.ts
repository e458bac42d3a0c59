import { canAccessSite } from '../core/access/principal.ts';
import { Problem } from '../core/problems/problem.ts';
import type { Site } from '../core/sites/site.ts';
import type { RequestContext } from './request-context.ts';

export interface FindSite {
  findSite(accountId: string, siteId: string): Promise<Site | undefined>;
}

/**
 * Returns a site that the principal may access.
 * @throws Problem site-not-found, the same in all cases: unknown site, other account, or site not accessible
 */
export async function getSite(
  { findSite }: FindSite,
  { principal, siteId }: Pick<RequestContext, 'principal'> & { siteId: string },
): Promise<Site> {
  const site = canAccessSite(principal, siteId) ? await findSite(principal.accountId, siteId) : undefined;
  if (!site) throw new Problem('site-not-found');
  return site;
}
