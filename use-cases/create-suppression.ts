import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import { createInvalidRequest, Problem } from '../core/problems/problem.ts';
import {
  buildSuppression,
  type CreateSuppression,
  findExpiryFault,
  SELECTOR_SUPPRESSIONS_MAX,
  SUPPRESSIONS_MAX,
  type Suppression,
} from '../core/suppressions/suppression.ts';
import { type FindSite, getSite } from './get-site.ts';
import { type ReadAuthorDependencies, readAuthor } from './read-author.ts';
import type { RequestContext } from './request-context.ts';

export interface CreateSuppressionDependencies extends FindSite, ReadAuthorDependencies {
  /** Writes a suppression within the limits of its site. */
  insertSuppression(
    suppression: Suppression,
    by: Actor,
    now: Date,
  ): Promise<'created' | 'site-gone' | 'full' | 'selectors-full'>;
}

/** Creates a suppression of findings and returns it. */
export async function createSuppression(
  dependencies: CreateSuppressionDependencies,
  input: RequestContext<'key' | 'member'> & { siteId: string; body: CreateSuppression },
): Promise<Suppression> {
  const { principal, requestId, now, body } = input;
  const message = findExpiryFault(body.expiresAt, now);
  if (message !== null) throw createInvalidRequest([{ path: 'expiresAt', message }]);
  const { accountId, siteId } = await getSite(dependencies, input);
  const author = await readAuthor(dependencies, principal);
  const suppression = buildSuppression({ accountId, siteId, author }, body, now);
  switch (await dependencies.insertSuppression(suppression, toActor(principal, requestId), now)) {
    case 'site-gone':
      throw new Problem('site-not-found');
    case 'full':
      throw new Problem(
        'suppressions-limit',
        `The site has ${SUPPRESSIONS_MAX} suppressions, the maximum. Delete one first.`,
      );
    case 'selectors-full':
      throw new Problem(
        'suppressions-limit',
        `The site has ${SELECTOR_SUPPRESSIONS_MAX} suppressions with a selector, the maximum. Delete one first.`,
      );
    case 'created':
      return suppression;
  }
}
