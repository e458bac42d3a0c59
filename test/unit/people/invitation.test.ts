import { describe, expect, it } from 'vitest';
import { createLinkSecret } from '../../../core/access/link-secret.ts';
import {
  addInvitation,
  getInvitationDeletionTime,
  OPEN_INVITATIONS_MAX,
} from '../../../core/people/invitation.ts';
import {
  deriveInvitationId,
  formatInvitationLink,
  parseInvitationToken,
} from '../../../core/people/invitation-token.ts';

const now = new Date('2026-11-23T10:00:00.000Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
const listOf = (count: number, days: number, prefix: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, inDays(days)]));
const invitation = { invitationId: 'new', expiresAt: inDays(7) };

describe('the list of invitations', () => {
  it('takes a new one until the maximum of open ones is reached, and always the same address again', () => {
    const full = listOf(OPEN_INVITATIONS_MAX, 1, 'open');
    expect(addInvitation(full, invitation, now)).toBeUndefined();
    expect(addInvitation(full, { ...invitation, invitationId: 'open3' }, now)).toMatchObject({
      open3: inDays(7),
    });
  });

  it('drops expired ones if there are too many, and those that are deleted', () => {
    const list = { ...listOf(50, 1, 'open'), ...listOf(60, -1, 'expired'), gone: inDays(-31) };
    const added = addInvitation(list, invitation, now) ?? {};
    expect(Object.keys(added)).toHaveLength(OPEN_INVITATIONS_MAX);
    expect(Object.keys(added).filter((id) => id.startsWith('open'))).toHaveLength(50);
    expect(added).toHaveProperty('new');
    expect(added).not.toHaveProperty('gone');
  });
});

describe('an invitation', () => {
  it('is deleted 30 days after it has expired', () => {
    expect(getInvitationDeletionTime({ expiresAt: inDays(0) })).toBe(Date.parse(inDays(30)));
  });

  const secret = Buffer.alloc(32, 1).toString('base64url');

  it('has an id that depends on account and address', () => {
    const id = deriveInvitationId(secret, 'a@example.com');
    expect(id).toMatch(/^invite_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(deriveInvitationId(secret, 'a@example.com')).toBe(id);
    expect(deriveInvitationId(secret, 'b@example.com')).not.toBe(id);
    expect(deriveInvitationId(Buffer.alloc(32, 2).toString('base64url'), 'a@example.com')).not.toBe(id);
  });

  it('has a link from which id and hash can be read', () => {
    const id = deriveInvitationId(secret, 'a@example.com');
    const made = createLinkSecret();
    const link = formatInvitationLink('https://dashboard.example.com', id, made.secret);
    const token = link.slice(link.indexOf('#') + 1);
    expect(parseInvitationToken(token)).toEqual({ invitationId: id, tokenHash: made.tokenHash });
    for (const wrong of ['', token.slice(1), `${token}x`, `${token}\n`, token.replace('.', '')])
      expect(parseInvitationToken(wrong)).toBeNull();
  });
});
