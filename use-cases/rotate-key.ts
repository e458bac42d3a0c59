import { canGrant } from '../core/access/grant.ts';
import type { KeyWithValue } from '../core/access/key-view.ts';
import type { RotationRequest } from '../core/access/rotation.ts';
import { toActor } from '../core/audit/audit-entry.ts';
import { Problem } from '../core/problems/problem.ts';
import { type ReissueKeyDependencies, reissueKey } from './issue-key.ts';
import type { FindKey } from './read-author.ts';
import type { RequestContext } from './request-context.ts';
import { createMemberProblem, type ReadKeyUse, requireKey, viewKey } from './require-key.ts';

export interface RotateKeyDependencies extends ReissueKeyDependencies, FindKey, ReadKeyUse {}

/**
 * Gives a key a new value. The result has the value, which is stored nowhere.
 * @throws Problem key-not-found, grant-too-large, key-already-revoked, previous-value-works, key-changed, or one about
 *   a membership that changed meanwhile
 */
export async function rotateKey(
  dependencies: RotateKeyDependencies,
  {
    principal,
    requestId,
    now,
    keyId,
    body,
  }: RequestContext<'member'> & {
    keyId: string;
    body: RotationRequest;
  },
): Promise<KeyWithValue> {
  const key = await requireKey(dependencies, principal, keyId);
  // The person gets a value with all permissions of the key.
  if (!canGrant(principal, key)) throw new Problem('grant-too-large');
  const by = toActor(principal, requestId);
  const rotated = await reissueKey(dependencies, { by, now, member: principal, key, request: body });
  switch (rotated.outcome) {
    case 'rotated':
      return {
        key: await viewKey(dependencies, await requireKey(dependencies, principal, keyId), now),
        value: rotated.value,
      };
    case 'refused':
      if (rotated.reason.refusal === 'key-revoked') throw new Problem('key-already-revoked');
      throw new Problem(
        'previous-value-works',
        `The value before the current one works until ${rotated.reason.until}. Rotate the key after that, or set endPrevious to end that value now.`,
      );
    case 'changed':
      throw new Problem('key-changed');
    default:
      throw createMemberProblem(rotated.outcome);
  }
}
