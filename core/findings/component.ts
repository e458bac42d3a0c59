import type { Checks } from './check.ts';
import { buildComponentPath } from './component-path.ts';
import { buildFrameKey, getElementKey } from './element-key.ts';
import type { IdentityInput } from './identity.ts';
import { listLandmarksAround } from './landmarks.ts';

/** Rules about styling: one rule of a style sheet may cause the findings on all elements that look alike. */
const styling = new Set([
  'avoid-inline-spacing',
  'color-contrast',
  'color-contrast-enhanced',
  'link-in-text-block',
  'target-size',
]);
/** Rules about page structure: the template may cause the finding, independent of the text in the element. */
const structural = new Set([
  'bypass',
  'document-title',
  'heading-order',
  'html-has-lang',
  'html-lang-valid',
  'html-xml-lang-mismatch',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'meta-viewport-large',
  'page-has-heading-one',
  'region',
]);

/**
 * Returns a key that is equal for findings of one component and template on any page. It contains, for rules about
 * styling: tag, landmarks and measured colors; for rules about page structure: tag and landmarks; for other rules: the
 * normalized element, the landmarks and the component path.
 */
export function buildComponentKey(found: IdentityInput): unknown[] {
  const { ruleId, kind, frames, element, checks } = found;
  const where = [ruleId, kind, frames.map(buildFrameKey), listLandmarksAround(element.path)];
  if (styling.has(ruleId)) return [...where, element.tag, listColors(checks)];
  if (structural.has(ruleId)) return [...where, element.tag];
  return [...where, getElementKey(element), buildComponentPath(element.path)];
}

/** True if a rule is about the element itself, not about styling or page structure. */
export function isAboutElement(ruleId: string): boolean {
  return !styling.has(ruleId) && !structural.has(ruleId);
}

function listColors({ any, all, none }: Checks): string[] {
  return [...any, ...all, ...none]
    .flatMap(({ data }) => Object.entries(data ?? {}))
    .filter(([name, value]) => /colou?r$/i.test(name) && typeof value === 'string')
    .map(([name, value]) => `${name} ${value}`)
    .sort();
}
