import { z } from 'zod';

const cookieSchema = z.object({
  name: z.string(),
  value: z.string(),
  path: z.string(),
  /** Whether scripts of pages cannot read it. */
  httpOnly: z.boolean(),
});
export type Cookie = z.infer<typeof cookieSchema>;

/**
 * Headers, cookies and basic authentication that give access to a protected site. Never part of a response, a log line
 * or a report.
 */
export const credentialsSchema = z.object({
  /** The only origin that they are sent to. */
  origin: z.string(),
  /** Header names in the caller's case. */
  headers: z.record(z.string(), z.string()),
  cookies: z.array(cookieSchema),
  basic: z.object({ username: z.string(), password: z.string() }).nullable(),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/**
 * Names of the encryption context that sealed credentials are bound to. Each call to KMS passes it, and the permissions
 * require it.
 */
export const sealingContextNames = ['account', 'site', 'origin'] as const;
export type SealingContext = Record<(typeof sealingContextNames)[number], string>;

/** Encrypted credentials. */
const sealedSchema = z.object({
  /** The encrypted data key, base64. */
  key: z.string(),
  /** AES-256-GCM: nonce, ciphertext and tag, each base64. */
  nonce: z.string(),
  text: z.string(),
  tag: z.string(),
});
export type Sealed = z.infer<typeof sealedSchema>;

/** Sealed credentials with the encryption context that is needed to open them. */
export const sealedCredentialsSchema = z.object({
  siteId: z.string(),
  origin: z.string(),
  sealed: sealedSchema,
});
export type SealedCredentials = z.infer<typeof sealedCredentialsSchema>;

/** Credentials as a site stores them: sealed, with their number by kind. */
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
    origin: z.string().meta({ description: 'The only origin that the credentials are sent to.' }),
    headers: z.number().int().meta({ description: 'Number of headers.' }),
    cookies: z.number().int().meta({ description: 'Number of cookies.' }),
    basic: z.boolean().meta({ description: 'Whether a user name and password are set.' }),
    setAt: z.iso.datetime().meta({ description: 'When the credentials were set.' }),
  })
  .meta({ id: 'CredentialsView', description: 'Shows that a site has credentials, but never their values.' });
export type CredentialsView = z.infer<typeof credentialsViewSchema>;

/** Returns the API's view of a site's credentials, without any value. */
export function toCredentialsView(stored: StoredCredentials | undefined): CredentialsView | null {
  if (stored === undefined) return null;
  const { origin, headers, cookies, basic, setAt } = stored;
  return { origin, headers, cookies, basic, setAt };
}

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** True if credentials may be sent to a URL's origin: over https, or over http on loopback. */
export function canHoldCredentials(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** Returns sealed credentials as a site stores them. */
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
 * Returns the sealed credentials for a chunk of a site's pages; undefined if the site has none, or if its origin has
 * changed since they were set.
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
