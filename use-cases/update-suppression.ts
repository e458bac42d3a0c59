import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import { createInvalidRequest, Problem } from '../core/problems/problem.ts';
import {
  applySuppressionChange,
  findExpiryFault,
  type Suppression,
  type UpdateSuppression,
} from '../core/suppressions/suppression.ts';
import { type FindSite, getSite } from './get-site.ts';
import type { RequestContext } from './request-context.ts';
import { retryWrite } from './retry-write.ts';

export interface FindSuppression {
  findSuppression(at: {
    accountId: string;
    siteId: string;
    suppressionId: string;
  }): Promise<Suppression | undefined>;
}

export interface UpdateSuppressionDependencies extends FindSite, FindSuppression {
  replaceSuppression(
    before: Suppression,
    after: Suppression,
    by: Actor,
    now: Date,
  ): Promise<'updated' | 'changed' | 'gone'>;
}

/** Changes a suppression and returns it. */
export async function updateSuppression(
  dependencies: UpdateSuppressionDependencies,
  input: RequestContext & { siteId: string; suppressionId: string; body: UpdateSuppression },
): Promise<Suppression> {
  const { principal, requestId, now, suppressionId, body } = input;
  const message = findExpiryFault(body.expiresAt ?? null, now);
  if (message !== null) throw createInvalidRequest([{ path: 'expiresAt', message }]);
  const { accountId, siteId } = await getSite(dependencies, input);
  return retryWrite('suppression', async () => {
    const before = await dependencies.findSuppression({ accountId, siteId, suppressionId });
    if (!before) throw new Problem('suppression-not-found');
    const after = applySuppressionChange(before, body, now);
    const outcome = await dependencies.replaceSuppression(before, after, toActor(principal, requestId), now);
    if (outcome === 'gone') throw new Problem('suppression-not-found');
    return outcome === 'updated' ? after : undefined;
  });
}
