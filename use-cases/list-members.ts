import type { MemberPrincipal } from '../core/access/principal.ts';
import { cutListing, type Listing } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import type { Invitation, InvitationList } from '../core/people/invitation.ts';
import {
  type InvitationView,
  type MemberView,
  toInvitationView,
  toMemberView,
} from '../core/people/member-views.ts';
import type { Membership } from '../core/people/membership.ts';
import type { Person } from '../core/people/person.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';

export interface ListMembersDependencies extends FindAccount {
  listMembers(accountId: string, range: ListRange): Promise<Listing<Membership>>;
  /** Returns those of the given people that exist. */
  findPeople(personIds: readonly string[]): Promise<Person[]>;
  /** Returns when a person made a call in an account last. */
  readLastSeen(personId: string, accountId: string): Promise<string | null>;
}

/** Returns one result page of the members of the account, in the order in which they signed in first. */
export async function listMembers(
  dependencies: ListMembersDependencies,
  { principal, query }: { principal: MemberPrincipal; query: PageRequest },
): Promise<Page<MemberView>> {
  const { accountId } = principal;
  const { limit, cursor } = query;
  const list = { accountId, call: 'list-members' as const, filters: {}, limit, cursor };
  const page = await readResultPage<Membership>(dependencies, list, (range) =>
    dependencies.listMembers(accountId, range),
  );
  const people = await dependencies.findPeople(page.items.map(({ personId }) => personId));
  const byId = new Map(people.map((person) => [person.personId, person]));
  const views = page.items.map(async (membership) => {
    const person = byId.get(membership.personId) ?? { name: membership.personId, email: '' };
    return toMemberView(membership, person, await dependencies.readLastSeen(membership.personId, accountId));
  });
  return { ...page, items: await Promise.all(views) };
}

export interface ListInvitationsDependencies extends FindAccount {
  readInvitationList(accountId: string): Promise<{ invitations: InvitationList }>;
  findInvitations(invitationIds: readonly string[]): Promise<Invitation[]>;
  readActorNames(accountId: string, actors: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Returns one result page of the invitations of the account, the one that was sent last first. */
export async function listInvitations(
  dependencies: ListInvitationsDependencies,
  { principal, query, now }: { principal: MemberPrincipal; query: PageRequest; now: Date },
): Promise<Page<InvitationView>> {
  const { accountId } = principal;
  const { limit, cursor } = query;
  const list = { accountId, call: 'list-invitations' as const, filters: {}, limit, cursor };
  const page = await readResultPage<Invitation>(dependencies, list, async ({ after }) => {
    const { invitations } = await dependencies.readInvitationList(accountId);
    const found = await dependencies.findInvitations(Object.keys(invitations));
    const sorted = found.sort((a, b) => (getPosition(a) < getPosition(b) ? 1 : -1));
    const rest = sorted.filter((invitation) => after === undefined || getPosition(invitation) < after);
    return cutListing(rest, limit, getPosition);
  });
  const inviters = [...new Set(page.items.map(({ invitedBy }) => invitedBy))];
  const names = await dependencies.readActorNames(accountId, inviters);
  return { ...page, items: page.items.map((invitation) => toInvitationView(invitation, names, now)) };
}

function getPosition({ sentAt, invitationId }: Invitation): string {
  return `${sentAt}#${invitationId}`;
}
