import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import { createInvalidRequest, Problem } from '../core/problems/problem.ts';
import { formatPath } from '../core/problems/request-errors.ts';
import { findSiteFaults } from '../core/sites/listed-pages.ts';
import { applySiteChange, type Site } from '../core/sites/site.ts';
import type { UpdateSite } from '../core/sites/site-bodies.ts';
import { type FindSite, getSite } from './get-site.ts';
import type { RequestContext } from './request-context.ts';
import { type CheckUrl, requireAllowedSite } from './require-allowed-url.ts';
import { retryWrite } from './retry-write.ts';
import { type SealCredentials, sealCredentials } from './seal-credentials.ts';

export interface UpdateSiteDependencies extends FindSite, CheckUrl, SealCredentials {
  replaceSite(before: Site, after: Site, by: Actor, now: Date): Promise<'updated' | 'changed' | 'gone'>;
  /** Shows the newest result of a site in the overview after its main branch was changed. */
  refreshSiteResult(site: Site): Promise<void>;
}

/** Changes a site and returns it. */
export async function updateSite(
  dependencies: UpdateSiteDependencies,
  { principal, requestId, now, siteId, body }: RequestContext & { siteId: string; body: UpdateSite },
): Promise<Site> {
  requireAllowedSite(dependencies, body);
  const changed = await retryWrite('site', async () => {
    const before = await getSite(dependencies, { principal, siteId });
    const after = applySiteChange(before, body, now);
    const faults = findSiteFaults(after);
    if (faults.length > 0) {
      throw createInvalidRequest(
        faults.map(({ path, message }) => ({ path: formatPath('', path), message })),
      );
    }
    if (body.credentials)
      after.credentials = await sealCredentials(dependencies, body.credentials, after, now);
    const outcome = await dependencies.replaceSite(before, after, toActor(principal, requestId), now);
    if (outcome === 'gone') throw new Problem('site-not-found');
    return outcome === 'updated' ? after : undefined;
  });
  // Also if the main branch is the same: an earlier call may have ended before this.
  if (body.mainBranch !== undefined) await dependencies.refreshSiteResult(changed);
  return changed;
}
