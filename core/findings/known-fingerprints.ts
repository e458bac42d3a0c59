import type { FindingIdentity } from './identity.ts';
import { hasDigest, packDigests } from './packed-digests.ts';

/** Maximum number of known fingerprints of one page in a message. New pictures are taken for findings beyond it. */
export const KNOWN_FINGERPRINTS_MAX = 1_000;

/** Returns the known fingerprints of a page, packed for a message: 5.4 characters each. */
export function packKnownFingerprints(fingerprints: Iterable<string>): string {
  const digests: string[] = [];
  for (const fingerprint of fingerprints) {
    if (digests.length === KNOWN_FINGERPRINTS_MAX) break;
    digests.push(getDigest(fingerprint));
  }
  return packDigests(digests);
}

/** True if a finding is among packed fingerprints, under the current version or an earlier one. */
export function isKnownFingerprint(packed: string, { fingerprint, formerly }: FindingIdentity): boolean {
  return [fingerprint, ...formerly].some((each) => hasDigest(packed, getDigest(each)));
}

function getDigest(fingerprint: string): string {
  return fingerprint.slice(fingerprint.indexOf('_') + 1);
}
