import { z } from 'zod';
import { type Role, roleNames } from './roles.ts';

/** How long a key lives by default, in days. */
export const KEY_DAYS_DEFAULT = 90;
export const KEY_DAYS_MAX = 365;

/** Sites that one key can be limited to. */
const KEY_SITES_MAX = 25;

const DAY_MS = 86_400_000;

/** An API key as the service keeps it: never its value, only bcrypt hashes of its secret. Times are RFC 3339 UTC. */
export interface KeyRecord {
  keyId: string;
  accountId: string;
  name: string;
  description: string;
  role: Role;
  /** The sites that the key is limited to; undefined for all of the account's. */
  siteIds?: string[];
  hash: string;
  /** Hash of the value before the last rotation, honoured until `previousHashUntil`. */
  previousHash?: string;
  previousHashUntil?: string;
  createdAt: string;
  /** Days that a value of the key lives by default, as requested when the key was created. */
  lifetimeDays: number;
  expiresAt: string;
  revokedAt?: string;
}

/** What is asked of whoever makes a key. */
export const keyRequestSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(500).default(''),
  role: z.enum(roleNames),
  expiresInDays: z.number().int().min(1).max(KEY_DAYS_MAX).default(KEY_DAYS_DEFAULT),
  siteIds: z.array(z.string()).min(1).max(KEY_SITES_MAX).optional(),
});

/** When a key that gets its value now expires after so many days, RFC 3339 UTC. */
export function computeExpiry(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString();
}

/** Why a key that exists does not open the door, or null when it does (its secret aside). */
export function getKeyRefusal(key: KeyRecord, now: Date): 'key-revoked' | 'key-expired' | null {
  if (key.revokedAt !== undefined) return 'key-revoked';
  return Date.parse(key.expiresAt) <= now.getTime() ? 'key-expired' : null;
}

/** The hashes that a secret may be checked against now: the present one and, in the grace time, the previous one. */
export function getAcceptedHashes(key: KeyRecord, now: Date): string[] {
  const inGrace = key.previousHashUntil !== undefined && Date.parse(key.previousHashUntil) > now.getTime();
  return inGrace && key.previousHash !== undefined ? [key.hash, key.previousHash] : [key.hash];
}

/** When the value that has this hash, one of those accepted, stops working; RFC 3339 UTC. */
export function getValueExpiry(key: KeyRecord, hash: string): string {
  const isPrevious = hash !== key.hash && hash === key.previousHash;
  return (isPrevious ? key.previousHashUntil : undefined) ?? key.expiresAt;
}

/** A call that a known key was refused. */
export interface KeyRefusal {
  accountId: string;
  keyId: string;
  /** Why: the code of a problem, or `wrong-secret`. */
  reason: string;
  requestId: string;
  sourceIp: string;
  now: Date;
}
