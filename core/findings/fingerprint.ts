import { hash } from 'node:crypto';
import { buildComponentKey } from './component.ts';
import type { Attribute, ElementFacts, ElementMarkup } from './element-facts.ts';
import { buildFrameKey, getElementKey } from './element-key.ts';
import { getElementLocation } from './element-location.ts';
import { FINGERPRINT_VERSION, type FindingIdentity, type IdentityInput } from './identity.ts';
import { buildProof } from './proof.ts';

/** A version of the fingerprint algorithm. */
export interface FingerprintVersion {
  version: number;
  /** Returns the input of the fingerprint: a text that is equal for findings that are the same under this version. */
  of(found: IdentityInput): string;
}

/** The versions that are still matched, the current one first. A finding has a fingerprint under each version. */
export const fingerprintVersions: readonly [FingerprintVersion, ...FingerprintVersion[]] = [
  {
    version: FINGERPRINT_VERSION,
    of: ({ ruleId, page, frames, element }) =>
      JSON.stringify([ruleId, page, frames.map(buildFrameKey), getElementKey(element)]),
  },
];

/**
 * Returns the identity of a finding, which distinguishes it from others across scans.
 * @param found must be redacted, because the text behind a hash can be guessed if it is short
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
    // Only decisions use it.
    ...(found.kind === 'review' ? { content: hashContent(element) } : {}),
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

/** Returns the hash of the exact markup of an element: tag, all attributes in any order, and its direct text. */
export function hashMarkup({ tag, attributes, ownText }: ElementMarkup): string {
  return digest(['markup', tag, normalizeAttributes(attributes), normalizeSpace(ownText)]);
}

/** Returns the hash of the text and the descendants of an element; null if they are too many to be read. */
function hashContent({ text, inside }: ElementFacts): string | null {
  if (text === null || inside === null) return null;
  const tags = inside.map(({ tag, attributes }) => [tag, normalizeAttributes(attributes)]);
  return digest(['content', normalizeSpace(text), tags]);
}

function normalizeAttributes(attributes: readonly Attribute[]): Attribute[] {
  return attributes
    .filter(([name]) => name !== 'nonce')
    .map(([name, value]): Attribute => [name, normalizeSpace(value)])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function normalizeSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function digest(parts: unknown): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16);
}
