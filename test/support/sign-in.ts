import { randomUUID } from 'node:crypto';
import { admitMember } from '../../adapters/dynamodb/memberships.ts';
import { createPerson } from '../../adapters/dynamodb/people.ts';
import { createSession } from '../../adapters/dynamodb/sessions.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { SESSION_COOKIE } from '../../core/access/session-text.ts';
import { createId } from '../../core/ids.ts';
import type { MemberRole } from '../../core/people/membership.ts';
import { computeSessionEnd, type Session } from '../../core/people/session.ts';
import { createSessionValue, hashSessionValue } from '../../core/people/session-value.ts';
import type { ApiClient } from './api-client.ts';

/** What a test may choose about a person who signs in. */
export interface SignInOptions {
  name?: string;
  email?: string;
  /** The existing person who signs in; a new one by default. */
  personId?: string;
  /** Members of the session that differ from those of a session that begins now. */
  session?: Partial<Session>;
}

/** A person with a session. */
export interface SignedIn {
  personId: string;
  email: string;
  sessionId: string;
  sessionHash: string;
  /** The value of the `Cookie` header. */
  cookie: string;
}

/** Gives a person a session, without an identity provider. */
export async function signIn(store: Store, given: SignInOptions = {}): Promise<SignedIn> {
  const now = new Date();
  const personId = given.personId ?? createId('person', now);
  const email = given.email ?? `${personId.slice(-8)}@example.com`;
  if (given.personId === undefined) {
    const person = { personId, name: given.name ?? 'Ada Example', email, createdAt: now.toISOString() };
    await createPerson(store, person, { issuer: 'https://id.example', subject: personId });
  }
  const value = createSessionValue();
  const session: Session = {
    sessionId: createId('session', now),
    personId,
    email,
    createdAt: now.toISOString(),
    lastSeenAt: now.toISOString(),
    signedInAt: now.toISOString(),
    endsAt: computeSessionEnd(now),
    browser: 'Firefox on Linux',
    ...given.session,
  };
  const sessionHash = hashSessionValue(value);
  await createSession(store, sessionHash, session);
  const { sessionId } = session;
  return { personId, email, sessionId, sessionHash, cookie: `${SESSION_COOKIE}=${value}` };
}

/**
 * Returns a function that calls the API as a page of the dashboard does, expects success, and returns the body.
 * @param client a client without a key
 * @param account of which the calls are; `none` for those of the person alone
 */
export function callAs(client: ApiClient, { cookie }: Pick<SignedIn, 'cookie'>, account: string) {
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'A11y-Account': account };
  return async (method: string, path: string, body?: object) => {
    const { status, json, text } = await client.call(method, path, { headers, ...(body && { body }) });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return json;
  };
}

/** Makes a person a member of an account. */
export async function addMember(
  store: Store,
  personId: string,
  accountId: string,
  role: MemberRole = 'admin',
  siteIds?: string[],
): Promise<void> {
  const now = new Date();
  const limit = siteIds === undefined ? {} : { siteIds };
  const membership = { accountId, personId, role, ...limit, joinedAt: now.toISOString() };
  const by = { accountId, actor: 'person:test', requestId: randomUUID() };
  const outcome = await admitMember(store, membership, by, now);
  if (outcome !== 'admitted') throw new Error(`the member was not admitted: ${outcome}`);
}
