import type { PersonPrincipal } from '../core/access/principal.ts';
import type { MeView } from '../core/people/me-view.ts';
import type { Membership } from '../core/people/membership.ts';
import type { Person } from '../core/people/person.ts';
import type { Session } from '../core/people/session.ts';
import { Problem } from '../core/problems/problem.ts';

export interface GetMeDependencies {
  findPerson(personId: string): Promise<Person | undefined>;
  findSession(sessionHash: string): Promise<Session | undefined>;
  listMemberships(personId: string): Promise<Membership[]>;
  findAccount(accountId: string): Promise<{ name: string; deletedAt?: string } | undefined>;
}

/**
 * Returns the signed-in person with the session and the accounts.
 * @throws Problem session-ended if the session was ended since the call was authorized
 */
export async function getMe(
  dependencies: GetMeDependencies,
  { personId, sessionHash }: PersonPrincipal,
): Promise<MeView> {
  const [person, session, memberships] = await Promise.all([
    dependencies.findPerson(personId),
    dependencies.findSession(sessionHash),
    dependencies.listMemberships(personId),
  ]);
  if (person === undefined || session === undefined) throw new Problem('session-ended');
  const accounts = await Promise.all(memberships.map((each) => buildAccount(dependencies, each)));
  const { sessionId, createdAt, signedInAt, endsAt } = session;
  return {
    person: { personId, name: person.name, email: person.email },
    session: { sessionId, createdAt, signedInAt, endsAt },
    accounts: accounts.flat(),
  };
}

/** Returns the account of a membership; an empty list if the account is deleted. */
async function buildAccount(
  { findAccount }: GetMeDependencies,
  { accountId, role, siteIds }: Membership,
): Promise<MeView['accounts']> {
  const account = await findAccount(accountId);
  if (account === undefined || account.deletedAt !== undefined) return [];
  return [{ accountId, name: account.name, role, siteIds: siteIds ?? null }];
}
