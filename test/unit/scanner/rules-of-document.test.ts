import { describe, expect, it } from 'vitest';
import { checks } from '../../../core/checks/checks.ts';
import { chooseRules, excludeHtmlRules, SVG_TYPE } from '../../../scanner/page/rules-of-document.ts';

const [check = ''] = checks.map(({ id }) => id);
const ruleIds = [check, 'bypass', 'color-contrast', 'image-alt', 'page-has-heading-one'];

describe('the rules that run on a document', () => {
  it('are all requested rules on an HTML page', () => {
    for (const mimeType of ['text/html', 'application/xhtml+xml', null]) {
      expect(chooseRules(ruleIds, { mimeType, isEmpty: false })).toEqual({ run: ruleIds, inapplicable: [] });
    }
  });

  it('are, in an SVG document, those that do not hold for HTML only; the others have nothing to test', () => {
    expect(chooseRules(ruleIds, { mimeType: SVG_TYPE, isEmpty: false })).toEqual({
      run: ['bypass', 'image-alt', 'page-has-heading-one'],
      inapplicable: [check, 'color-contrast'],
    });
    expect(excludeHtmlRules([check, 'color-contrast-enhanced'])).toEqual([]);
  });

  it('are, on an empty page, those that do not only report that content is missing', () => {
    expect(chooseRules(ruleIds, { mimeType: 'text/html', isEmpty: true })).toEqual({
      run: [check, 'color-contrast', 'image-alt'],
      inapplicable: [],
    });
  });
});
