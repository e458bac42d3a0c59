import { canGrant } from '../core/access/grant.ts';
import type { CreateKey } from '../core/access/key-bodies.ts';
import { type KeyWithValue, toKeyView, unusedKey } from '../core/access/key-view.ts';
import { toActor } from '../core/audit/audit-entry.ts';
import { createInvalidRequest, Problem } from '../core/problems/problem.ts';
import { type IssueKeyDependencies, issueKey } from './issue-key.ts';
import type { RequestContext } from './request-context.ts';
import { createMemberProblem } from './require-key.ts';

export interface CreateKeyDependencies extends IssueKeyDependencies {
  findPerson(personId: string): Promise<{ name: string } | undefined>;
  /** Maximum number of keys of an account that are not revoked. */
  keysLimit: number;
}

/**
 * Creates a key. The result has its value, which is stored nowhere.
 * @throws Problem grant-too-large, invalid-request, keys-limit, or one about a membership that changed meanwhile
 */
export async function createKey(
  dependencies: CreateKeyDependencies,
  { principal, requestId, now, body }: RequestContext<'member'> & { body: CreateKey },
): Promise<KeyWithValue> {
  if (!canGrant(principal, body)) throw new Problem('grant-too-large');
  const { personId } = principal;
  const { findPerson, keysLimit } = dependencies;
  const createdBy = { personId, name: (await findPerson(personId))?.name ?? personId };
  const issued = await issueKey(dependencies, {
    by: toActor(principal, requestId),
    now,
    member: principal,
    request: body,
    createdBy,
    limit: keysLimit,
  });
  switch (issued.outcome) {
    case 'created':
      return { key: toKeyView(issued.key, unusedKey, now), value: issued.value };
    case 'no-sites':
      throw createInvalidRequest(
        issued.missing.map((siteId) => ({
          path: `siteIds[${body.siteIds?.indexOf(siteId)}]`,
          message: 'must be the id of a site of the account',
        })),
      );
    case 'full':
      throw new Problem(
        'keys-limit',
        `The account has reached its limit of ${keysLimit} API keys. Revoke keys that are no longer needed, or ask the operator for a higher limit.`,
      );
    case 'no-account':
      throw new Problem('not-a-member');
    default:
      throw createMemberProblem(issued.outcome);
  }
}
