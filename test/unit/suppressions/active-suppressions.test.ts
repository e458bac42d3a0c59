import { describe, expect, it } from 'vitest';
import {
  ActiveSuppressions,
  isExpired,
  listSuppressionSelectors,
  type SuppressibleFinding,
} from '../../../core/suppressions/active-suppressions.ts';
import type { Suppression } from '../../../core/suppressions/suppression.ts';

const NOW = '2026-11-21T12:00:00.000Z';
const oneFingerprint = `f1_${'a'.repeat(24)}`;
const otherFingerprint = `f1_${'b'.repeat(24)}`;

const PAGE = 'https://shop.example/legacy/cart?step=2';

const finding: SuppressibleFinding = {
  ruleId: 'color-contrast',
  identity: { fingerprint: oneFingerprint, formerly: [] },
  issueGroup: 'grp_0f6f0c0f6a113c1e',
  matchedSelectors: ['#chat-widget'],
};

function suppression(match: Suppression['match'], overrides: Partial<Suppression> = {}): Suppression {
  return {
    suppressionId: 'supp_1',
    accountId: 'acct_1',
    siteId: 'site_1',
    match,
    reason: 'Replaced in March',
    author: { keyId: 'apikey_1', name: 'CI' },
    expiresAt: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    ...overrides,
  };
}
const suppressionFor = (suppressions: readonly Suppression[], of: SuppressibleFinding = finding) =>
  new ActiveSuppressions(suppressions, NOW).forPage(PAGE)(of);
const applies = (match: Suppression['match'], to: Partial<SuppressibleFinding> = {}) =>
  suppressionFor([suppression(match)], { ...finding, ...to }) !== undefined;

describe('a suppression', () => {
  it.each<[Suppression['match'], boolean]>([
    [{ fingerprint: oneFingerprint }, true],
    [{ fingerprint: otherFingerprint }, false],
    [{ issueGroup: 'grp_0f6f0c0f6a113c1e' }, true],
    [{ issueGroup: 'grp_1c1e0f6f0c0f6a11' }, false],
    [{ rule: 'color-contrast' }, true],
    [{ rule: 'image-alt' }, false],
    [{ selector: '#chat-widget' }, true],
    [{ selector: '#chat' }, false],
    [{ page: '/legacy/**' }, true],
    [{ page: '/legacy/*' }, true],
    [{ page: '/shop/**' }, false],
    [{ page: 'https://shop.example/legacy/**' }, true],
    [{ page: 'https://other.example/**' }, false],
  ])('by %j: %s', (match, expected) => {
    expect(applies(match)).toBe(expected);
  });

  it('matches only if all its members match', () => {
    const all = {
      fingerprint: oneFingerprint,
      issueGroup: 'grp_0f6f0c0f6a113c1e',
      rule: 'color-contrast',
      selector: '#chat-widget',
      page: '/legacy/**',
    };
    expect(applies(all)).toBe(true);
    for (const [name, value] of Object.entries({
      fingerprint: otherFingerprint,
      issueGroup: 'grp_1c1e0f6f0c0f6a11',
      rule: 'image-alt',
      selector: 'main',
      page: '/shop/**',
    })) {
      expect(applies({ ...all, [name]: value }), name).toBe(false);
    }
  });

  it('matches a fingerprint under an earlier version', () => {
    const identity = { fingerprint: `f2_${'c'.repeat(24)}`, formerly: [oneFingerprint] };
    expect(applies({ fingerprint: oneFingerprint }, { identity })).toBe(true);
    expect(applies({ fingerprint: otherFingerprint }, { identity })).toBe(false);
  });

  it('by fingerprint or issue group does not match a finding without one, and by rule does', () => {
    expect(applies({ fingerprint: oneFingerprint }, { identity: null })).toBe(false);
    expect(applies({ issueGroup: 'grp_0f6f0c0f6a113c1e' }, { issueGroup: null })).toBe(false);
    expect(applies({ rule: 'color-contrast' }, { identity: null })).toBe(true);
  });

  it('matches nothing if it has no member', () => {
    expect(applies({})).toBe(false);
  });

  it('has no effect after its expiry, so that the finding counts again', () => {
    const until = (expiresAt: string | null) => [suppression({ rule: 'color-contrast' }, { expiresAt })];
    expect(suppressionFor(until('2026-11-21T12:00:00.001Z'))).toBeDefined();
    expect(suppressionFor(until(NOW))).toBeUndefined();
    expect(suppressionFor(until('2026-11-20T00:00:00.000Z'))).toBeUndefined();
    expect(suppressionFor(until(null))).toBeDefined();
  });

  it('expires at an instant, in any notation of its time', () => {
    expect(isExpired({ expiresAt: '2026-11-21T13:00:00+01:00' }, NOW)).toBe(true);
    expect(isExpired({ expiresAt: '2026-11-21T13:00:01+01:00' }, NOW)).toBe(false);
  });
});

describe('of several suppressions', () => {
  const older = suppression({ rule: 'color-contrast' }, { suppressionId: 'supp_2' });
  const newer = suppression(
    { page: '/legacy/**' },
    { suppressionId: 'supp_1', createdAt: '2026-11-02T00:00:00.000Z' },
  );

  it('the oldest that matches applies, in any order of the list', () => {
    expect(suppressionFor([older, newer])).toBe(older);
    expect(suppressionFor([newer, older])).toBe(older);
  });

  it('an expired one leaves the finding to the next', () => {
    expect(suppressionFor([{ ...older, expiresAt: NOW }, newer])).toEqual(newer);
  });

  it('of the same age the first by id applies', () => {
    const sameAge = { ...newer, createdAt: older.createdAt };
    expect(suppressionFor([older, sameAge])?.suppressionId).toBe('supp_1');
  });

  it('each page has those that may match it', () => {
    const active = new ActiveSuppressions([newer], NOW);
    expect(active.forPage('https://shop.example/legacy/a')(finding)).toBe(newer);
    expect(active.forPage('https://shop.example/new/a')(finding)).toBeUndefined();
  });
});

describe('the suppression selectors of a chunk', () => {
  it('are those of active suppressions, each once, the oldest first', () => {
    const given = [
      suppression({ selector: '.b' }, { createdAt: '2026-11-03T00:00:00.000Z' }),
      suppression({ selector: '.a', rule: 'label' }, { createdAt: '2026-11-02T00:00:00.000Z' }),
      suppression({ selector: '.b', page: '/x' }, { createdAt: '2026-11-04T00:00:00.000Z' }),
      suppression({ selector: '.c' }, { expiresAt: NOW }),
      suppression({ rule: 'label' }),
    ];
    expect(listSuppressionSelectors(given, NOW)).toEqual(['.a', '.b']);
  });

  it('are limited to the maximum of a chunk', () => {
    const given = Array.from({ length: 60 }, (_, index) => suppression({ selector: `#a${index}` }));
    expect(listSuppressionSelectors(given, NOW)).toHaveLength(50);
  });
});
