import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baselineReportSchema } from '../../../core/comparison/baseline-report.ts';
import { buildStateFromReport } from '../../../core/comparison/state-from-report.ts';
import type { Decision, Verdict } from '../../../core/decisions/decision.ts';
import { hashDecisionBasis } from '../../../core/findings/decision-basis.ts';
import { failOnSchema } from '../../../core/gate/fail-on.ts';
import type { GateResult } from '../../../core/gate/gate.ts';
import { FindingsInMemory } from '../../../core/reports/finding-store.ts';
import { type Report, reportSchema } from '../../../core/reports/report.ts';
import { ReportBuilder } from '../../../core/reports/report-builder.ts';
import { getRuleDefinition } from '../../../core/rule-sets/rules.ts';
import { type FindingNode, impacts, type PageFinding } from '../../../core/scans/page-result.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { scanSettingsDefault } from '../../../core/scans/scan-settings.ts';
import { buildTrendPoint } from '../../../core/trend/trend-point.ts';
import { buildReport, type ReportInput } from '../../support/build-report.ts';
import { makeDecision } from '../../support/decisions.ts';
import { holdAsync } from '../../support/hold.ts';
import { aboutSite, finding, identity, node, page, result, scan } from '../reports/fixtures.ts';

const scanIds = ['scan_01arz3ndektsv4rrffq69g5fa1', 'scan_01arz3ndektsv4rrffq69g5fa2'];
const at = (words: string, overrides: Parameters<typeof node>[1] = {}) =>
  node(`#${words}`, { identity: identity(words), impact: 'serious', ...overrides });
const review = (ruleId: string, nodes: PageFinding['nodes']) => finding(ruleId, nodes, { kind: 'review' });
const getFingerprint = (words: string) => identity(words).fingerprint;

/** The decision on an element as `at` makes it. */
const decide = (words: string, decision: Verdict, ruleId = 'color-contrast', element = at(words)): Decision =>
  makeDecision(element, decision, { ruleId, reason: `About ${words}` });

/** Returns a scan of the pages `a`, `b`, … with these findings. */
function input(pages: PageFinding[][], overrides: Partial<ReportInput> = {}, failOn?: object): ReportInput {
  const { config } = scan();
  const gate = failOn === undefined ? {} : { failOn: failOnSchema.parse(failOn) };
  return {
    scan: scan({ scanId: scanIds[1] ?? '', config: { ...config, ...gate } }),
    ...aboutSite,
    pages: pages.map((_, position) => page('abc'[position] ?? '', { position })),
    results: pages.map((findings, position) => result('abc'[position] ?? '', findings)),
    ...overrides,
  };
}

async function stateOf({ pages, results, ...subject }: ReportInput) {
  const builder = new ReportBuilder(subject, new FindingsInMemory());
  const found = new Map(
    Array.from(results, (each) => [each.pageId, { result: each, resultKey: each.pageId }]),
  );
  for (const group of builder.listPageGroups(pages)) await builder.add(group, (pageId) => found.get(pageId));
  const state = builder.state();
  return { state, history: await builder.history(state) };
}

const numbersOf = ({ summary, pages, gate }: Report) => ({
  violations: summary.violations,
  needsReview: summary.needsReview,
  pages: pages.map(({ violations, needsReview }) => [violations, needsReview]),
  result: gate.result,
  exceeded: gate.reasons.filter((reason) => reason.result === 'failed'),
});

describe('a finding that needs review and that a person decided to be', () => {
  const pages = [
    [review('color-contrast', [at('photo'), at('banner')]), finding('label', [at('email')])],
    [review('color-contrast', [at('other')])],
  ];

  it('fine stays in the report, apart, and does not count', async () => {
    const report = await buildReport(input(pages, { decisions: [decide('photo', 'fine')] }));
    expect(() => reportSchema.parse(report)).not.toThrow();
    expect(report.needsReview[0]?.nodes.map(({ decision }) => decision)).toEqual(['fine', null, null]);
    expect(report.summary).toMatchObject({
      violations: { elements: 1 },
      needsReview: { elements: 2 },
      decided: { fine: { elements: 1, rules: 1 }, problems: { elements: 0 } },
    });
    expect(report.pages.map(({ needsReview }) => needsReview)).toEqual([1, 1]);
    expect(report.comparison.needsReview.unknown).toBe(2);
    const { bases: _, ruleDefinition: __, ...decision } = decide('photo', 'fine');
    const { accountId: ___, siteId: ____, decisionId: id, ...shown } = decision;
    expect(report.decisions).toEqual([{ id, ...shown, findings: 1, outdated: 0, notApplied: 0 }]);
    expect(report.needsReview[0]?.nodes[0]).toMatchObject({ decisionId: id });
    const last = report.issueGroups.at(-1);
    expect(last).toMatchObject({ kind: 'review', elements: 1, decidedFine: 1, byState: { unknown: 0 } });
    expect(last?.pages).toEqual([{ pageId: 'a', elements: 1, suppressed: 0, decidedFine: 1, byState: {} }]);
    expect(buildTrendPoint(report)).toMatchObject({ needsReview: 2 });
  });

  it('a problem is a violation everywhere, in a group of its own', async () => {
    const failOn = { any: 'serious' };
    const report = await buildReport(
      input([[review('color-contrast', [at('photo')])]], { decisions: [decide('photo', 'problem')] }, failOn),
    );
    expect(() => reportSchema.parse(report)).not.toThrow();
    expect(report.gate.result).toBe('failed');
    expect(report.needsReview).toEqual([]);
    expect(report.violations).toMatchObject([
      { ruleId: 'color-contrast', nodeCount: 1, nodes: [{ decision: 'problem', impact: 'serious' }] },
    ]);
    expect(report.summary).toMatchObject({
      violations: { elements: 1, byImpact: { serious: { elements: 1 } } },
      needsReview: { elements: 0 },
      decided: { problems: { elements: 1 } },
      issueGroups: 1,
    });
    expect(report.issueGroups).toMatchObject([
      { id: `grp_${identity('photo').component}_problem`, kind: 'violation', decidedProblems: true },
    ]);
    expect(report.pages[0]).toMatchObject({ violations: 1, needsReview: 0 });
    expect(buildTrendPoint(report).violations.byImpact.serious).toBe(1);
  });

  it('a problem does not take others of its component along', async () => {
    const alike = (words: string) => at(words, { identity: identity(words, 'header') });
    const report = await buildReport(
      input([[review('color-contrast', [alike('one'), alike('two')])]], {
        decisions: [decide('one', 'problem', 'color-contrast', alike('one'))],
      }),
    );
    expect(report.issueGroups.map(({ kind, elements }) => [kind, elements])).toEqual([
      ['violation', 1],
      ['review', 1],
    ]);
  });

  it('either is found by a fingerprint of an earlier version', async () => {
    const found = { ...identity('new'), formerly: [getFingerprint('old')] };
    const report = await buildReport(
      input([[review('color-contrast', [at('new', { identity: found })])]], {
        decisions: [
          {
            ...decide('old', 'fine'),
            bases: [hashDecisionBasis(at('new', { identity: found }), pageSettingsDefault)],
          },
        ],
      }),
    );
    expect(report.summary.needsReview.elements).toBe(0);
  });

  it('a problem is a suppressed violation if a suppression matches', async () => {
    const suppression = {
      suppressionId: 'supp_01arz3ndektsv4rrffq69g5fav',
      ...decide('photo', 'problem'),
      match: { fingerprint: getFingerprint('photo') },
      expiresAt: null,
      createdAt: '2026-10-01T10:00:00.000Z',
      updatedAt: '2026-10-01T10:00:00.000Z',
    };
    const report = await buildReport(
      input([[review('color-contrast', [at('photo')])]], {
        decisions: [decide('photo', 'problem')],
        suppressions: [suppression],
      }),
    );
    expect(report.summary).toMatchObject({
      violations: { elements: 0 },
      suppressed: { violations: { elements: 1 } },
      decided: { problems: { elements: 0 } },
    });
  });
});

describe('a decision about an element that changed since', () => {
  const check = { id: 'color-contrast', message: 'Low', data: { fgColor: '#777777', contrastRatio: 3.1 } };
  const photo = at('photo', { checks: { any: [check], all: [], none: [] } });
  const { fingerprint, place } = photo.identity;
  const withData = (data: object) => ({
    ...photo,
    checks: { any: [{ ...check, data: { ...check.data, ...data } }], all: [], none: [] },
  });
  const changes: [string, FindingNode, Partial<Decision>][] = [
    ['its opening tag or text', { ...photo, identity: { ...photo.identity, markup: 'f'.repeat(16) } }, {}],
    ['its content', { ...photo, html: `${photo.html}<b>Sale</b>` }, {}],
    ['a measured color', withData({ fgColor: '#787878' }), {}],
    ['a measured ratio', withData({ contrastRatio: 3.11 }), {}],
    ['the message', { ...photo, checks: { any: [{ ...check, message: 'Image' }], all: [], none: [] } }, {}],
    ['the rule', photo, { ruleDefinition: 'of an earlier version' }],
    ['the rule of the fingerprint', photo, { ruleId: 'label' }],
  ];

  it.each(changes)('does not apply if it was fine: %s', async (_, now, given) => {
    expect([now.identity.fingerprint, now.identity.place]).toEqual([fingerprint, place]);
    const decision = { ...decide('photo', 'fine', 'color-contrast', photo), ...given };
    const failOn = { any: 'minor', review: true };
    const report = await buildReport(
      input([[review('color-contrast', [now])]], { decisions: [decision] }, failOn),
    );
    expect(() => reportSchema.parse(report)).not.toThrow();
    expect(report.gate.result).toBe('failed');
    expect(report.summary).toMatchObject({
      needsReview: { elements: 1 },
      violations: { elements: 0 },
      decided: { fine: { elements: 0 }, problems: { elements: 0 }, outdated: { elements: 1, rules: 1 } },
    });
    expect(report.needsReview[0]?.nodes).toMatchObject([
      { decision: 'outdated', decisionId: decision.decisionId },
    ]);
    expect(report.decisions).toMatchObject([{ decision: 'fine', findings: 0, outdated: 1, notApplied: 0 }]);
    expect(report.issueGroups).toMatchObject([{ kind: 'review', decidedFine: 0, decisionsOutdated: 1 }]);
  });

  it.each(changes.slice(0, -1))(
    'applies still if it was a problem, so that no gate passes: %s',
    async (_, now, given) => {
      const decision = { ...decide('photo', 'problem', 'color-contrast', photo), ...given };
      const report = await buildReport(
        input([[review('color-contrast', [now])]], { decisions: [decision] }, { any: 'minor' }),
      );
      expect(report.gate.result).toBe('failed');
      expect(report.summary).toMatchObject({ violations: { elements: 1 }, needsReview: { elements: 0 } });
      expect(report.decisions).toMatchObject([{ decision: 'problem', findings: 1, outdated: 0 }]);
    },
  );

  it.each([
    ['viewport', { viewport: { width: 390, height: 844 } }],
    ['emulated touch screen', { mobile: true }],
    ['color scheme', { colorScheme: 'dark' as const }],
    ['reduced motion', { reducedMotion: 'no-preference' as const }],
    ['locale', { locale: 'de-DE' }],
  ])('does not apply to the element in another %s, in which nobody judged it', async (_, given) => {
    const settings = { ...scanSettingsDefault, page: { ...pageSettingsDefault, ...given } };
    const reportOf = (verdict: Verdict) =>
      buildReport(
        input(
          [[review('color-contrast', [photo])]],
          { settings, decisions: [decide('photo', verdict, 'color-contrast', photo)] },
          { any: 'minor', review: true },
        ),
      );
    const fine = await reportOf('fine');
    expect([fine.gate.result, fine.needsReview[0]?.nodes[0]?.decision]).toEqual(['failed', 'outdated']);
    const problem = await reportOf('problem');
    expect(problem.violations[0]?.nodes[0]?.decision).toBe('problem');
  });

  it('applies again to the element as it was judged, and to its duplicates', async () => {
    const decision = decide('photo', 'fine', 'color-contrast', photo);
    const report = await buildReport(
      input([[review('color-contrast', [photo, { ...photo, target: ['#copy'] }])]], {
        decisions: [decision],
      }),
    );
    expect(report.decisions).toMatchObject([{ findings: 2, outdated: 0 }]);
  });

  it('applies to each of the elements that were judged together, and to no other one', async () => {
    const other = { ...photo, html: '<b>Other</b>' };
    const third = { ...photo, html: '<b>Third</b>' };
    const bases = [photo, other].map((each) => hashDecisionBasis(each, pageSettingsDefault));
    const decision = { ...decide('photo', 'fine', 'color-contrast', photo), bases };
    const report = await buildReport(
      input([[review('color-contrast', [photo, other, third])]], { decisions: [decision] }),
    );
    expect(report.decisions).toMatchObject([{ findings: 2, outdated: 1 }]);
  });
});

it('a decision changes nothing about a violation, and the report says so', async () => {
  const pages = [[finding('label', [at('email')])]];
  const plain = await buildReport(input(pages, {}, { any: 'minor' }));
  for (const verdict of ['fine', 'problem'] as const) {
    const report = await buildReport(
      input(pages, { decisions: [decide('email', verdict, 'label')] }, { any: 'minor' }),
    );
    expect(report.decisions).toMatchObject([{ findings: 0, notApplied: 1 }]);
    expect({ ...report, decisions: [] }).toEqual(plain);
  }
});

describe('a decision and the comparison', () => {
  const before = [[review('color-contrast', [at('photo')])]];
  async function compare(pages: PageFinding[][], decisions: Decision[], failOn: object) {
    const { state } = await stateOf(input(before));
    return buildReport(
      input(
        pages,
        {
          decisions,
          comparison: {
            baseline: {
              scanId: scanIds[0] ?? '',
              branch: null,
              createdAt: '2026-10-01T10:00:00.000Z',
              chosenBy: 'site',
            },
            whyNone: null,
            comparableKey: aboutSite.comparison.comparableKey,
            state,
            carried: state,
            readMarkups: async () => null,
          },
        },
        failOn,
      ),
    );
  }

  it('a problem that the baseline had as a review is unchanged, not new', async () => {
    const decisions = [decide('photo', 'problem')];
    const report = await compare(before, decisions, { new: 'minor' });
    expect(report.gate.result).toBe('passed');
    expect(report.comparison.violations).toMatchObject({ new: 0, unchanged: 1, reclassified: 0 });
    expect((await compare(before, decisions, { any: 'minor' })).gate.result).toBe('failed');
  });

  it('a problem that the baseline did not have is new', async () => {
    const pages = [[review('color-contrast', [at('photo'), at('banner')])]];
    const report = await compare(pages, [decide('banner', 'problem')], { new: 'minor' });
    expect(report.gate.reasons).toMatchObject([{ code: 'new', count: 1 }]);
  });

  it('the stored state and history have no decisions, and neither has the state that a report gives', async () => {
    const pages = [[review('color-contrast', [at('photo'), at('banner')]), finding('label', [at('email')])]];
    const decisions = [
      decide('photo', 'problem'),
      decide('banner', 'fine'),
      decide('email', 'fine', 'label'),
    ];
    expect(await stateOf(input(pages, { decisions }))).toEqual(await stateOf(input(pages)));
    const states = [];
    for (const given of [decisions, []]) {
      const report = await buildReport(input(pages, { decisions: given }));
      const parsed = baselineReportSchema.parse(JSON.parse(JSON.stringify(report)));
      states.push(buildStateFromReport(parsed, getRuleDefinition));
    }
    expect(states[0]).toEqual(states[1]);
  });
});

describe('decisions never make a verdict greener than what they say', () => {
  // A fingerprint belongs to one rule.
  const rules = { one: 'color-contrast', two: 'label', three: 'region', four: 'color-contrast' } as const;
  const words = Object.keys(rules) as (keyof typeof rules)[];
  const element = fc.record({
    words: fc.constantFrom(...words),
    kind: fc.constantFrom('violation' as const, 'review' as const),
    impact: fc.constantFrom(...impacts),
    page: fc.integer({ min: 0, max: 1 }),
  });
  const elements = fc.array(element, { maxLength: 8 });
  const decisions = fc.dictionary(
    fc.constantFrom(...words),
    fc.constantFrom('fine' as const, 'problem' as const),
  );
  const thresholds = fc.constantFrom({ any: 'serious' }, { any: 'minor' }, { total: 2 }, { new: 'minor' });
  const failOn = fc
    .tuple(thresholds, fc.boolean(), fc.constantFrom('report', 'fail'))
    .map(([own, isReview, onNoBaseline]) => ({
      ...own,
      bestPractice: own,
      review: isReview,
      minCoverage: 0,
      onNoBaseline,
    }));
  type Element = typeof element extends fc.Arbitrary<infer One> ? One : never;

  const toPages = (given: readonly Element[]): PageFinding[][] =>
    [0, 1].map((number) =>
      given
        .filter((each) => each.page === number)
        .map(({ words: name, kind, impact }) => finding(rules[name], [at(name, { impact })], { kind })),
    );
  const toDecisions = (given: Partial<Record<keyof typeof rules, Verdict>>) =>
    words.flatMap((name) => (given[name] === undefined ? [] : decide(name, given[name], rules[name])));

  it('count a problem like a violation of its rule, and a fine finding like none', async () => {
    await holdAsync(
      fc.asyncProperty(elements, decisions, failOn, async (given, decided, gate) => {
        // What the rules would have reported if they had decided like the person.
        const judged = given.flatMap((each): Element[] => {
          const verdict = each.kind === 'review' ? decided[each.words] : undefined;
          if (verdict === 'fine') return [];
          return [verdict === 'problem' ? { ...each, kind: 'violation' } : each];
        });
        const report = await buildReport(input(toPages(given), { decisions: toDecisions(decided) }, gate));
        expect(numbersOf(report)).toEqual(numbersOf(await buildReport(input(toPages(judged), {}, gate))));
      }),
      15,
    );
  });

  const severity: readonly (GateResult | null)[] = ['passed', 'inconclusive', 'failed'];
  it('never improve the gate by problems, nor by anything if findings that need review do not count', async () => {
    await holdAsync(
      fc.asyncProperty(elements, decisions, failOn, async (given, decided, gate) => {
        const onlyProblems = Object.fromEntries(
          Object.entries(decided).filter(([, verdict]) => verdict === 'problem' || !gate.review),
        );
        const pages = toPages(given);
        const before = await buildReport(input(pages, {}, gate));
        const after = await buildReport(input(pages, { decisions: toDecisions(onlyProblems) }, gate));
        expect(severity.indexOf(after.gate.result)).toBeGreaterThanOrEqual(
          severity.indexOf(before.gate.result),
        );
      }),
      15,
    );
  });
});
