import { hash } from 'node:crypto';
import { buildComponentKey } from './component.ts';
import type { ElementMarkup } from './element-facts.ts';
import { buildFrameKey, getElementKey } from './element-key.ts';
import { getElementLocation } from './element-location.ts';
import { FINGERPRINT_VERSION, type FindingIdentity, type IdentityInput } from './identity.ts';
import { buildProof } from './proof.ts';

/** One way to make fingerprints. */
export interface FingerprintVersion {
  version: number;
  /** What makes two findings the same under this version, in one text. */
  of(found: IdentityInput): string;
}

/** Those that are still matched, the present one first. A finding has a fingerprint under each. */
export const fingerprintVersions: readonly [FingerprintVersion, ...FingerprintVersion[]] = [
  {
    version: FINGERPRINT_VERSION,
    of: ({ ruleId, page, frames, element }) =>
      JSON.stringify([ruleId, page, frames.map(buildFrameKey), getElementKey(element)]),
  },
];

/**
 * Tells a finding from others, from scan to scan.
 * @param found made of what was redacted before, for whoever has a hash of little can guess it
 */
export function identify(
  found: IdentityInput,
  versions: readonly [FingerprintVersion, ...FingerprintVersion[]] = fingerprintVersions,
): FindingIdentity {
  const [present, ...earlier] = versions.map(
    ({ version, of }) => `f${version}_${hash('sha256', `${version} ${of(found)}`, 'hex').slice(0, 24)}`,
  ) as [string, ...string[]];
  const { ruleId, page, frames, element } = found;
  return {
    fingerprint: present,
    formerly: earlier,
    place: digest([
      'place',
      ruleId,
      page,
      frames.map(({ path }) => getElementLocation(path)),
      getElementLocation(element.path),
    ]),
    markup: hashMarkup(element),
    component: digest(['component', ...buildComponentKey(found)]),
    evidence: buildEvidence(found),
  };
}

function buildEvidence(found: IdentityInput): FindingIdentity['evidence'] {
  const proof = buildProof(found);
  return (
    proof && {
      element: digest(['element', proof.element]),
      container: digest(['container', proof.container]),
    }
  );
}

/** The hash of an element as nobody may touch it: tag, all attributes in any order, and the text directly in it. */
export function hashMarkup({ tag, attributes, ownText }: ElementMarkup): string {
  const sorted = attributes
    .filter(([name]) => name !== 'nonce')
    .map(([name, value]) => [name, value.replace(/\s+/g, ' ').trim()] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return digest(['markup', tag, sorted, ownText.replace(/\s+/g, ' ').trim()]);
}

function digest(parts: unknown): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16);
}
