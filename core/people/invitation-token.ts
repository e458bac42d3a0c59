import { createHmac } from 'node:crypto';
import { hashLinkSecret } from '../access/link-secret.ts';
import { encodeIdBody } from '../ids.ts';

/** The fragment of a link: the id of the invitation, a dot, and 256 bits in base64url. */
const TOKEN_PATTERN = /^(invite_[0-9a-hjkmnp-tv-z]{26})\.([\w-]{43})$/;

/**
 * Returns the id of the invitation of an address to an account. It says nothing about the address to those who do not
 * have the secret of the account.
 * @param accountSecret the secret of the account's cursors, from which a key of its own is derived
 * @param email the address, folded by `foldEmail`
 */
export function deriveInvitationId(accountSecret: string, email: string): string {
  const key = createHmac('sha256', Buffer.from(accountSecret, 'base64url')).update('invitation-id').digest();
  return `invite_${encodeIdBody(createHmac('sha256', key).update(email).digest())}`;
}

/**
 * Returns the link of an invitation. The secret is in the fragment, which browsers do not send.
 * @param origin origin of the dashboard
 */
export function formatInvitationLink(origin: string, invitationId: string, secret: string): string {
  return `${origin}/invitation#${invitationId}.${secret}`;
}

/** Returns the parts of a token; null if it is malformed. */
export function parseInvitationToken(token: string): { invitationId: string; tokenHash: string } | null {
  const [, invitationId, secret] = TOKEN_PATTERN.exec(token) ?? [];
  if (invitationId === undefined || secret === undefined) return null;
  return { invitationId, tokenHash: hashLinkSecret(secret) };
}
