import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../../core/reports/report.ts';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import { type FrontierPage, toScanView } from '../../../core/scans/scan.ts';
import { buildReport } from '../../support/build-report.ts';
import { aboutSite, finding, node, page, result, richInput, scan } from './fixtures.ts';

const allRuleIds = resolveRuleSets(['wcag-aa', 'best-practice']).ruleIds;

describe('buildReport', () => {
  it('matches the published schema', async () => {
    const report = await buildReport(richInput());
    expect(reportSchema.parse(report)).toEqual(report);
  });

  it('returns the same bytes for any order of pages and results', async () => {
    const input = richInput();
    const once = JSON.stringify(await buildReport(input));
    const again = await buildReport({
      ...input,
      pages: input.pages.toReversed(),
      results: [...input.results].toReversed(),
    });
    expect(JSON.stringify(again)).toBe(once);
  });

  it('groups the findings of all pages by rule, worst first, then by number of elements', async () => {
    const { violations, needsReview } = await buildReport(richInput());
    expect(violations.map(({ ruleId, nodeCount, pageCount }) => [ruleId, nodeCount, pageCount])).toEqual([
      ['label', 2, 1],
      ['color-contrast', 4, 2],
      ['link-name', 1, 1],
      ['region', 1, 1],
    ]);
    expect(needsReview.map(({ ruleId }) => ruleId)).toEqual(['aria-hidden-focus']);
  });

  it('describes each rule with its criteria and its pages', async () => {
    const found = (await buildReport(richInput())).violations.find(({ ruleId }) => ruleId === 'link-name');
    expect(found).toMatchObject({
      impact: 'serious',
      successCriteria: ['2.4.4', '4.1.2'],
      bestPractice: false,
      helpUrl: expect.stringMatching(/^https:\/\/dequeuniversity\.com\/.*link-name$/),
      affects: expect.any(String),
      nodes: [{ pageId: 'b', url: 'https://shop.example/b', target: ['#frame', ['#host', 'a.icon']] }],
    });
  });

  it('labels best practices, and gives them no criteria', async () => {
    const found = (await buildReport(richInput())).violations.find(({ ruleId }) => ruleId === 'region');
    expect(found).toMatchObject({ bestPractice: true, successCriteria: [] });
  });

  it('counts elements and rules by impact, and needs-review findings separately', async () => {
    const { summary } = await buildReport(richInput());
    expect(summary.violations).toMatchObject({
      elements: 8,
      rules: 4,
      byImpact: {
        critical: { elements: 2, rules: 1 },
        serious: { elements: 5, rules: 2 },
        moderate: { elements: 1, rules: 1 },
        minor: { elements: 0, rules: 0 },
      },
    });
    expect(summary.needsReview).toMatchObject({ elements: 1, rules: 1 });
    expect(summary.pages).toEqual({ known: 3, scanned: 2, byOutcome: { scanned: 2, 'http-error': 1 } });
  });

  it('keeps the true number of elements if a page had more than were stored', async () => {
    const findings = [finding('label', [node('#a'), node('#b')], { nodeCount: 500 })];
    const report = await buildReport({
      scan: scan(),
      ...aboutSite,
      pages: [page('a')],
      results: [result('a', findings)],
    });
    expect(report.violations[0]).toMatchObject({ nodeCount: 500 });
    expect(report.violations[0]?.nodes).toHaveLength(2);
    expect(report.summary.violations.byImpact.critical).toEqual({ elements: 500, rules: 1 });
    expect(report.pages[0]?.violations).toBe(500);
  });

  it('counts an element by its own impact and the rule by its worst', async () => {
    const findings = [finding('label', [node('#a', { impact: 'minor' }), node('#b', { impact: 'serious' })])];
    const { violations, summary } = await buildReport({
      scan: scan(),
      ...aboutSite,
      pages: [page('a')],
      results: [result('a', findings)],
    });
    expect(violations[0]?.impact).toBe('serious');
    expect(summary.violations.byImpact.minor).toEqual({ elements: 1, rules: 0 });
    expect(summary.violations.byImpact.serious).toEqual({ elements: 1, rules: 1 });
  });

  it('falls back to the impact of the rule if axe reported none', async () => {
    const findings = [finding('label', [node('#a', { impact: null })], { impact: null })];
    const report = await buildReport({
      scan: scan(),
      ...aboutSite,
      pages: [page('a')],
      results: [result('a', findings)],
    });
    expect(report.violations[0]).toMatchObject({ impact: 'critical', nodes: [{ impact: 'critical' }] });
  });

  it('has no findings of rules that the scan did not request', async () => {
    const findings = [finding('label', [node('#a')]), finding('##vso[task.complete]', [node('#b')])];
    const report = await buildReport({
      scan: scan(),
      ...aboutSite,
      pages: [page('a')],
      results: [result('a', findings)],
    });
    expect(report.violations.map(({ ruleId }) => ruleId)).toEqual(['label']);
    expect(report.pages[0]?.violations).toBe(1);
  });

  it('lists every rule for every page, and says why a rule did not run', async () => {
    const { pages } = await buildReport(richInput());
    for (const { rules } of pages) expect(rules.map(({ ruleId }) => ruleId)).toEqual(allRuleIds);
    const failed = pages[0]?.rules.filter((rule) => rule.result === 'failed').map((rule) => rule.ruleId);
    expect(failed).toEqual(['color-contrast', 'label', 'region']);
    expect(new Set(pages[2]?.rules.map((rule) => rule.result))).toEqual(new Set(['not-run']));
    expect(pages[2]?.rules[0]?.reason).toBe('The server returned an error status.');
  });

  it('reports a rule as not run if a scanned page has no result for it', async () => {
    const partial = result('a', [], {
      outcome: 'partially-scanned',
      rules: [{ ruleId: 'label', result: 'passed' }],
    });
    const pages = [page('a', { outcome: 'partially-scanned' })];
    const report = await buildReport({ scan: scan(), ...aboutSite, pages, results: [partial] });
    expect(report.pages[0]?.rules.find((rule) => rule.ruleId === 'label')).toEqual({
      ruleId: 'label',
      result: 'passed',
    });
    expect(report.pages[0]?.rules.find((rule) => rule.ruleId === 'region')).toEqual({
      ruleId: 'region',
      result: 'not-run',
      reason: 'The scan gave no result for this rule.',
    });
  });

  it('never shows a page as scanned if its result says otherwise', async () => {
    const report = await buildReport({
      scan: scan(),
      ...aboutSite,
      pages: [page('a')],
      results: [result('a', [], { outcome: 'timeout' })],
    });
    expect(report.pages[0]?.outcome).toBe('service-fault');
    expect(report.summary.pages.scanned).toBe(0);
  });

  it('shows pages without a result object with their outcome', async () => {
    const pages = [
      page('a'),
      page('b', { position: 1, outcome: 'crashed', attempts: 2, detail: '' }),
      page('c', { position: 2, outcome: 'service-fault', detail: 'Its chunk was dead-lettered.' }),
      page('d', { position: 3, state: 'queued', outcome: undefined, attempts: 0 }),
    ];
    const report = await buildReport({
      scan: scan({ status: 'cancelled', cancelReason: 'requested' }),
      ...aboutSite,
      pages,
      results: [result('a')],
    });
    expect(report.pages.map(({ outcome, detail, attempts }) => [outcome, detail, attempts])).toEqual([
      ['scanned', 'The page was scanned.', 1],
      ['crashed', 'The browser crashed on this page twice.', 2],
      ['service-fault', 'Its chunk was dead-lettered.', 1],
      ['not-attempted', 'The scan ended before this page was finished.', 0],
    ]);
  });

  it('never counts a page as scanned if its result is missing', async () => {
    const report = await buildReport({
      scan: scan(),
      ...aboutSite,
      pages: [page('a'), page('b', { position: 1 })],
      results: [result('b')],
    });
    expect(report.pages[0]).toMatchObject({ outcome: 'service-fault', finalUrl: null });
    expect(report.summary.pages).toMatchObject({ known: 2, scanned: 1 });
  });

  it('ignores findings of a result that was not recorded for the page', async () => {
    const pages = [page('a', { outcome: undefined, state: 'queued' })];
    const report = await buildReport({
      scan: scan({ status: 'cancelled', cancelReason: 'requested' }),
      ...aboutSite,
      pages,
      results: [result('a', [finding('label', [node('#a')])])],
    });
    expect(report.violations).toEqual([]);
    expect(report.pages[0]).toMatchObject({ outcome: 'not-attempted', violations: 0 });
  });

  it.each([
    [scan(), false, null],
    [
      scan({ status: 'failed', failure: 'finishing-failed' }),
      true,
      'The service could not build the report.',
    ],
    [scan({ status: 'cancelled', cancelReason: 'site-deleted' }), true, 'Its site was deleted.'],
  ])('states whether the scan completed, and why not', async (of, incomplete, incompleteReason) => {
    const report = await buildReport({ scan: of, ...aboutSite, pages: [page('a')], results: [result('a')] });
    expect(report.scan).toMatchObject({ status: of.status, incomplete, incompleteReason });
  });

  it('rejects a scan that is not final', async () => {
    await expect(
      buildReport({ scan: scan({ status: 'running' }), ...aboutSite, pages: [], results: [] }),
    ).rejects.toThrow('is running; only a final scan can have a report');
  });

  it('records each rule set, its resolved version and the rule ids', async () => {
    const { configuration } = await buildReport(richInput());
    expect(configuration.ruleSets.map(({ name, version }) => [name, version])).toEqual([
      ['wcag-aa', '2.2'],
      ['best-practice', '4.14.1'],
    ]);
    expect(configuration.ruleIds).toEqual(allRuleIds);
    expect(configuration.startUrls).toEqual(['https://shop.example/']);
  });

  it('shows no secret in the addresses of the site and of the config', async () => {
    const url = 'https://shop.example/?preview=1&token=s3cret-value#key=s3cret-value';
    const config = { rules: ['wcag-aa' as const], priority: 'normal' as const, url };
    const report = await buildReport({
      ...aboutSite,
      scan: scan({ config }),
      site: { ...aboutSite.site, url },
      startUrls: [url],
      pages: [page('a', { url })],
      results: [],
    });
    const shown = 'https://shop.example/?preview=1&token=[redacted]#key=[redacted]';
    expect(report.site.url).toBe(shown);
    expect(report.scan.config.url).toBe(shown);
    expect(JSON.stringify(report)).not.toContain('s3cret');
    expect(toScanView(scan({ config })).config).toEqual({ ...config, url: shown });
  });

  it('records every engine that scanned pages, and the number of its pages', async () => {
    const newer = {
      axe: '4.14.1',
      browser: 'Chrome/154.0.0.0',
      userAgent: 'ua',
      viewport: { width: 1280, height: 1024 },
    };
    const pages = [page('a'), page('b', { position: 1 }), page('c', { position: 2 })];
    const results = [result('a'), result('b'), result('c', [], { engine: newer })];
    expect(
      (await buildReport({ scan: scan(), ...aboutSite, pages, results })).engines.map(
        ({ browser, pageCount }) => [browser, pageCount],
      ),
    ).toEqual([
      ['Chrome/153.0.7900.0', 2],
      ['Chrome/154.0.0.0', 1],
    ]);
  });
});

describe('the limits of a report', () => {
  it('divide the criteria of the chosen standards by whether a rule that ran tests them', async () => {
    const { limits } = await buildReport(richInput());
    const tested = limits.criteriaTestedInPart.map(({ number }) => number);
    const untested = limits.criteriaNotTested.map(({ number }) => number);
    expect(tested).toContain('1.4.3');
    expect(untested).toContain('1.2.4');
    expect(untested).not.toContain('4.1.1');
    expect(tested.length + untested.length).toBe(55);
  });

  it('name the rules that tested a criterion in part', async () => {
    const { limits } = await buildReport(richInput());
    const contrast = limits.criteriaTestedInPart.find(({ number }) => number === '1.4.3');
    expect(contrast?.ruleIds).toContain('color-contrast');
    expect(contrast?.ruleIds).not.toContain('image-alt');
  });

  it('say why a criterion is not tested, and what a person has to do', async () => {
    const pages = [page('a')];
    const passed = result('a');
    const rules = passed.rules.map((rule) =>
      rule.ruleId === 'target-size' ? { ruleId: rule.ruleId, result: 'not-run' as const } : rule,
    );
    const { limits } = await buildReport({
      scan: scan({ config: { rules: ['wcag-aa'], checks: 'axe', priority: 'normal' } }),
      ...aboutSite,
      pages,
      results: [{ ...passed, rules }],
    });
    const reasonOf = (number: string) => limits.criteriaNotTested.find((each) => each.number === number);
    expect(reasonOf('3.3.4')).toMatchObject({
      reason: 'no-rule',
      why: 'Whether a form has legal or financial effects depends on its purpose.',
      howToTest: 'Check that orders, contracts and changes of data can be reviewed, corrected or undone.',
    });
    expect(reasonOf('2.5.8')).toMatchObject({
      reason: 'not-run',
      why: 'Rules that ran on no page: target-size.',
      howToTest: 'Measure the targets that are smaller than 24 by 24 px.',
    });
  });

  it('name the rules of criteria that are not part of the scan', async () => {
    const { limits } = await buildReport({
      scan: scan({ config: { rules: ['trusted-tester'], priority: 'normal' } }),
      ...aboutSite,
      pages: [page('a')],
      results: [result('a')],
    });
    const missing = limits.criteriaNotTested.filter(({ reason }) => reason === 'not-in-scan');
    for (const { why } of missing) expect(why).toMatch(/^Rules that this scan does not have: [a-z0-9-]/);
    const all = [...limits.criteriaTestedInPart, ...limits.criteriaNotTested];
    expect(all).toHaveLength(38);
  });

  it('report a criterion as untested if its rules ran on no page', async () => {
    const pages = [page('a', { outcome: 'timeout' })];
    const report = await buildReport({
      scan: scan({ status: 'failed', failure: 'no-page-scanned' }),
      ...aboutSite,
      pages,
      results: [],
    });
    expect(report.limits.criteriaTestedInPart).toEqual([]);
    expect(report.limits.criteriaNotTested).toHaveLength(55);
  });

  it('name no criteria for a rule set that is not a standard', async () => {
    const of = scan({ config: { rules: ['best-practice'], priority: 'normal' } });
    const { limits } = await buildReport({
      scan: of,
      ...aboutSite,
      pages: [page('a')],
      results: [result('a')],
    });
    expect([limits.criteriaTestedInPart, limits.criteriaNotTested]).toEqual([[], []]);
  });

  it('disclaim conformance', async () => {
    expect((await buildReport(richInput())).limits.statement).toContain('no evidence of conformance');
  });
});

describe('pages with the same final URL', () => {
  const movedTo = { pageId: 'new', origin: 'https://shop.example' };
  const outcomes = async (pages: FrontierPage[]) => {
    const results = pages.map(({ pageId }) => result(pageId, [finding('label', [node('#q')])]));
    const report = await buildReport({ scan: scan(), ...aboutSite, pages, results });
    return {
      outcomes: Object.fromEntries(report.pages.map(({ id, outcome }) => [id, outcome])),
      elements: report.summary.violations.elements,
    };
  };

  it('count once: the one that was requested by its own URL', async () => {
    expect(await outcomes([page('old', { movedTo }), page('new', { position: 1 })])).toEqual({
      outcomes: { old: 'duplicate-redirect', new: 'scanned' },
      elements: 1,
    });
  });

  it('count once: otherwise the first of them, in any order of input', async () => {
    const pages = [page('b', { movedTo, position: 1 }), page('a', { movedTo }), page('c', { position: 2 })];
    const expected = { outcomes: { a: 'scanned', b: 'duplicate-redirect', c: 'scanned' }, elements: 2 };
    expect(await outcomes(pages)).toEqual(expected);
    expect(await outcomes(pages.toReversed())).toEqual(expected);
  });

  it('do not replace a page that could not be scanned', async () => {
    const gone = page('new', { position: 1, outcome: 'timeout', detail: 'It did not answer in time.' });
    expect((await outcomes([page('old', { movedTo }), gone])).outcomes).toEqual({
      old: 'scanned',
      new: 'timeout',
    });
  });
});

describe('URLs with secrets', () => {
  it('are redacted except where the scan opened them', async () => {
    const url = 'https://shop.example/reset?token=abcdef123456';
    const unopened = page('a', { url, outcome: 'blocked-address', detail: 'No.' });
    const crawl = { ...aboutSite.crawl, notAttempted: [{ url, reason: 'limit' as const }] };
    const report = await buildReport({ scan: scan(), ...aboutSite, crawl, pages: [unopened], results: [] });
    expect(JSON.stringify(report)).not.toContain('abcdef123456');
    expect(report.pages[0]?.requestedUrl).toMatch(/^https:\/\/shop\.example\/reset\?token=./);
  });
});

describe('skipped pages', () => {
  it('are counted by reason, and listed up to a limit', async () => {
    const notAttempted = Array.from({ length: 600 }, (_, index) => ({
      url: `https://shop.example/${index}`,
      reason: index < 10 ? ('robots' as const) : ('limit' as const),
    }));
    const crawl = {
      ...aboutSite.crawl,
      adoptedOrigin: 'https://www.shop.example',
      notes: ['A note.'],
      notAttempted,
    };
    const report = await buildReport({ ...richInput(), crawl });
    expect(report.crawl).toMatchObject({
      adoptedOrigin: 'https://www.shop.example',
      notes: ['A note.'],
      notAttempted: { count: 600, byReason: { robots: 10, limit: 590 } },
    });
    expect(report.crawl.notAttempted.pages).toHaveLength(500);
    expect(reportSchema.parse(report)).toEqual(report);
  });
});
