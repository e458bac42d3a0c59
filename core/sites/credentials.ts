import { z } from 'zod';

/** What opens the gate that a site stands behind. Never part of an answer, a log line or a report. */
export interface Credentials {
  /** The only origin that they are sent to. */
  origin: string;
  /** Header names in the caller's case. */
  headers: Record<string, string>;
  cookies: Cookie[];
  basic: { username: string; password: string } | null;
}

export interface Cookie {
  name: string;
  value: string;
  path: string;
  /** Whether it is kept from the scripts of pages. */
  httpOnly: boolean;
}

/** What sealed credentials are bound to: the encryption context of each call to KMS, which permissions require. */
export const sealingContextNames = ['account', 'site', 'origin'] as const;
export type SealingContext = Record<(typeof sealingContextNames)[number], string>;

/** Credentials that only the holder of the key can read. */
export const sealedSchema = z.object({
  /** The data key, itself encrypted, base64. */
  key: z.string(),
  /** AES-256-GCM: nonce, ciphertext and tag, each base64. */
  nonce: z.string(),
  text: z.string(),
  tag: z.string(),
});
export type Sealed = z.infer<typeof sealedSchema>;

/** Sealed credentials with what they were sealed for, without which they cannot be opened. */
export const sealedCredentialsSchema = z.object({
  siteId: z.string(),
  origin: z.string(),
  sealed: sealedSchema,
});
export type SealedCredentials = z.infer<typeof sealedCredentialsSchema>;

/** Credentials as a site keeps them: sealed, and how many there are. */
export interface StoredCredentials {
  origin: string;
  sealed: Sealed;
  headers: number;
  cookies: number;
  basic: boolean;
  /** RFC 3339 UTC. */
  setAt: string;
}

/** What the API shows of a site's credentials. */
export const credentialsViewSchema = z
  .object({
    origin: z.string().meta({ description: 'The only origin that they are sent to.' }),
    headers: z.number().int().meta({ description: 'How many headers.' }),
    cookies: z.number().int().meta({ description: 'How many cookies.' }),
    basic: z.boolean().meta({ description: 'Whether there is a user name and password.' }),
    setAt: z.iso.datetime().meta({ description: 'When they were set.' }),
  })
  .meta({ id: 'CredentialsView', description: 'That a site has credentials; never what they are.' });
export type CredentialsView = z.infer<typeof credentialsViewSchema>;

/** The API's view of a site's credentials; whatever else they hold stays out of it. */
export function toCredentialsView(kept: StoredCredentials | undefined): CredentialsView | null {
  if (kept === undefined) return null;
  const { origin, headers, cookies, basic, setAt } = kept;
  return { origin, headers, cookies, basic, setAt };
}

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Whether credentials may be sent to a URL's origin at all: by https, or by http within the machine. */
export function canHoldCredentials(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** What a site keeps of sealed credentials. */
export function toStoredCredentials(credentials: Credentials, sealed: Sealed, now: Date): StoredCredentials {
  const { origin, headers, cookies, basic } = credentials;
  return {
    origin,
    sealed,
    headers: Object.keys(headers).length,
    cookies: cookies.length,
    basic: basic !== null,
    setAt: now.toISOString(),
  };
}

/**
 * The credentials that a chunk of a site's pages takes with it; undefined when the site has none, or has moved to
 * another origin than they were set for.
 */
export function getSealedCredentials(site: {
  siteId: string;
  url: string;
  credentials?: StoredCredentials;
}): SealedCredentials | undefined {
  const { siteId, url, credentials } = site;
  if (credentials === undefined || credentials.origin !== new URL(url).origin) return undefined;
  return { siteId, origin: credentials.origin, sealed: credentials.sealed };
}
