import type { AccountCalls } from '../api/calls.ts';
import type { Member } from '../api/types.ts';

const PAGE_SIZE = 100;
/** Accounts have at most 1,000 members. */
const PAGES_MAX = 10;

/** Returns a member of the account; null if the person is not a member. The API has no call for one member. */
export async function findMember(
  calls: AccountCalls,
  personId: string,
  signal: AbortSignal,
): Promise<Member | null> {
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { items, nextCursor } = await calls.listMembers({ limit: PAGE_SIZE, cursor }, signal);
    const member = items.find((each) => each.personId === personId);
    if (member !== undefined) return member;
    if (nextCursor === null) return null;
    cursor = nextCursor;
  }
  return null;
}
