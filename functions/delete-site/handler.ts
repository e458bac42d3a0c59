import { cancelScan } from '../../adapters/dynamodb/scan-progress.ts';
import { listUnfinishedScanIds } from '../../adapters/dynamodb/scans.ts';
import { deleteSite as removeSite } from '../../adapters/dynamodb/sites.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { askToFinish } from '../../adapters/http/ask-pipeline.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { mayAccessSite } from '../../core/access/principal.ts';
import { deleteSite } from '../../core/api/site-endpoints.ts';
import type { Actor } from '../../core/audit/audit-entry.ts';
import { Problem } from '../../core/problems/problem.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);

  return apiHandler(deleteSite, access, async ({ principal, params, by, now }) => {
    const { siteId } = params;
    const { accountId } = principal;
    if (!mayAccessSite(principal, siteId)) throw new Problem('site-not-found');
    const outcome = await removeSite(access.store, accountId, siteId, by, now);
    // Also when the site is gone: an earlier call may have ended between the deletion and the cancellations.
    await cancelScansOf(siteId, by, now);
    if (outcome === 'gone') throw new Problem('site-not-found');
    return { status: 204 };
  });

  async function cancelScansOf(siteId: string, by: Actor, now: Date): Promise<void> {
    for (const scanId of await listUnfinishedScanIds(access.store, siteId)) {
      const cancelled = await cancelScan(access.store, scanId, 'site-deleted', by, now);
      if (cancelled && cancelled.kind !== 'ended') await askToFinish(env.FINISH_QUEUE_URL, cancelled.scan);
    }
  }
}
