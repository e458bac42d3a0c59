import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import type { Decision } from '../core/decisions/decision.ts';
import { FINGERPRINT } from '../core/findings/identity.ts';
import { Problem } from '../core/problems/problem.ts';
import type { FindDecision } from './decide.ts';
import { type FindSite, getSite } from './get-site.ts';
import type { RequestContext } from './request-context.ts';
import { retryWrite } from './retry-write.ts';

export interface DeleteDecisionDependencies extends FindSite, FindDecision {
  removeDecision(decision: Decision, by: Actor, now: Date): Promise<'deleted' | 'changed' | 'gone'>;
}

/** Deletes a decision. Its finding needs review again. */
export async function deleteDecision(
  dependencies: DeleteDecisionDependencies,
  input: RequestContext & { siteId: string; fingerprint: string },
): Promise<void> {
  const { principal, requestId, now, fingerprint } = input;
  const { accountId, siteId } = await getSite(dependencies, input);
  if (!FINGERPRINT.test(fingerprint)) throw new Problem('decision-not-found');
  const by = toActor(principal, requestId);
  await retryWrite('decision', async () => {
    const decision = await dependencies.findDecision({ accountId, siteId, fingerprint });
    const outcome = decision && (await dependencies.removeDecision(decision, by, now));
    if (outcome === undefined || outcome === 'gone') throw new Problem('decision-not-found');
    return outcome === 'deleted' ? outcome : undefined;
  });
}
