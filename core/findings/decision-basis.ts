import { hash } from 'node:crypto';
import type { FindingNode } from '../scans/page-result.ts';
import type { PageSettings } from '../scans/page-settings.ts';

/** The settings of a scan that change how an element looks. */
export type JudgedConditions = Pick<
  PageSettings,
  'viewport' | 'mobile' | 'colorScheme' | 'reducedMotion' | 'locale'
>;

/**
 * Returns a digest of what a person judges at a finding that needs review: the element's markup and content, the
 * messages and measured values of the checks, such as colors, and the conditions under which the page was shown.
 * Unlike a fingerprint, it changes with every detail of them. axe shortens the markup of a large element to its opening
 * tag, so the content has a digest of its own. axe measures nothing of a text on a picture, so that only the conditions
 * say whether it was the text of the dark design.
 */
export function hashDecisionBasis(
  { html, checks, identity }: Pick<FindingNode, 'html' | 'checks' | 'identity'>,
  { viewport, mobile, colorScheme, reducedMotion, locale }: JudgedConditions,
): string {
  const conditions = [viewport.width, viewport.height, mobile, colorScheme, reducedMotion, locale];
  return hash(
    'sha256',
    JSON.stringify([identity.markup, identity.content ?? null, html, checks, conditions]),
    'hex',
  ).slice(0, 24);
}
