import { describe, expect, it } from 'vitest';
import type { PageOutcome } from '../../../core/scans/page-outcome.ts';
import type { FindingNode, PageResult } from '../../../core/scans/page-result.ts';
import { lacksOtherPages, SiteChecks } from '../../../core/site-checks/site-checks.ts';
import { runsOf } from '../../support/hold.ts';
import { finding, node, result } from '../reports/fixtures.ts';

type Data = NonNullable<FindingNode['checks']['any'][number]['data']>;
interface SitePage {
  proposals?: Data[];
  outcome?: PageOutcome;
  httpStatus?: number;
  wasScanned?: boolean;
  /** More elements than are listed. */
  more?: number;
  identity?: string;
}

/** Returns the result of a page with proposals of one rule. */
function propose(pageId: string, ruleId: string, { proposals = [], more = 0 }: SitePage): PageResult {
  const nodes = proposals.map((data, index) =>
    node(`#${pageId}-${index}`, { checks: { any: [{ id: ruleId, message: '', data }], all: [], none: [] } }),
  );
  const findings =
    nodes.length + more === 0
      ? []
      : [finding(ruleId, nodes, { kind: 'review', nodeCount: nodes.length + more })];
  const outcome = findings.length === 0 ? 'inapplicable' : 'review';
  return result(pageId, findings, { rules: [{ ruleId, result: outcome }] });
}

/** Compares the pages of a site. Returns the messages of each page, or the outcome of the rule without any. */
function compare(ruleId: string, site: Record<string, SitePage>): Record<string, string[] | string> {
  const checks = new SiteChecks([ruleId, 'image-alt']);
  const results = Object.entries(site).map(([pageId, page]) => ({
    pageId,
    page,
    result: propose(pageId, ruleId, page),
  }));
  for (const { pageId, page, result } of results) {
    const { outcome = 'scanned', wasScanned = false, identity = pageId } = page;
    const about = { pageId, identity, url: `https://shop.example/${pageId}` };
    checks.observe(
      about,
      { outcome, httpStatus: page.httpStatus ?? null },
      outcome === 'scanned' ? result : null,
      wasScanned,
    );
  }
  return Object.fromEntries(
    results.flatMap(({ pageId, page, result }) => {
      if (page.outcome !== undefined) return [];
      const { findings, rules } = checks.apply(result);
      const messages = findings.flatMap(({ nodes }) => nodes.flatMap(({ fix }) => fix.any));
      const kinds = new Set(findings.map(({ kind }) => kind));
      if (messages.length > 0) expect(rules[0]?.result).toBe(kinds.has('violation') ? 'failed' : 'review');
      return [[pageId, messages.length > 0 ? messages : (rules[0]?.result ?? '')]];
    }),
  );
}

const title = (text: string, heading = ''): SitePage => ({ proposals: [{ title: text, heading }] });

describe('titles', () => {
  const rule = 'a11y-duplicate-title';

  it('are reported if pages with other headings have the same one, in any case and spacing', () => {
    expect(
      compare(rule, { a: title('Shop', 'Roses'), b: title(' shop', 'Trees'), c: title('Soil', 'Soil') }),
    ).toEqual({
      a: ['The title is the same on 1 other page.'],
      b: ['The title is the same on 1 other page.'],
      c: 'passed',
    });
  });

  it('are reported without headings if the addresses are those of different pages', () => {
    expect(
      compare(rule, { a: title('Shop'), b: title('Shop'), c: { ...title('Shop'), identity: 'b' } }),
    ).toEqual({
      a: ['The title is the same on 2 other pages.'],
      b: ['The title is the same on 1 other page.'],
      c: ['The title is the same on 1 other page.'],
    });
  });

  it('pass if the pages have the same heading, because they may show the same', () => {
    expect(compare(rule, { a: title('Shop', 'Roses'), b: title('Shop', 'Roses') })).toEqual({
      a: 'passed',
      b: 'passed',
    });
  });

  it('are compared quickly, also if all are the same', () => {
    const site = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`p${index}`, title('Shop', `H${index % 500}`)]),
    );
    expect(Object.values(compare(rule, site)).every((messages) => Array.isArray(messages))).toBe(true);
  });
});

describe('what cannot be compared', () => {
  const rule = 'a11y-duplicate-title';

  it('is inapplicable on a single page', () => {
    expect(compare(rule, { a: title('Shop') })).toEqual({ a: 'inapplicable' });
  });

  it('did not run if pages failed for a passing reason, or the baseline scanned them', () => {
    const pair = { a: title('Shop', 'Roses'), b: title('Soil', 'Trees') };
    const notRun = { a: 'not-run', b: 'not-run' };
    expect(compare(rule, { ...pair, c: { outcome: 'timeout' } })).toEqual(notRun);
    expect(compare(rule, { ...pair, c: { outcome: 'login-required', wasScanned: true } })).toEqual(notRun);
    expect(compare(rule, { ...pair, c: { more: 1 } })).toMatchObject(notRun);
    expect(compare(rule, { ...pair, c: { outcome: 'http-error', httpStatus: 503 } })).toEqual(notRun);
    const passed = { a: 'passed', b: 'passed' };
    expect(compare(rule, { ...pair, c: { outcome: 'http-error', httpStatus: 403 } })).toEqual(passed);
    expect(compare(rule, { ...pair, c: { outcome: 'login-required' } })).toEqual(passed);
    expect(compare(rule, { ...pair, c: { outcome: 'broken-link', wasScanned: true } })).toEqual(passed);
  });

  it('still reports what was found', () => {
    const site = {
      a: title('Shop', 'Roses'),
      b: title('Shop', 'Trees'),
      c: { outcome: 'timeout' } as SitePage,
    };
    expect(compare(rule, site)).toEqual({
      a: ['The title is the same on 1 other page.'],
      b: ['The title is the same on 1 other page.'],
    });
  });

  it('reports to the gate that something was not compared, but not that pages are missing, which the coverage says', () => {
    const reasonWith = (pages: [SitePage, SitePage]) => {
      const checks = new SiteChecks([rule]);
      const [first] = pages.map((page, at) => {
        const result = propose(`${at}`, rule, page);
        const about = { pageId: `${at}`, identity: `${at}`, url: `https://shop.example/${at}` };
        const { outcome = 'scanned' } = page;
        checks.observe(about, { outcome, httpStatus: null }, outcome === 'scanned' ? result : null, false);
        return result;
      });
      const [outcome] = checks.apply(first as PageResult).rules;
      return outcome && [outcome.result, lacksOtherPages(outcome)];
    };
    expect(reasonWith([title('Shop'), { outcome: 'timeout' }])).toEqual(['not-run', true]);
    expect(reasonWith([title('Shop'), { ...title('Cart'), more: 5 }])).toEqual(['not-run', false]);
    expect(reasonWith([{ ...title('Shop'), more: 5 }, { outcome: 'timeout' }])).toEqual(['not-run', false]);
  });

  it('did not run before the pages were observed', () => {
    const checks = new SiteChecks([rule]);
    expect(checks.apply(propose('a', rule, title('Shop')))).toMatchObject({
      findings: [],
      rules: [{ ruleId: rule, result: 'not-run' }],
    });
  });

  it('leaves the findings of other rules unchanged', () => {
    const given = result('a', [finding('image-alt', [node('#a')])]);
    expect(new SiteChecks([rule]).apply(given)).toEqual(given);
  });
});

describe('navigations', () => {
  const rule = 'a11y-navigation-order';
  const nav = (targets: string, name = 'Main'): SitePage => ({
    proposals: [{ name, number: '1', names: targets.split(''), targets: targets.split('') }],
  });
  const moved = ['The links of the navigation have another order than on 2 other pages.'];

  it('are reported if most pages have another order', () => {
    expect(compare(rule, { a: nav('abcd'), b: nav('abcd'), c: nav('acbd') })).toEqual({
      a: 'passed',
      b: 'passed',
      c: moved,
    });
  });

  it('may have further links, and lack some', () => {
    expect(compare(rule, { a: nav('abcd'), b: nav('abcd'), c: nav('abxcd'), d: nav('abd') })).toEqual({
      a: 'passed',
      b: 'passed',
      c: 'passed',
      d: 'passed',
    });
    expect(compare(rule, { a: nav('abcd'), b: nav('abcd'), c: nav('bacdx') }).c).toEqual(moved);
  });

  it('may repeat a link, or lack one of two with the same address', () => {
    const usual = { a: nav('abcdea'), b: nav('abcdea') };
    expect(compare(rule, { ...usual, c: nav('abcdexa') }).c).toBe('passed');
    expect(compare(rule, { ...usual, c: nav('bcdea') }).c).toBe('passed');
    expect(compare(rule, { ...usual, c: nav('acbdea') }).c).toEqual(moved);
  });

  it('pass without a usual order, with another name, and with few links in common', () => {
    expect(compare(rule, { a: nav('abcd'), b: nav('acbd') })).toEqual({ a: 'passed', b: 'passed' });
    expect(compare(rule, { a: nav('abcd'), b: nav('abcd'), c: nav('acbd', 'Shop') }).c).toBe('passed');
    expect(compare(rule, { a: nav('abcd'), b: nav('abcd'), c: nav('bawxyz') }).c).toBe('passed');
    expect(compare(rule, { a: nav('ab'), b: nav('ab'), c: nav('ba') }).c).toBe('passed');
  });
});

describe('names of functions', () => {
  const rule = 'a11y-other-name';
  const links = (names: Record<string, string>): SitePage => ({
    proposals: [{ names: Object.values(names), targets: Object.keys(names) }],
  });

  it('are reported if most pages use another name for the same address', () => {
    expect(
      compare(rule, { a: links({ '/c': 'Cart' }), b: links({ '/c': 'cart' }), c: links({ '/c': 'Basket' }) }),
    ).toEqual({
      a: 'passed',
      b: 'passed',
      c: ['The link "Basket" has another name on 2 other pages.'],
    });
  });

  it('may contain each other, or differ in numbers', () => {
    const usual = { a: links({ '/c': 'Cart 1' }), b: links({ '/c': 'Cart 1' }) };
    expect(
      compare(rule, { ...usual, c: links({ '/c': 'Your cart' }), d: links({ '/c': 'Cart (2)' }) }),
    ).toMatchObject({
      c: 'passed',
      d: 'passed',
    });
  });

  it('pass without a usual name, at other addresses, and if a landmark has two names for an address', () => {
    expect(compare(rule, { a: links({ '/c': 'Cart' }), b: links({ '/c': 'Basket' }) })).toEqual({
      a: 'passed',
      b: 'passed',
    });
    const usual = { a: links({ '/c': 'Cart' }), b: links({ '/c': 'Cart' }) };
    expect(compare(rule, { ...usual, c: links({ '/d': 'Basket' }) }).c).toBe('passed');
    const twice: SitePage = { proposals: [{ names: ['Shop', 'Basket'], targets: ['/c', '/c'] }] };
    expect(compare(rule, { ...usual, c: twice }).c).toBe('passed');
  });

  it('ignore data that are no lists', () => {
    const odd: SitePage = { proposals: [{ names: 'Cart', targets: null }] };
    expect(compare(rule, { a: odd, b: odd })).toEqual({ a: 'passed', b: 'passed' });
  });
});

describe('help', () => {
  const rule = 'a11y-help-position';
  const help = (...landmarks: string[]): SitePage => ({
    proposals: landmarks.map((landmark) => ({ name: 'Help', target: '/help', landmark })),
  });

  it('is reported in another landmark than on most pages', () => {
    expect(compare(rule, { a: help('contentinfo'), b: help('contentinfo'), c: help('banner') })).toEqual({
      a: 'passed',
      b: 'passed',
      c: ['The help is in the header; on 2 other pages it is in the footer.'],
    });
  });

  it('may be in a further landmark, or missing', () => {
    expect(
      compare(rule, {
        a: help('contentinfo'),
        b: help('contentinfo'),
        c: help('banner', 'contentinfo'),
        d: {},
      }),
    ).toEqual({ a: 'passed', b: 'passed', c: 'passed', d: 'inapplicable' });
  });

  it('passes without a usual landmark', () => {
    expect(compare(rule, { a: help('contentinfo'), b: help('banner') })).toEqual({
      a: 'passed',
      b: 'passed',
    });
  });
});

describe('ways to a page', () => {
  const rule = 'a11y-one-way';
  const visit = (path: string, targets: string[] = [], offersOverview = false): SitePage => {
    const proposals: Data[] = [{ path, offersOverview }];
    if (targets.length > 0) proposals.push({ targets });
    return { proposals };
  };
  const linked = ['/', '/a', '/b'];

  it('are too few for a page that no navigation leads to', () => {
    expect(
      compare(rule, {
        home: visit('/', linked),
        a: visit('/a', linked),
        b: visit('/b', linked),
        c: visit('/c', linked),
        d: visit('/d', linked),
      }),
    ).toEqual({
      home: 'passed',
      a: 'passed',
      b: 'passed',
      c: [
        'No navigation, header or footer of another page leads here, and no page has a search or a site map. The same holds for 1 other page.',
      ],
      d: 'passed',
    });
  });

  it('are enough if one page has a search, or every page is in a navigation', () => {
    const passed = { home: 'passed', a: 'passed', b: 'passed', c: 'passed' };
    const pages = { home: visit('/', linked), a: visit('/a', linked), b: visit('/b', linked) };
    expect(compare(rule, { ...pages, c: visit('/c', [], true) })).toEqual(passed);
    expect(compare(rule, { ...pages, a: visit('/a', ['/c']), c: visit('/c') })).toEqual(passed);
  });

  it('are not judged on a few pages, on the first page, and do not count links of the page itself', () => {
    expect(compare(rule, { home: visit('/'), a: visit('/a'), b: visit('/b') })).toEqual({
      home: 'inapplicable',
      a: 'inapplicable',
      b: 'inapplicable',
    });
    expect(
      compare(rule, {
        home: visit('/', ['/a', '/b']),
        a: visit('/a'),
        b: visit('/b'),
        c: visit('/c', ['/c']),
      }).c,
    ).toEqual([
      'No navigation, header or footer of another page leads here, and no page has a search or a site map.',
    ]);
  });

  it('ignore data that a page made up', () => {
    const odd: SitePage = { proposals: [{ path: null, offersOverview: 'yes' }, { targets: 'all' }] };
    expect(compare(rule, { a: odd, b: odd, c: odd, d: odd })).toMatchObject({ a: 'inapplicable' });
  });

  it('are not known if a page is missing, which may have a search or the link', () => {
    const site = { home: visit('/', linked), a: visit('/a'), b: visit('/b'), c: visit('/c') };
    expect(compare(rule, site).c).toHaveLength(1);
    expect(compare(rule, { ...site, d: { outcome: 'timeout' } }).c).toBe('not-run');
    expect(compare(rule, { ...site, d: { ...visit('/d'), more: 1 } }).c).toBe('not-run');
  });
});

describe('a site of many pages', () => {
  const numbers = Array.from({ length: runsOf(1_000) }, (_, index) => index);
  const targets = numbers.slice(0, 20).map((index) => `/${index}`);
  const sites: Record<string, (index: number) => Data[]> = {
    'a11y-duplicate-title': (index) => [{ title: `Title ${index % 100}`, heading: `Heading ${index}` }],
    'a11y-help-position': (index) => [
      { name: 'Help', target: '/help', landmark: index === 5 ? 'banner' : 'contentinfo' },
    ],
    'a11y-navigation-order': (index) => [
      {
        name: '',
        number: 1,
        names: targets,
        targets: index === 5 ? targets.toReversed() : targets,
      },
    ],
    'a11y-one-way': (index): Data[] => [{ path: `/${index}`, offersOverview: false }, { targets }],
    'a11y-other-name': (index) => [{ names: [index === 5 ? 'Basket' : 'Cart'], targets: ['/cart'] }],
  };

  it.each(Object.entries(sites))('is compared by %s', (rule, propose) => {
    const site = Object.fromEntries(numbers.map((index) => [`p${index}`, { proposals: propose(index) }]));
    const results = Object.values(compare(rule, site));
    expect(results).toHaveLength(numbers.length);
    expect(results.filter((result) => typeof result !== 'string').length).toBeGreaterThan(0);
    expect(results).not.toContain('not-run');
  });
});
