import { describe, expect, it } from 'vitest';
import { buildStateFromReport } from '../../../core/comparison/state-from-report.ts';
import { hasRuleResults } from '../../../core/reports/pages.ts';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { parsePages, serializePages } from '../../../core/reports/scan-pages.ts';
import type { PageFinding, PageResult } from '../../../core/scans/page-result.ts';
import { renderHtml } from '../../../formats/html/render-html.ts';
import { renderJunit } from '../../../formats/junit/junit.ts';
import { renderMarkdown } from '../../../formats/markdown.ts';
import type { ReportRenderer } from '../../../formats/report-renderer.ts';
import { buildReport } from '../../support/build-report.ts';
import { aboutSite, finding, node, page, result, scan } from './fixtures.ts';

const unlabelled = finding('label', [node('#a')]);

/** Returns the result of an empty page: only rules with findings have a result. */
function emptyResult(pageId: string, findings: PageFinding[]): PageResult {
  const found = result(pageId, findings, { outcome: 'empty', detail: 'The page shows nothing.' });
  const rules = found.rules.map((rule): PageResult['rules'][number] =>
    rule.result === 'failed' ? rule : { ruleId: rule.ruleId, result: 'not-run', reason: 'Empty.' },
  );
  return { ...found, rules };
}

const reportOf = (findings: PageFinding[], config: Partial<ReturnType<typeof scan>['config']> = {}) =>
  buildReport({
    scan: scan({ config: { rules: ['wcag-aa'], priority: 'normal', ...config } }),
    ...aboutSite,
    pages: [page('a'), page('b', { position: 1, outcome: 'empty', detail: 'The page shows nothing.' })],
    results: [result('a'), emptyResult('b', findings)],
  });

describe('an empty page with findings', () => {
  it('is in the report with its findings, and is not scanned', async () => {
    const report = await reportOf([unlabelled]);
    expect(report.summary.pages).toEqual({ known: 2, scanned: 1, byOutcome: { scanned: 1, empty: 1 } });
    expect(report.violations.map(({ ruleId, nodeCount }) => [ruleId, nodeCount])).toEqual([['label', 1]]);
    const [, empty] = report.pages;
    expect(empty).toMatchObject({ outcome: 'empty', violations: 1, needsReview: 0 });
    expect(empty?.rules.filter(({ result }) => result !== 'not-run')).toEqual([
      { ruleId: 'label', result: 'failed' },
    ]);
    expect(hasRuleResults(report.pages[1] as never)).toBe(true);
  });

  it('lists its counts, and no counts if it has no findings', async () => {
    const countsOf = async (findings: PageFinding[]) => {
      const { pages } = await reportOf(findings);
      return parsePages(serializePages(pages, null)).map(({ violations, needsReview }) => [
        violations,
        needsReview,
      ]);
    };
    expect(await countsOf([unlabelled])).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(await countsOf([])).toEqual([
      [0, 0],
      [null, null],
    ]);
  });

  it('fails the gate by its findings', async () => {
    const { gate } = await reportOf([unlabelled], { failOn: { any: 'minor', minCoverage: 0 } as never });
    expect(gate.result).toBe('failed');
  });

  it('lowers the coverage of the gate like any page that was not scanned', async () => {
    for (const findings of [[], [unlabelled]]) {
      const { gate } = await reportOf(findings, { failOn: { new: 'minor', minCoverage: 90 } as never });
      expect(gate.reasons.map(({ code }) => code)).toContain('low-coverage');
      expect(gate.result).not.toBe('passed');
    }
  });

  it('is shown with its findings in each format, and as not scanned', async () => {
    const report = await reportOf([unlabelled], { failOn: { any: 'minor', minCoverage: 0 } as never });
    const render = async (renderer: ReportRenderer) =>
      (await Array.fromAsync(renderer(toReportSource(report)))).join('');
    const junit = await render(renderJunit);
    const suite = junit.slice(junit.indexOf('<testsuite name="label"'));
    expect(suite).toMatch(
      /^<testsuite name="label" package="axe-core" tests="2" failures="1" errors="0" skipped="0"/,
    );
    expect(suite.slice(0, suite.indexOf('</testsuite>'))).toMatch(/name="[^"]*\/b"[\s\S]*<failure /);
    const other = junit.slice(junit.indexOf('<testsuite name="image-alt"'));
    expect(other).toMatch(
      /^<testsuite name="image-alt" package="axe-core" tests="2" failures="0" errors="0" skipped="1"/,
    );
    const html = await render(renderHtml);
    expect(html).toMatch(/Not scanned<\/span> <code>empty<\/code>[\s\S]*?data-section="violations">1<\/td>/);
    expect(html).toContain('on 1 of the 2 pages with results.');
    expect(await render(renderMarkdown)).toContain(' on 1 of 2 pages');
  });

  it('is a baseline from which the same findings are known', async () => {
    const state = buildStateFromReport((await reportOf([unlabelled])) as never, () => 'definition');
    const empty = Object.entries(state.pages).find(([identity]) => identity.endsWith('/b'))?.[1];
    expect(Object.keys(empty?.rules ?? {})).toEqual(['label']);
    expect(empty?.rules.label?.findings).toHaveLength(1);
  });
});
