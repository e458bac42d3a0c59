import { describe, expect, it } from 'vitest';
import { renderScanSummary as terminalSummary } from '../../../cli/outcome/summary.ts';
import { failOnSchema } from '../../../core/gate/fail-on.ts';
import { findRulesNotRun, listNotJudgedReasons } from '../../../core/gate/not-judged.ts';
import { FindingsInMemory } from '../../../core/reports/finding-store.ts';
import { ReportBuilder } from '../../../core/reports/report-builder.ts';
import { reportFormats } from '../../../core/reports/report-formats.ts';
import { buildScanSummary } from '../../../core/reports/report-head.ts';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import type { PageOutcome } from '../../../core/scans/page-outcome.ts';
import type { PageFinding, PageResult, RuleOutcome } from '../../../core/scans/page-result.ts';
import { renderers } from '../../../formats/renderers.ts';
import { buildReport } from '../../support/build-report.ts';
import { aboutSite, finding, identity, node, page, result, scan } from '../reports/fixtures.ts';

const { ruleIds } = resolveRuleSets(['wcag-aa', 'best-practice']);

/** Returns a report of pages on which every rule ran and found nothing, except the given rules. */
async function reportOf(
  failOn: object,
  notRun: Record<string, readonly string[]>,
  given: { framesNotJudged?: number; outcome?: PageOutcome; whyNotStarted?: string } = {},
) {
  const { framesNotJudged = 0, outcome = 'partially-scanned', whyNotStarted } = given;
  const ids = ['home', 'a', 'b'];
  const rulesOf = (id: string): RuleOutcome[] =>
    ruleIds.map((ruleId) =>
      notRun[id]?.includes(ruleId)
        ? { ruleId, result: 'not-run', reason: 'The rule took too long on this page.' }
        : { ruleId, result: 'passed' },
    );
  const hasGap = (id: string) => notRun[id] !== undefined;
  return buildReport({
    ...aboutSite,
    scan: scan({
      config: {
        rules: ['wcag-aa', 'best-practice'],
        priority: 'normal',
        failOn: failOnSchema.parse(failOn),
      },
    }),
    pages: ids.map((id, position) =>
      page(id, {
        position,
        outcome: hasGap(id) ? outcome : 'scanned',
        detail: hasGap(id) ? (whyNotStarted ?? (framesNotJudged > 0 ? 'Frames not scanned: /map.' : '')) : '',
      }),
    ),
    results: ids.map((id) =>
      result(id, [], {
        rules: rulesOf(id),
        outcome: hasGap(id) ? outcome : 'scanned',
        framesNotJudged: hasGap(id) ? framesNotJudged : 0,
        incomplete: hasGap(id) && whyNotStarted !== undefined,
        hasNotStarted: hasGap(id) && whyNotStarted !== undefined,
      }),
    ),
  });
}

const gateOf = async (...given: Parameters<typeof reportOf>) => (await reportOf(...given)).gate;

describe('a gate with rules that did not run on a scanned page', () => {
  // color-contrast is serious, image-alt critical, region moderate and a best practice.
  const cases: [string, object, string[], 'passed' | 'inconclusive'][] = [
    ['any=serious', { any: 'serious' }, ['color-contrast'], 'inconclusive'],
    ['any=critical, a serious rule missing', { any: 'critical' }, ['color-contrast'], 'passed'],
    ['any=critical', { any: 'critical' }, ['image-alt'], 'inconclusive'],
    ['any=minor', { any: 'minor' }, ['color-contrast'], 'inconclusive'],
    ['new=serious', { new: 'serious', onNoBaseline: 'fail' }, ['color-contrast'], 'inconclusive'],
    ['total', { total: 1_000 }, ['color-contrast'], 'inconclusive'],
    ['any=minor, a best practice missing', { any: 'minor' }, ['region'], 'passed'],
    ['best practices', { bestPractice: { any: 'moderate' } }, ['region'], 'inconclusive'],
    ['best practices above the rule', { bestPractice: { any: 'serious' } }, ['region'], 'passed'],
    ['best practices alone', { bestPractice: { total: 0 } }, ['color-contrast'], 'passed'],
    ['no minimum of coverage', { any: 'serious', minCoverage: 0 }, ['color-contrast'], 'inconclusive'],
    ['all rules missing', { any: 'critical' }, [...ruleIds], 'inconclusive'],
  ];

  it.each(cases)('decides %s', async (_, failOn, missing, expected) => {
    for (const where of ['home', 'b']) {
      for (const outcome of ['partially-scanned', 'scanned'] as const) {
        const gate = await gateOf(failOn, { [where]: missing }, { outcome });
        expect(gate.result).toBe(expected);
        expect(gate.reasons.map(({ code }) => code)).toEqual(expected === 'passed' ? [] : ['rule-not-run']);
      }
    }
  });

  it('never passes if any rule that could fail it did not run on any page', async () => {
    const both = { any: 'minor', bestPractice: { any: 'minor' } };
    expect((await gateOf(both, { a: ['image-alt'] })).result).toBe('inconclusive');
    for (const ruleId of ruleIds) {
      const rules = [{ ruleId, result: 'not-run' as const }];
      const gap = { requestedUrl: '/a', outcome: 'scanned' as const, detail: '', framesNotJudged: 0, rules };
      const reasons = listNotJudgedReasons(failOnSchema.parse(both), [gap], ruleIds);
      expect(reasons, ruleId).toMatchObject([{ code: 'rule-not-run', result: 'inconclusive', count: 1 }]);
    }
  });

  it('names the rules that did not run and the pages', async () => {
    const gate = await gateOf({ any: 'serious' }, { a: ['color-contrast'], b: ['color-contrast', 'label'] });
    expect(gate.reasons[0]).toEqual({
      code: 'rule-not-run',
      result: 'inconclusive',
      count: 2,
      message:
        '2 rules that could make the gate fail did not run on every scanned page: color-contrast on https://shop.example/a, https://shop.example/b; label on https://shop.example/b.',
    });
  });

  it('does not pass if the content of a frame was not scanned', async () => {
    const gate = await gateOf({ any: 'critical' }, { a: [] }, { framesNotJudged: 2 });
    expect(gate.result).toBe('inconclusive');
    expect(gate.reasons[0]).toMatchObject({
      code: 'frame-not-judged',
      count: 2,
      message: '2 frames were not tested, on https://shop.example/a. Frames not scanned: /map.',
    });
  });
});

describe('a gate with a page that has not started', () => {
  const detail =
    'The page shows hardly anything, and this failed: https://shop.example/app.js (404 Not Found).';
  it('does not pass, and has one reason for it, which names the page and what failed', async () => {
    const gate = await gateOf({ any: 'critical' }, { b: [] }, { whyNotStarted: detail });
    expect(gate.result).toBe('inconclusive');
    expect(gate.reasons).toEqual([
      {
        code: 'script-failed',
        result: 'inconclusive',
        message: `1 page does not show what should be there: https://shop.example/b. ${detail}`,
        count: 1,
      },
    ]);
  });
});

describe('the rules that did not run', () => {
  it('are grouped if they did not run on the same pages, and are one entry if these pages differ much', () => {
    const pageOf = (url: string, missing: string[]) => ({
      requestedUrl: url,
      outcome: 'scanned' as const,
      detail: '',
      framesNotJudged: 0,
      rules: missing.map((ruleId) => ({ ruleId, result: 'not-run' as const })),
    });
    const few = [pageOf('/a', ['x', 'y']), pageOf('/b', ['x', 'y', 'z'])];
    expect(findRulesNotRun(few)).toEqual([
      { ruleIds: ['x', 'y'], pages: 2, urls: ['/a', '/b'] },
      { ruleIds: ['z'], pages: 1, urls: ['/b'] },
    ]);
    const many = Array.from({ length: 7 }, (_, index) => pageOf(`/${index}`, [`r${index}`]));
    expect(findRulesNotRun(many)).toEqual([
      { ruleIds: many.map((_, index) => `r${index}`), pages: 7, urls: ['/0', '/1', '/2'] },
    ]);
  });

  it('are named by the summary of the scan, the terminal and every format', async () => {
    const report = await reportOf({ any: 'serious' }, { a: ['color-contrast'] });
    expect(report.summary.rulesNotRun).toEqual([
      { ruleIds: ['color-contrast'], pages: 1, urls: ['https://shop.example/a'] },
    ]);
    expect(buildScanSummary(report)).toMatchObject({
      gate: 'inconclusive',
      rulesNotRun: report.summary.rulesNotRun,
    });
    const plain = (text: string) => text;
    const style = { bold: plain, green: plain, red: plain, yellow: plain, dim: plain };
    const outcome = { where: 'local', scanId: 's', siteId: null, status: 'completed', reason: null, report };
    const shown = terminalSummary({ ...outcome, notes: [] } as never, [], { columns: 200, style } as never);
    expect(shown).toContain('Gate not decided');
    expect(shown).toContain('Rules not run: color-contrast on 1 of 3 pages: https://shop.example/a');
    expect(shown).toContain('The rules that ran found no violation.');
    for (const format of Object.keys(reportFormats) as (keyof typeof reportFormats)[]) {
      const text = (await Array.fromAsync(renderers[format](toReportSource(report)))).join('');
      expect(text, format).toContain('color-contrast');
      expect(text, format).toMatch(/not[- ]run|untested|<skipped|took too long/i);
      expect(text, format).toMatch(/shop\.example\/a|"\/a"|on \/a:/);
    }
  });
});

describe('findings of rules that never ran on their page in the baseline', () => {
  const comparedWith = async (
    first: Parameters<typeof reportOf>[1],
    findings: PageFinding[],
    failOn: object,
  ) => {
    const inputOf = (rules: RuleOutcome[], found: PageFinding[]) => ({
      ...aboutSite,
      scan: scan({
        config: { rules: ['wcag-aa'], priority: 'normal', failOn: failOnSchema.parse(failOn) },
      }),
      pages: [page('home')],
      results: [result('home', found, { rules })],
    });
    const allRan: RuleOutcome[] = ruleIds.map((ruleId) => ({ ruleId, result: 'passed' }));
    const before = allRan.map((rule) =>
      first.home?.includes(rule.ruleId) ? { ruleId: rule.ruleId, result: 'not-run' as const } : rule,
    );
    const { pages, results, ...subject } = inputOf(before, []);
    const builder = new ReportBuilder(subject, new FindingsInMemory());
    for (const group of builder.listPageGroups(pages)) {
      await builder.add(group, () => ({ result: results[0] as PageResult, resultKey: 'r' }));
    }
    const state = builder.state();
    const baseline = {
      scanId: scan().scanId,
      branch: null,
      createdAt: scan().createdAt,
      chosenBy: 'branch' as const,
    };
    const comparison = {
      baseline,
      whyNone: null,
      comparableKey: '0123456789abcdef',
      state,
      carried: state,
      readMarkups: async () => null,
    };
    return buildReport({ ...inputOf(allRan, findings), comparison });
  };
  const fault = finding('color-contrast', [node('#pale', { impact: 'serious', identity: identity('pale') })]);

  it('prevent a pass, because it is not known whether they are new', async () => {
    const { gate } = await comparedWith({ home: ['color-contrast'] }, [fault], { new: 'serious' });
    expect(gate.result).toBe('inconclusive');
    expect(gate.reasons).toMatchObject([{ code: 'not-judged-before', count: 1 }]);
  });

  it('are ignored below the threshold', async () => {
    const { gate } = await comparedWith({ home: ['color-contrast'] }, [fault], { new: 'critical' });
    expect(gate.result).toBe('passed');
  });

  it('are new if the rule had run', async () => {
    const { gate } = await comparedWith({}, [fault], { new: 'serious' });
    expect(gate.reasons).toMatchObject([{ code: 'new', count: 1 }]);
  });
});
