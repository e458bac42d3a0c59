import { isOwnCheck } from '../../core/rule-sets/rules.ts';
import { isSiteCheck } from '../../core/site-checks/site-checks.ts';

/** The media type of an SVG document. */
export const SVG_TYPE = 'image/svg+xml';

/**
 * Rules of axe that hold for HTML only, although axe selects elements of SVG documents for them. They compare `color`
 * with the background of the body. An SVG document has no body, and paints text with `fill`.
 */
const htmlRules: readonly string[] = ['color-contrast', 'color-contrast-enhanced'];

/**
 * Rules that report that a page lacks certain content. On an empty page they would repeat its outcome, so they do not
 * run there.
 */
const missingContentRules: readonly string[] = ['bypass', 'landmark-one-main', 'page-has-heading-one'];

/** Returns the rules of a list that can run on an SVG document. Own checks are written for HTML. */
export function excludeHtmlRules(ruleIds: readonly string[]): string[] {
  return ruleIds.filter((ruleId) => !isOwnCheck(ruleId) && !htmlRules.includes(ruleId));
}

/**
 * Returns which of the requested rules run on a document, and which have nothing to test there because they hold for
 * HTML only. The other HTML rules of axe find nothing in an SVG document.
 * @param isEmpty whether the page shows nothing
 */
export function chooseRules(
  ruleIds: readonly string[],
  { mimeType, isEmpty }: { mimeType: string | null; isEmpty: boolean },
): { run: string[]; inapplicable: string[] } {
  const ofDocument = mimeType === SVG_TYPE ? excludeHtmlRules(ruleIds) : [...ruleIds];
  return {
    run: isEmpty
      ? ofDocument.filter((ruleId) => !missingContentRules.includes(ruleId) && !isSiteCheck(ruleId))
      : ofDocument,
    inapplicable: ruleIds.filter((ruleId) => !ofDocument.includes(ruleId)),
  };
}
