import { isAboutElement } from './component.ts';
import { buildContainerPath, isCustomElement } from './component-path.ts';
import type { ElementFacts, OpeningTag } from './element-facts.ts';
import { getElementKey, hasDistinction, isDistinguishing } from './element-key.ts';
import type { IdentityInput } from './identity.ts';
import { listLandmarksAround } from './landmarks.ts';

/** The values that must be equal to prove that one fix removes several findings of a component. */
export interface Proof {
  /** Must be equal for all findings. */
  element: unknown;
  /** Must be equal for the findings on one page. */
  container: unknown;
}

/**
 * Returns the values that prove that one fix removes several findings of a component. Returns null if that cannot be
 * proved: for rules about styling and page structure, for elements that cannot be distinguished from others with the
 * same tag, such as a button without a name, and in frames whose document has no address.
 */
export function buildProof({ ruleId, page, frames, element }: IdentityInput): Proof | null {
  if (!isAboutElement(ruleId) || !isDistinct(element) || !frames.every(hasAddress)) return null;
  return {
    element: [
      getElementKey(element),
      frames.map(getElementKey),
      [element, ...element.hosts].map(listOtherAttributes),
      element.inside?.map(listOtherAttributes),
      isShared(element, frames) ? null : page,
    ],
    container: buildContainerPath(element.path),
  };
}

/** The landmarks that pages share. Elements elsewhere may look alike on two pages by chance. */
const sharedLandmarks = new Set(['banner', 'contentinfo', 'navigation', 'search']);

/** True if an element is in a part that several pages share: a landmark, a custom element or a page in a frame. */
function isShared({ tag, path, hosts }: ElementFacts, frames: readonly ElementFacts[]): boolean {
  const isPart = isCustomElement(tag) || [...path, ...hosts].some((step) => isCustomElement(step.tag));
  return isPart || frames.length > 0 || listLandmarksAround(path).some((role) => sharedLandmarks.has(role));
}

function isDistinct(element: ElementFacts): boolean {
  return (
    hasDistinction(element) ||
    isCustomElement(element.tag) ||
    element.hosts.some(({ tag }) => isCustomElement(tag))
  );
}

function hasAddress({ attributes }: ElementFacts): boolean {
  return !attributes.some(([name]) => name === 'srcdoc') && attributes.some(([name]) => name === 'src');
}

/** Returns the attributes that the normalized element excludes, such as classes, styles and event handlers. */
function listOtherAttributes({ attributes }: OpeningTag): string[] {
  return attributes
    .filter(([name]) => name !== 'nonce' && !isDistinguishing(name))
    .map(([name, value]) => `${name}=${value.replace(/\s+/g, ' ').trim()}`)
    .sort();
}
