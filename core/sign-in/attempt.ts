import { z } from 'zod';

/** Minutes in which a person must sign in at the provider. */
export const ATTEMPT_MINUTES = 10;

/** Attempts of one browser at the same time, such as in several tabs. */
const ATTEMPTS_MAX = 3;

const COOKIE_PREFIX = '__Host-sign-in-';
const STATE_IN_NAME = 16;
const text = z.string().regex(/^[\w-]{16,128}$/);

const attemptSchema = z.object({
  state: text,
  nonce: text,
  /** The PKCE code verifier (RFC 7636). */
  verifier: text,
  /** Page of the dashboard to which the sign-in returns. Parse it again: the cookie is not signed. */
  return: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number().int(),
  /** Whether the person must prove again who they are, although the provider knows them. */
  again: z.boolean(),
  /** Hash of the session that the browser had. It ends when the sign-in succeeds. */
  sessionHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** One attempt to sign in. The browser has it in a cookie of its own until the provider redirects back. */
export type Attempt = z.output<typeof attemptSchema>;

/** Returns the name of the cookie of an attempt. */
export function getAttemptCookieName(state: string): string {
  return `${COOKIE_PREFIX}${state.slice(0, STATE_IN_NAME)}`;
}

/** Returns the value of the cookie of an attempt. */
export function encodeAttempt(attempt: Attempt): string {
  return Buffer.from(JSON.stringify(attempt)).toString('base64url');
}

/** A cookie of a request. */
interface Cookie {
  name: string;
  value: string;
}

/**
 * Returns the attempt with a state; undefined if the browser did not start it, or too long ago.
 * @param cookies all cookies of the request
 */
export function findAttempt(cookies: readonly Cookie[], state: string, now: Date): Attempt | undefined {
  const named = cookies.filter(({ name }) => name === getAttemptCookieName(state));
  const attempt = named.length === 1 ? decodeAttempt(named[0]?.value ?? '') : undefined;
  return attempt?.state === state && isOpen(attempt, now) ? attempt : undefined;
}

/**
 * Returns the names of the cookies of attempts that a browser must delete before another attempt starts: those that are
 * not valid or over, and the oldest ones if there are too many. Without a limit, a page could fill the browser with
 * attempts until its requests are too large.
 */
export function listOutdatedAttempts(cookies: readonly Cookie[], now: Date): string[] {
  const attempts = cookies
    .filter(({ name }) => name.startsWith(COOKIE_PREFIX))
    .map(({ name, value }) => ({ name, attempt: decodeAttempt(value) }));
  const open = attempts
    .filter(({ attempt }) => attempt !== undefined && isOpen(attempt, now))
    .sort((a, b) => (b.attempt?.startedAt ?? 0) - (a.attempt?.startedAt ?? 0));
  const kept = open.slice(0, ATTEMPTS_MAX - 1).map(({ name }) => name);
  const names = attempts.map(({ name }) => name).filter((name) => COOKIE_NAME.test(name));
  return [...new Set(names)].filter((name) => !kept.includes(name));
}

const COOKIE_NAME = /^__Host-sign-in-[\w-]{1,16}$/;

function isOpen({ startedAt }: Attempt, now: Date): boolean {
  const age = now.getTime() - startedAt;
  return age >= 0 && age < ATTEMPT_MINUTES * 60_000;
}

function decodeAttempt(value: string): Attempt | undefined {
  try {
    return attemptSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
  } catch {
    return undefined;
  }
}
