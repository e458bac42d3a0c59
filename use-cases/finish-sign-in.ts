import { createId } from '../core/ids.ts';
import type { Identity } from '../core/people/identity.ts';
import { deriveName, foldEmail, type Person } from '../core/people/person.ts';
import { computeSessionEnd, SESSIONS_MAX, type Session } from '../core/people/session.ts';
import { createSessionValue, hashSessionValue } from '../core/people/session-value.ts';
import type { Attempt } from '../core/sign-in/attempt.ts';
import type { SignInClaims } from '../core/sign-in/claims.ts';
import { parseReturnPath } from '../core/sign-in/return-path.ts';
import { SignInFailure } from '../core/sign-in/sign-in-failures.ts';
import { type RecordSessionEventDependencies, recordSessionEvent } from './record-session-event.ts';

/** How long before the start of an attempt a renewed sign-in may have been, because clocks differ. */
const REPEATED_SIGN_IN_TOLERANCE_MS = 60_000;

export interface FinishSignInDependencies extends RecordSessionEventDependencies {
  findPersonId(identity: Identity): Promise<string | undefined>;
  /** Returns the person with an identity, who is created if nobody has it. */
  ensurePerson(identity: Identity, profile: Pick<Person, 'name' | 'email'>, now: Date): Promise<Person>;
  updatePerson(personId: string, change: { email: string }): Promise<unknown>;
  findSession(sessionHash: string): Promise<Session | undefined>;
  endSession(sessionHash: string): Promise<void>;
  createSession(sessionHash: string, session: Session): Promise<void>;
  /** Ends the sessions of a person that exceed a number, oldest first. */
  endOldestSessions(personId: string, kept: number): Promise<void>;
}

/** A response of the provider to an attempt, and the browser that brought it. */
export interface SignInResponse {
  attempt: Attempt;
  issuer: string;
  claims: SignInClaims;
  browser: string;
  sourceIp: string;
  requestId: string;
  now: Date;
}

/**
 * Begins a session for the person of a verified response, and ends the session that the browser had when it started the
 * attempt. So a session that somebody else planted in the browser does not become one of the person.
 * @returns the value of the session, and the path of the page to show
 * @throws SignInFailure email-not-verified or sign-in-not-renewed; both are recorded for a known person
 */
export async function finishSignIn(
  dependencies: FinishSignInDependencies,
  response: SignInResponse,
): Promise<{ value: string; returnPath: string }> {
  const { attempt, issuer, claims, browser, now } = response;
  const identity = { issuer, subject: claims.subject };
  const email = await requireAcceptable(dependencies, identity, response);
  const name = deriveName(email, claims.name);
  const person = await dependencies.ensurePerson(identity, { name, email }, now);
  const { personId } = person;
  if (person.email !== email || person.emailUnverified) await dependencies.updatePerson(personId, { email });
  const earlier = await endEarlierSession(dependencies, response);
  const value = createSessionValue();
  const session: Session = {
    sessionId: createId('session', now),
    personId,
    email,
    createdAt: now.toISOString(),
    lastSeenAt: now.toISOString(),
    signedInAt: claims.signedInAt,
    endsAt: computeSessionEnd(now),
    browser,
  };
  await record(dependencies, response, 'session.started', personId, session.sessionId, { browser });
  await dependencies.createSession(hashSessionValue(value), session);
  await dependencies.endOldestSessions(personId, SESSIONS_MAX);
  // The page was that of another person.
  const isOther = earlier !== undefined && earlier.personId !== personId;
  return { value, returnPath: isOther ? '/' : parseReturnPath(attempt.return) };
}

/** Returns the verified address. */
async function requireAcceptable(
  dependencies: FinishSignInDependencies,
  identity: Identity,
  response: SignInResponse,
): Promise<string> {
  const { attempt, claims } = response;
  const isRenewed =
    !attempt.again ||
    (claims.signedInAt !== null &&
      Date.parse(claims.signedInAt) >= attempt.startedAt - REPEATED_SIGN_IN_TOLERANCE_MS);
  if (claims.email !== undefined && isRenewed) return foldEmail(claims.email);
  const code = claims.email === undefined ? 'email-not-verified' : 'sign-in-not-renewed';
  const personId = await dependencies.findPersonId(identity);
  if (personId !== undefined)
    await record(dependencies, response, 'session.refused', personId, personId, { reason: code });
  throw new SignInFailure(code);
}

async function endEarlierSession(
  dependencies: FinishSignInDependencies,
  response: SignInResponse,
): Promise<Session | undefined> {
  const { sessionHash } = response.attempt;
  const session = sessionHash === undefined ? undefined : await dependencies.findSession(sessionHash);
  if (sessionHash === undefined || session === undefined) return undefined;
  await dependencies.endSession(sessionHash);
  const reason = { reason: 'new-sign-in' };
  await record(dependencies, response, 'session.ended', session.personId, session.sessionId, reason);
  return session;
}

function record(
  dependencies: FinishSignInDependencies,
  { requestId, sourceIp, now }: SignInResponse,
  action: 'session.started' | 'session.ended' | 'session.refused',
  personId: string,
  target: string,
  detail: Record<string, string>,
): Promise<void> {
  return recordSessionEvent(dependencies, { action, personId, target, detail, requestId, sourceIp, now });
}
