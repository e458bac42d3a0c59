import { hashLinkSecret } from '../access/link-secret.ts';

/** The id of the shared report, an underscore, and 256 bits in base64url. */
const TOKEN_PATTERN = /^(share_[0-9a-hjkmnp-tv-z]{26})_([\w-]{43})$/;

/** Returns the token of a shared report. @param secret 256 random bits in base64url */
export function formatShareToken(shareId: string, secret: string): string {
  return `${shareId}_${secret}`;
}

/**
 * Returns the link of a shared report. The token is in the fragment, which browsers do not send.
 * @param origin origin of the dashboard
 */
export function formatShareUrl(origin: string, token: string): string {
  return `${origin}/shared#${token}`;
}

/** Returns the id and the hash of the secret of a token; null if it is malformed. */
export function parseShareToken(token: string): { shareId: string; tokenHash: string } | null {
  const [, shareId, secret] = TOKEN_PATTERN.exec(token) ?? [];
  if (shareId === undefined || secret === undefined) return null;
  return { shareId, tokenHash: hashLinkSecret(secret) };
}
