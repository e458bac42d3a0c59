import type { KeyRecord } from '../core/access/key-record.ts';
import type { KeyUse, KeyView } from '../core/access/key-view.ts';
import { toKeyView } from '../core/access/key-view.ts';
import type { MemberPrincipal } from '../core/access/principal.ts';
import { Problem } from '../core/problems/problem.ts';
import type { MemberFailure } from './issue-key.ts';
import type { FindKey } from './read-author.ts';

export interface ReadKeyUse {
  readKeyUse(key: KeyRecord): Promise<KeyUse>;
}

/**
 * Returns a key of the account of a member.
 * @throws Problem key-not-found
 */
export async function requireKey(
  { findKey }: FindKey,
  { accountId }: MemberPrincipal,
  keyId: string,
): Promise<KeyRecord> {
  const key = await findKey(keyId);
  if (key?.accountId !== accountId) throw new Problem('key-not-found');
  return key;
}

/** Returns the view of a key, with its use. */
export async function viewKey({ readKeyUse }: ReadKeyUse, key: KeyRecord, now: Date): Promise<KeyView> {
  return toKeyView(key, await readKeyUse(key), now);
}

/** Returns the problem of a member whose role, sites or membership changed while a call was handled. */
export function createMemberProblem(failure: MemberFailure): Problem {
  return failure === 'member-gone'
    ? new Problem('not-a-member')
    : new Problem(
        'role-too-small',
        'Your role or your sites were changed while the call was handled. Nothing was changed.',
      );
}
