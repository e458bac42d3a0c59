import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listRequestErrors } from '../../../core/problems/request-errors.ts';
import { type ScanConfig, scanConfigSchema, sortConfigMembers } from '../../../core/scans/scan-config.ts';

const body = z.strictObject({ config: scanConfigSchema });

/** Returns the parsed config with this member, or the messages of its errors. */
function parse(name: string, value: unknown): { is: unknown } | string[] {
  const input = { config: { rules: ['wcag-aa'], [name]: value } };
  const parsed = body.safeParse(input);
  if (parsed.success) return { is: (parsed.data.config as Record<string, unknown>)[name] };
  return listRequestErrors(parsed.error, '', input, body).map(({ path, message }) =>
    `${path.replace(/^config\./, '')} ${message}`.trim(),
  );
}

const many = (count: number, of = 'a') => Array.from({ length: count }, () => of);
const GLOB = 'must begin with / such as /blog/**, or with an origin such as https://www.example.com/blog/**';
const SIZE = 'must be one of desktop, tablet, mobile or a size such as {"width": 1024, "height": 768}';
const WAIT = 'must be {"selector": "…"} or {"milliseconds": 0 to 10000}';
const SUFFIX = 'must be made of letters, digits and . _ / ( ) ; : + - with single spaces between them';

describe('a config accepts', () => {
  it.each<[string, unknown[]]>([
    ['crawl', ['none', 'links', 'sitemap', 'both']],
    ['maxPages', [1, 25, 1_000]],
    ['maxDepth', [0, 100, null]],
    ['includeUrls', [[], ['/blog/**', 'https://www.example.com/*'], many(20, '/a')]],
    ['excludeUrls', [[], ['/**print=1**']]],
    ['hashRoutes', [true, false]],
    ['robots', ['obey', 'ignore']],
    ['viewport', ['desktop', 'tablet', 'mobile', { width: 240, height: 3_840 }]],
    ['colorScheme', ['light', 'dark']],
    ['reducedMotion', ['reduce', 'no-preference']],
    ['locale', ['de', 'pt-BR', 'zh-Hant-TW', 'de-u-co-phonebk']],
    ['userAgentSuffix', ['x', 'staging-check/1.0 (+https://example.com/bot; a_b)', 'x'.repeat(100)]],
    ['includeSelectors', [[], ['main', 'a > b:not(.c)'], many(20)]],
    ['excludeSelectors', [['.advert', '#chat']]],
    ['waitFor', [{ selector: '#content' }, { milliseconds: 0 }, { milliseconds: 10_000 }]],
    ['expect', [{ status: 200 }, { status: 404 }, { status: 599 }]],
    ['screenshots', ['new', 'all', 'none']],
    ['redactSelectors', [[], ['.customer-name', '#total'], many(20)]],
    [
      'metadata',
      [
        {},
        { branch: 'feature/menu', targetBranch: 'main', commit: '9f1c2ab', pullRequest: '42' },
        { branch: 'x'.repeat(255) },
        { commit: 'a'.repeat(64) },
      ],
    ],
    ['baseline', ['scan_01k6zq5x7g0p4r6t8v9w1y2z3a']],
  ])('%s', (name, values) => {
    for (const value of values) expect(parse(name, value)).toEqual({ is: value });
  });

  const gateDefaults = { review: false, minCoverage: 90, onNoBaseline: 'report' };

  it.each<[object]>([
    [{ new: 'serious' }],
    [{ any: 'critical' }],
    [{ total: 0 }],
    [{ bestPractice: { new: 'minor', any: 'moderate', total: 5 } }],
    [{ new: 'minor', any: 'critical', total: 50 }],
    [{ total: 1, review: true, minCoverage: 0, onNoBaseline: 'fail' }],
    [{ total: 1, minCoverage: 99.5 }],
  ])('failOn %j, with its defaults', (failOn) => {
    expect(parse('failOn', failOn)).toEqual({ is: { ...gateDefaults, ...failOn } });
  });

  it('a commit in upper or lower case, and names without surrounding whitespace', () => {
    expect(parse('metadata', { commit: '9F1C2AB' })).toEqual({ is: { commit: '9f1c2ab' } });
    expect(parse('metadata', { branch: ' main ' })).toEqual({ is: { branch: 'main' } });
  });

  it('a locale in any notation, and stores its canonical one', () => {
    expect(parse('locale', 'DE-at')).toEqual({ is: 'de-AT' });
    expect(parse('locale', 'iw')).toEqual({ is: 'he' });
  });
});

describe('a config reports errors', () => {
  it.each<[string, unknown, string[]]>([
    ['crawl', 'all', ['crawl must be one of none, links, sitemap, both']],
    ['crawl', 'sitemaps', ['crawl is not an allowed value; did you mean sitemap?']],
    ['crawl', true, ['crawl must be one of none, links, sitemap, both']],
    ['maxPages', 0, ['maxPages must be at least 1']],
    ['maxPages', 1_001, ['maxPages must be at most 1000']],
    ['maxPages', 2.5, ['maxPages must be a whole number; it is 2.5']],
    ['maxPages', '25', ['maxPages must be a number, not a string']],
    ['maxPages', null, ['maxPages must be a number, not null']],
    ['maxDepth', -1, ['maxDepth must be at least 0']],
    ['maxDepth', 101, ['maxDepth must be at most 100']],
    ['maxDepth', '1', ['maxDepth must be a number, not a string']],
    ['includeUrls', '/a', ['includeUrls must be an array, not a string']],
    ['includeUrls', many(21, '/a'), ['includeUrls must have at most 20 entries']],
    ['includeUrls', ['/a', 'blog/**'], [`includeUrls[1] ${GLOB}`]],
    ['includeUrls', [5], ['includeUrls[0] must be a string, not a number']],
    ['excludeUrls', [`/${'a'.repeat(300)}`], ['excludeUrls[0] must have at most 300 characters']],
    ['hashRoutes', 'yes', ['hashRoutes must be a boolean, not a string']],
    ['robots', 'respect', ['robots must be one of obey, ignore']],
    ['viewport', 'phone', [`viewport ${SIZE}`]],
    ['viewport', 'mobil', ['viewport is not an allowed value; did you mean mobile?']],
    ['viewport', 1_280, [`viewport ${SIZE}`]],
    ['viewport', null, [`viewport ${SIZE}`]],
    ['viewport', [1_280, 1_024], [`viewport ${SIZE}`]],
    ['viewport', {}, ['viewport.width is required', 'viewport.height is required']],
    ['viewport', { width: 800 }, ['viewport.height is required']],
    [
      'viewport',
      { width: 239, height: 3_841 },
      ['viewport.width must be at least 240', 'viewport.height must be at most 3840'],
    ],
    [
      'viewport',
      { width: 800, hight: 600 },
      ['viewport.height is required', 'viewport.hight is not known here; did you mean height?'],
    ],
    [
      'viewport',
      { width: '800', height: 600.5 },
      [
        'viewport.width must be a number, not a string',
        'viewport.height must be a whole number; it is 600.5',
      ],
    ],
    ['colorScheme', 'drak', ['colorScheme must be one of light, dark']],
    ['reducedMotion', 'none', ['reducedMotion must be one of reduce, no-preference']],
    ['locale', 'en_US', ['locale must be a BCP 47 language tag such as de or pt-BR']],
    ['locale', 'german language', ['locale must be a BCP 47 language tag such as de or pt-BR']],
    ['locale', '', ['locale must be a BCP 47 language tag such as de or pt-BR']],
    ['locale', ['de'], ['locale must be a string, not an array']],
    ['userAgentSuffix', '', [`userAgentSuffix ${SUFFIX}`]],
    ['userAgentSuffix', 'x'.repeat(101), ['userAgentSuffix must have at most 100 characters']],
    ['userAgentSuffix', 'a\r\nX-Evil: 1', [`userAgentSuffix ${SUFFIX}`]],
    ['userAgentSuffix', 'a  b', [`userAgentSuffix ${SUFFIX}`]],
    ['userAgentSuffix', ' a', [`userAgentSuffix ${SUFFIX}`]],
    ['userAgentSuffix', 'caf\u00e9', [`userAgentSuffix ${SUFFIX}`]],
    ['userAgentSuffix', 'a"b', [`userAgentSuffix ${SUFFIX}`]],
    ['includeSelectors', 'main', ['includeSelectors must be an array, not a string']],
    ['includeSelectors', many(21), ['includeSelectors must have at most 20 entries']],
    [
      'includeSelectors',
      [''],
      ['includeSelectors[0] must be a CSS selector; at character 1 the selector ends too early'],
    ],
    ['includeSelectors', [':not('.repeat(50_000)], ['includeSelectors[0] must have at most 500 characters']],
    ['locale', 'x'.repeat(101), ['locale must have at most 100 characters']],
    ['includeSelectors', ['a'.repeat(501)], ['includeSelectors[0] must have at most 500 characters']],
    [
      'excludeSelectors',
      ['a', 'p:contains(x)'],
      [
        'excludeSelectors[1] must be a CSS selector; at character 2 :contains is not a pseudo-class that matches elements',
      ],
    ],
    ['waitFor', 500, [`waitFor ${WAIT}`]],
    ['waitFor', '#content', [`waitFor ${WAIT}`]],
    ['waitFor', {}, [`waitFor ${WAIT}`]],
    ['waitFor', null, [`waitFor ${WAIT}`]],
    ['waitFor', { selector: 'a', milliseconds: 5 }, [`waitFor ${WAIT}`]],
    ['waitFor', { milliseconds: 10_001 }, ['waitFor.milliseconds must be at most 10000']],
    ['waitFor', { milliseconds: -1 }, ['waitFor.milliseconds must be at least 0']],
    ['waitFor', { milliseconds: '5' }, ['waitFor.milliseconds must be a number, not a string']],
    [
      'waitFor',
      { selector: 'a >' },
      ['waitFor.selector must be a CSS selector; at character 4 the selector ends too early'],
    ],
    ['expect', 404, ['expect must be an object, not a number']],
    ['expect', {}, ['expect must have status or login']],
    ['expect', { login: false }, ['expect.login must be true']],
    ['expect', { status: 199 }, ['expect.status must be at least 200']],
    ['expect', { status: 600 }, ['expect.status must be at most 599']],
    ['expect', { status: '404' }, ['expect.status must be a number, not a string']],
    ['expect', { status: 404, title: 'x' }, ['expect.title is not known here']],
    ['screenshots', 'some', ['screenshots must be one of new, all, none']],
    ['screenshots', true, ['screenshots must be one of new, all, none']],
    ['redactSelectors', '.a', ['redactSelectors must be an array, not a string']],
    ['redactSelectors', many(21), ['redactSelectors must have at most 20 entries']],
    [
      'redactSelectors',
      ['p:contains(x)'],
      [
        'redactSelectors[0] must be a CSS selector; at character 2 :contains is not a pseudo-class that matches elements',
      ],
    ],
    ['redactSelectors', ['a'.repeat(501)], ['redactSelectors[0] must have at most 500 characters']],
    ['metadata', 'main', ['metadata must be an object, not a string']],
    ['metadata', { branch: '' }, ['metadata.branch must not be empty']],
    ['metadata', { branch: '  ' }, ['metadata.branch must not be empty']],
    ['metadata', { branch: 'x'.repeat(256) }, ['metadata.branch must have at most 255 characters']],
    ['metadata', { targetBranch: 'a\u202eb' }, ['metadata.targetBranch must not contain control characters']],
    ['metadata', { targetBranch: 5 }, ['metadata.targetBranch must be a string, not a number']],
    ['metadata', { pullRequest: 42 }, ['metadata.pullRequest must be a string, not a number']],
    ['metadata', { commit: 'abc' }, ['metadata.commit must be a commit hash of 7 to 64 hexadecimal digits']],
    [
      'metadata',
      { commit: 'a'.repeat(65) },
      ['metadata.commit must be a commit hash of 7 to 64 hexadecimal digits'],
    ],
    [
      'metadata',
      { commit: 'HEAD~1 or so' },
      ['metadata.commit must be a commit hash of 7 to 64 hexadecimal digits'],
    ],
    ['metadata', { brnch: 'main' }, ['metadata.brnch is not known here; did you mean branch?']],
    ['baseline', 'latest', ['baseline must be an id that begins with scan_']],
    ['baseline', null, ['baseline must be a string, not null']],
    ['baseline', 'site_01k6zq5x7g0p4r6t8v9w1y2z3a', ['baseline must be an id that begins with scan_']],
    ['failOn', 'serious', ['failOn must be an object, not a string']],
    ['failOn', {}, ['failOn must set at least one of new, any, total, bestPractice']],
    ['failOn', { review: true }, ['failOn must set at least one of new, any, total, bestPractice']],
    ['failOn', { new: 'severe' }, ['failOn.new must be one of critical, serious, moderate, minor']],
    ['failOn', { new: null }, ['failOn.new must be one of critical, serious, moderate, minor']],
    ['failOn', { any: 3 }, ['failOn.any must be one of critical, serious, moderate, minor']],
    ['failOn', { total: -1 }, ['failOn.total must be at least 0']],
    ['failOn', { total: 1.5 }, ['failOn.total must be a whole number; it is 1.5']],
    ['failOn', { total: '5' }, ['failOn.total must be a number, not a string']],
    ['failOn', { bestPractice: {} }, ['failOn.bestPractice must set at least one of new, any, total']],
    [
      'failOn',
      { bestPractice: { review: true } },
      [
        'failOn.bestPractice.review is not known here',
        'failOn.bestPractice must set at least one of new, any, total',
      ],
    ],
    ['failOn', { bestPractice: 'serious' }, ['failOn.bestPractice must be an object, not a string']],
    ['failOn', { total: 1, review: 'yes' }, ['failOn.review must be a boolean, not a string']],
    ['failOn', { total: 1, minCoverage: 101 }, ['failOn.minCoverage must be at most 100']],
    ['failOn', { total: 1, minCoverage: -1 }, ['failOn.minCoverage must be at least 0']],
    ['failOn', { total: 1, onNoBaseline: 'pass' }, ['failOn.onNoBaseline must be one of report, fail']],
    ['failOn', { total: 1, totl: 2 }, ['failOn.totl is not known here; did you mean total?']],
  ])('%s: %j', (name, value, errors) => {
    expect(parse(name, value)).toEqual(errors);
  });

  it('with the allowed values of a member that also accepts a size', () => {
    const input = { config: { rules: ['wcag-aa'], viewport: 'phone' } };
    const { error } = body.safeParse(input);
    const allowed = error && listRequestErrors(error, '', input, body)[0]?.allowed;
    expect(allowed).toEqual(['desktop', 'tablet', 'mobile']);
  });
});

describe('the order of members in a config', () => {
  it('is that of its schema, so that equal configs have equal texts', () => {
    const one = { viewport: { height: 300, width: 400 }, priority: 'high', rules: ['wcag-aa'], maxPages: 3 };
    const other = {
      maxPages: 3,
      rules: ['wcag-aa'],
      priority: 'high',
      viewport: { width: 400, height: 300 },
    };
    const texts = [one, other].map((config) => JSON.stringify(sortConfigMembers(config as ScanConfig)));
    expect(texts[0]).toBe(
      '{"rules":["wcag-aa"],"priority":"high","maxPages":3,"viewport":{"height":300,"width":400}}',
    );
    expect(texts[1]).toBe(texts[0]);
  });

  it('is unchanged for configs without settings, because it identifies repeated calls', () => {
    const texts = [
      { rules: ['wcag-aa'] },
      { url: 'https://a.example/', priority: 'low', rules: ['wcag-a', 'act'] },
    ].map((config) => JSON.stringify(scanConfigSchema.parse(config)));
    expect(texts).toEqual([
      '{"rules":["wcag-aa"],"priority":"normal"}',
      '{"rules":["wcag-a","act"],"priority":"low","url":"https://a.example/"}',
    ]);
  });
});
