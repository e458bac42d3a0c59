import type { FindingIdentity } from './identity.ts';
import { hasDigest, packDigests } from './packed-digests.ts';

/** Fingerprints of one page that are told to whoever scans it again; of those beyond pictures are taken anew. */
export const KNOWN_FINGERPRINTS_MAX = 1_000;

/** The fingerprints that a page is known to have, packed for a message: 5.4 characters each. */
export function packKnownFingerprints(fingerprints: Iterable<string>): string {
  const digests: string[] = [];
  for (const fingerprint of fingerprints) {
    if (digests.length === KNOWN_FINGERPRINTS_MAX) break;
    digests.push(getDigest(fingerprint));
  }
  return packDigests(digests);
}

/** Whether a finding is among packed fingerprints, under the present version or an earlier one. */
export function isKnownFingerprint(packed: string, { fingerprint, formerly }: FindingIdentity): boolean {
  return [fingerprint, ...formerly].some((each) => hasDigest(packed, getDigest(each)));
}

function getDigest(fingerprint: string): string {
  return fingerprint.slice(fingerprint.indexOf('_') + 1);
}
