const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Hours after the last call at which a session ends. */
const SESSION_IDLE_HOURS = 12;

/** Days after the sign-in at which a session ends in any case. */
export const SESSION_DAYS = 14;

/** Maximum number of sessions of a person; a sign-in ends the oldest one. It bounds what a list of them reads. */
export const SESSIONS_MAX = 100;

/** Minutes after a sign-in during which sensitive calls are allowed. */
export const RECENT_SIGN_IN_MINUTES = 15;

/** Minutes between two writes of the time at which a session was last used. */
const LAST_SEEN_MINUTES = 5;

/** A session of a person, without its value. Times are RFC 3339 UTC. */
export interface Session {
  sessionId: string;
  personId: string;
  /** The address that the identity provider verified at the sign-in, in lower case. */
  email: string;
  createdAt: string;
  /** Time of a call with this session, at most `LAST_SEEN_MINUTES` before the last one. */
  lastSeenAt: string;
  /** When the person proved who they are to the identity provider; null if the provider did not state it. */
  signedInAt: string | null;
  /** The absolute end. */
  endsAt: string;
  /** A short name of the browser and its system, for the list of sessions. */
  browser: string;
}

/** Returns the absolute end of a session that begins now, RFC 3339 UTC. */
export function computeSessionEnd(now: Date): string {
  return new Date(now.getTime() + SESSION_DAYS * 24 * HOUR_MS).toISOString();
}

/** True if a session has ended: at its absolute end, or because it was not used. */
export function isSessionOver({ endsAt, lastSeenAt }: Session, now: Date): boolean {
  const idleEnd = Date.parse(lastSeenAt) + SESSION_IDLE_HOURS * HOUR_MS;
  return now.getTime() >= Math.min(Date.parse(endsAt), idleEnd);
}

/** True if the time at which a session was last used must be written again. */
export function isLastSeenOutdated({ lastSeenAt }: Session, now: Date): boolean {
  return now.getTime() - Date.parse(lastSeenAt) >= LAST_SEEN_MINUTES * MINUTE_MS;
}

/** True if the sign-in is recent enough for sensitive calls. @param signedInAt RFC 3339 UTC; null is never recent */
export function isSignInRecent(signedInAt: string | null, now: Date): boolean {
  return signedInAt !== null && now.getTime() - Date.parse(signedInAt) <= RECENT_SIGN_IN_MINUTES * MINUTE_MS;
}
