import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import { Problem } from '../core/problems/problem.ts';
import type { Suppression } from '../core/suppressions/suppression.ts';
import { type FindSite, getSite } from './get-site.ts';
import type { RequestContext } from './request-context.ts';
import type { FindSuppression } from './update-suppression.ts';

export interface DeleteSuppressionDependencies extends FindSite, FindSuppression {
  removeSuppression(suppression: Suppression, by: Actor, now: Date): Promise<'deleted' | 'gone'>;
}

/** Deletes a suppression. */
export async function deleteSuppression(
  dependencies: DeleteSuppressionDependencies,
  input: RequestContext & { siteId: string; suppressionId: string },
): Promise<void> {
  const { principal, requestId, now, suppressionId } = input;
  const { accountId, siteId } = await getSite(dependencies, input);
  const suppression = await dependencies.findSuppression({ accountId, siteId, suppressionId });
  const by = toActor(principal, requestId);
  const outcome = suppression && (await dependencies.removeSuppression(suppression, by, now));
  if (outcome !== 'deleted') throw new Problem('suppression-not-found');
}
