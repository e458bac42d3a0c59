import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FindingIdentity } from '../../../core/findings/identity.ts';
import {
  isKnownFingerprint,
  KNOWN_FINGERPRINTS_MAX,
  packKnownFingerprints,
} from '../../../core/findings/known-fingerprints.ts';
import { hasDigest, joinPackedDigests, packDigests } from '../../../core/findings/packed-digests.ts';

const fingerprint = (name: string, version = 1) => `f${version}_${hash('sha256', name, 'hex').slice(0, 24)}`;
const identity = (present: string, formerly: string[] = []): FindingIdentity => ({
  fingerprint: present,
  formerly,
  place: '0'.repeat(16),
  markup: '0'.repeat(16),
  component: '0'.repeat(16),
  evidence: null,
});

describe('known fingerprints', () => {
  const names = Array.from({ length: 500 }, (_, index) => `finding ${index}`);
  const packed = packKnownFingerprints(names.map((name) => fingerprint(name)));

  it('are found, and no others', () => {
    for (const name of names) expect(isKnownFingerprint(packed, identity(fingerprint(name)))).toBe(true);
    for (const name of names)
      expect(isKnownFingerprint(packed, identity(fingerprint(`no ${name}`)))).toBe(false);
  });

  it('are found under an earlier version too', () => {
    const found = identity(fingerprint('made otherwise', 2), [fingerprint('finding 7')]);
    expect(isKnownFingerprint(packed, found)).toBe(true);
  });

  it('are packed in 5.4 characters each, in any order, and duplicates once', () => {
    expect(packed.length).toBeLessThanOrEqual(Math.ceil((500 * 4) / 3) * 4);
    expect(packKnownFingerprints([...names, ...names].reverse().map((name) => fingerprint(name)))).toBe(
      packed,
    );
  });

  it('are limited to a thousand', () => {
    const many = Array.from({ length: KNOWN_FINGERPRINTS_MAX + 50 }, (_, index) => fingerprint(`${index}`));
    expect(atob(packKnownFingerprints(many))).toHaveLength(KNOWN_FINGERPRINTS_MAX * 4);
  });

  it('are empty if the text is invalid or damaged', () => {
    for (const text of ['', 'AAA', '%%%', packKnownFingerprints([])]) {
      expect(isKnownFingerprint(text, identity(fingerprint('a')))).toBe(false);
    }
  });
});

describe('markups', () => {
  it('of two texts are found in the joined one, in order and each once', () => {
    const [one, other] = [
      ['80000000', '00000001'],
      ['7fffffff', '00000001'],
    ].map(packDigests) as [string, string];
    expect(joinPackedDigests(one, other)).toBe(packDigests(['00000001', '7fffffff', '80000000']));
    expect(joinPackedDigests(one, '')).toBe(one);
  });

  it('are found, including the lowest and the highest', () => {
    const markups = ['00000000aaaaaaaa', 'ffffffffaaaaaaaa', '7fffffffaaaaaaaa', '80000000aaaaaaaa'];
    const packed = packDigests(markups);
    for (const markup of markups) expect(hasDigest(packed, markup)).toBe(true);
    expect(hasDigest(packed, '00000001aaaaaaaa')).toBe(false);
  });
});
