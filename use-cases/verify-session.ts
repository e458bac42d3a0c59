import type { MemberPrincipal, PersonPrincipal } from '../core/access/principal.ts';
import { NO_ACCOUNT } from '../core/access/session-text.ts';
import type { MemberRefusal } from '../core/audit/refusal.ts';
import { createIdSchema } from '../core/ids.ts';
import type { Membership } from '../core/people/membership.ts';
import { isLastSeenOutdated, isSessionOver, type Session } from '../core/people/session.ts';
import { hashSessionValue, isSessionValue } from '../core/people/session-value.ts';

export interface VerifySessionDependencies {
  findSession(sessionHash: string): Promise<Session | undefined>;
  /** Returns the person and, if an account is given, the account and the membership in it, as far as they exist. */
  readCaller(
    personId: string,
    accountId?: string,
  ): Promise<{
    person?: { sessionsEndedAt?: string };
    membership?: Membership;
    account?: { deletedAt?: string };
  }>;
  recordRefusal(refusal: MemberRefusal): Promise<void>;
  /** Records that the session was used. */
  touchSession(sessionHash: string, now: Date): Promise<void>;
}

/** The session and the account of a call as they were sent, and the source of the call. */
export interface PresentedSession {
  /** The values of the cookie; a valid call has exactly one. */
  values: readonly string[];
  /** The values of the header with the account: none, `NO_ACCOUNT`, or an id. */
  accounts: readonly string[];
  sourceIp: string;
  requestId: string;
  now: Date;
}

/** The signed-in person, as a member if the call names an account; or the reason of the refusal. */
export type SessionVerification =
  | { principal: MemberPrincipal | PersonPrincipal }
  | { refusal: 'session-ended' | 'not-a-member' };

const accountIdSchema = createIdSchema('acct');

/**
 * Verifies the session of a call, and the membership in the account that the call names. All reads are strongly
 * consistent. A text that cannot be a value or an account is refused without a read of it. If a person who is not a
 * member names an account that exists, the refusal is recorded there.
 */
export async function verifySession(
  dependencies: VerifySessionDependencies,
  { values, accounts, sourceIp, requestId, now }: PresentedSession,
): Promise<SessionVerification> {
  const [value = ''] = values;
  if (values.length !== 1 || !isSessionValue(value)) return { refusal: 'session-ended' };
  const sessionHash = hashSessionValue(value);
  const session = await dependencies.findSession(sessionHash);
  if (session === undefined || isSessionOver(session, now)) return { refusal: 'session-ended' };
  const { personId, sessionId, signedInAt } = session;
  const accountId = parseAccount(accounts);
  const found = await dependencies.readCaller(personId, accountId ?? undefined);
  if (found.person === undefined || session.createdAt <= (found.person.sessionsEndedAt ?? ''))
    return { refusal: 'session-ended' };
  if (isLastSeenOutdated(session, now)) await dependencies.touchSession(sessionHash, now);
  const person = { personId, sessionId, sessionHash, signedInAt, sourceIp };
  if (accountId === undefined) return { principal: { kind: 'person', ...person } };
  const { membership, account } = found;
  const exists = accountId !== null && account !== undefined && account.deletedAt === undefined;
  if (exists && membership === undefined) {
    const reason = 'not-a-member';
    await dependencies.recordRefusal({ accountId, personId, reason, requestId, sourceIp, now });
  }
  if (!exists || membership === undefined) return { refusal: 'not-a-member' };
  const { role, siteIds } = membership;
  const ofAccount = { accountId: membership.accountId, role, ...(siteIds ? { siteIds } : {}) };
  return { principal: { kind: 'member', ...ofAccount, ...person } };
}

/** Returns the account that a call names; undefined if it names none, and null if the header is malformed. */
function parseAccount(accounts: readonly string[]): string | undefined | null {
  const [account = NO_ACCOUNT] = accounts;
  if (accounts.length > 1) return null;
  if (account === NO_ACCOUNT) return undefined;
  return accountIdSchema.safeParse(account).success ? account : null;
}
