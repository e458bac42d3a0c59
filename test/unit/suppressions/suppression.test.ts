import { describe, expect, it } from 'vitest';
import {
  buildSuppression,
  createSuppressionSchema,
  suppressionViewSchema,
  toSuppressionView,
  updateSuppressionSchema,
} from '../../../core/suppressions/suppression.ts';

const valid = { match: { rule: 'color-contrast' }, reason: 'Replaced in March' };
const faultOf = (body: unknown) => createSuppressionSchema.safeParse(body).error?.issues[0]?.path.join('.');

describe('a new suppression', () => {
  it('never expires by default', () => {
    expect(createSuppressionSchema.parse(valid)).toEqual({ ...valid, expiresAt: null });
  });

  it.each<[string, unknown, string]>([
    ['no match', { reason: 'x' }, 'match'],
    ['an empty match', { ...valid, match: {} }, 'match'],
    ['a member that does not exist', { ...valid, match: { rule: 'label', impact: 'minor' } }, 'match'],
    ['a rule that does not exist', { ...valid, match: { rule: 'colour-contrast' } }, 'match.rule'],
    ['an invalid fingerprint', { ...valid, match: { fingerprint: 'f1_xyz' } }, 'match.fingerprint'],
    ['an invalid issue group', { ...valid, match: { issueGroup: 'image-alt' } }, 'match.issueGroup'],
    ['an invalid selector', { ...valid, match: { selector: 'a[' } }, 'match.selector'],
    ['an invalid glob', { ...valid, match: { page: 'legacy' } }, 'match.page'],
    ['no reason', { match: valid.match }, 'reason'],
    ['a blank reason', { ...valid, reason: '  ' }, 'reason'],
    ['a reason with control characters', { ...valid, reason: 'a\u001b[31m' }, 'reason'],
    ['an expiry without a time zone', { ...valid, expiresAt: '2027-03-31T00:00:00' }, 'expiresAt'],
  ])('is rejected with %s', (_, body, path) => {
    expect(faultOf(body)).toBe(path);
  });

  it('is stored and returned with its author and in UTC', () => {
    const author = { keyId: 'apikey_01arz3ndektsv4rrffq69g5fav', name: 'CI' };
    const asked = createSuppressionSchema.parse({ ...valid, expiresAt: '2027-03-31T01:00:00+01:00' });
    const now = new Date('2026-11-21T12:00:00Z');
    const kept = buildSuppression({ accountId: 'acct_1', siteId: 'site_1', author }, asked, now);
    expect(suppressionViewSchema.parse(toSuppressionView(kept))).toMatchObject({
      ...valid,
      author,
      expiresAt: '2027-03-31T00:00:00.000Z',
      createdAt: '2026-11-21T12:00:00.000Z',
    });
  });
});

describe('a change of a suppression', () => {
  it('may change its reason or its expiry, and nothing else', () => {
    expect(updateSuppressionSchema.parse({ expiresAt: null })).toEqual({ expiresAt: null });
    expect(updateSuppressionSchema.safeParse({}).success).toBe(false);
    expect(updateSuppressionSchema.safeParse({ match: valid.match }).success).toBe(false);
  });
});
