import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { NAME_LENGTH_MAX } from '../name-length.ts';
import type { Author } from '../people/author.ts';
import { isPlainText, NOT_PLAIN } from '../sites/plain-text.ts';
import { KEY_DAYS_DEFAULT, KEY_DAYS_MAX, KEY_DESCRIPTION_LENGTH_MAX } from './key-limits.ts';
import { type Role, roleNames } from './roles.ts';

/** Maximum number of sites that one key can be limited to. */
const KEY_SITES_MAX = 25;

const DAY_MS = 86_400_000;

/** An API key as stored: never its value, only bcrypt hashes of its secret. Times are RFC 3339 UTC. */
export interface KeyRecord {
  keyId: string;
  accountId: string;
  name: string;
  description: string;
  role: Role;
  /** The sites that the key is limited to; undefined for all sites of the account. */
  siteIds?: string[];
  hash: string;
  /** Hash of the value before the last rotation, accepted until `previousHashUntil`. */
  previousHash?: string;
  previousHashUntil?: string;
  /** Time of the last rotation; absent before the first one. */
  rotatedAt?: string;
  createdAt: string;
  /** The person who created the key; absent if an operator did. */
  createdBy?: KeyCreator;
  /** Default lifetime of a value of the key in days, as requested when the key was created. */
  lifetimeDays: number;
  expiresAt: string;
  revokedAt?: string;
}

/** The person who created a key, with the name at that time. */
export type KeyCreator = Extract<Author, { personId: string }>;

/** Input for the creation of a key. */
export const keyRequestSchema = z.strictObject({
  name: z.string().trim().min(1).max(NAME_LENGTH_MAX).refine(isPlainText, NOT_PLAIN),
  description: z.string().trim().max(KEY_DESCRIPTION_LENGTH_MAX).refine(isPlainText, NOT_PLAIN).default(''),
  role: z.enum(roleNames),
  expiresInDays: z.number().int().min(1).max(KEY_DAYS_MAX).default(KEY_DAYS_DEFAULT),
  siteIds: z.array(createIdSchema('site')).min(1).max(KEY_SITES_MAX).optional(),
});

export type KeyRequest = z.output<typeof keyRequestSchema>;

/** Returns the time `days` days after `now`, at which a new value of a key expires, RFC 3339 UTC. */
export function computeExpiry(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString();
}

/** Returns why an existing key is refused, or null if it is accepted. Does not check the secret. */
export function getKeyRefusal(key: KeyRecord, now: Date): 'key-revoked' | 'key-expired' | null {
  if (key.revokedAt !== undefined) return 'key-revoked';
  return Date.parse(key.expiresAt) <= now.getTime() ? 'key-expired' : null;
}

/** Returns the hashes that a secret may match now: the current one and, during the grace period, the previous one. */
export function getAcceptedHashes(key: KeyRecord, now: Date): string[] {
  const inGrace = key.previousHashUntil !== undefined && Date.parse(key.previousHashUntil) > now.getTime();
  return inGrace && key.previousHash !== undefined ? [key.hash, key.previousHash] : [key.hash];
}

/** Returns when the value with this hash expires, RFC 3339 UTC. @param hash one of the accepted hashes */
export function getValueExpiry(key: KeyRecord, hash: string): string {
  const isPrevious = hash !== key.hash && hash === key.previousHash;
  return (isPrevious ? key.previousHashUntil : undefined) ?? key.expiresAt;
}

/** A secret that a caller presents, and the bcrypt hashes that it may match. */
export interface PresentedSecret {
  keyId: string;
  secret: string;
  hashes: readonly string[];
  sourceIp: string;
  now: Date;
}

/**
 * Result of checking a secret: the hash that it matches, or `wrong`, or `unchecked` if it was not compared because too
 * many wrong secrets came from its source or network, or for its key.
 */
export type SecretCheck = { hash: string } | 'wrong' | 'unchecked';
