import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../cli/outcome/outcome.ts';
import type { WrittenOutput } from '../../../../cli/outcome/outputs.ts';
import { renderScanSummary } from '../../../../cli/outcome/summary.ts';
import { coloredStyle, plainStyle } from '../../../../cli/terminal/style.ts';
import { measureWidth } from '../../../../cli/terminal/width.ts';
import { noBaselineReasons } from '../../../../core/comparison/baseline-candidates.ts';
import type { Report } from '../../../../core/reports/report.ts';
import { ACTIVE_CHARACTER } from '../../../support/hostile-site.ts';
import { finding, findings, page, report } from '../../formats/report.ts';
import { attacks, runners } from '../terminal/runners.ts';
import { outcomeOf } from './outcome.ts';

/** Returns the summary as one text without line breaks within sentences, for searching. */
function summarize(outcome: Outcome, outputs: WrittenOutput[] = [], columns = 1_000): string {
  return renderScanSummary(outcome, outputs, { columns, style: plainStyle });
}
const summarizeReport = (given: Parameters<typeof report>[0]) => summarize(outcomeOf(report(given)));

const noBaseline = (made: Report): Partial<Report> => ({
  comparison: { ...made.comparison, baseline: null, whyNone: 'The site has no comparable scan.' },
  gate: {
    ...made.gate,
    result: 'inconclusive',
    reasons: [{ code: 'no-baseline', result: 'inconclusive', message: 'There is no baseline.', count: null }],
  },
});

/** Returns a number of groups with one finding each. */
function groups(count: number) {
  return Array.from({ length: count }, (_, at) =>
    finding('image-alt', `#e${at}`, { issueGroup: `grp_${at}` }),
  );
}

describe('the summary of a scan', () => {
  it('shows the gate first, then what is new, what else counts, numbers, limits, and where the reports are', () => {
    const text = summarize(outcomeOf(), [{ format: 'sarif', path: 'out/a.sarif', error: null }]);
    const order = [
      'Gate failed: Fern & Furrow, https://shop.example/',
      '- 2 new or regressed violations of impact serious or above; none allowed.',
      '3 of 4 pages were scanned.',
      'Compared with scan_01arz3ndektsv4rrffq69g5faa of 2026-10-31 on main.',
      'New or regressed: 1 issue group',
      '1. Critical: Images must have alternative text',
      'Violations: 7 elements, 4 critical, 2 serious, 1 moderate',
      'Fixed: 1 finding',
      'Unchanged: 2 violations',
      'Not seen again: 2 findings',
      'Caused by the engine: 1 finding',
      'Needs review: 1 element',
      'Suppressed: 1 finding',
      'Not scanned: 1 of 4 pages',
      '- http-error: https://shop.example/gone (The server answered 404 Not Found.)',
      'Automated checks find only some accessibility problems; people must find the others.',
      'Written: out/a.sarif (sarif)',
      'Scan: scan_01arz3ndektsv4rrffq69g5fav',
      'Show it again: a11y-scan report scan_01arz3ndektsv4rrffq69g5fav',
    ];
    const positions = order.map((part) => [part, text.indexOf(part)]);
    expect(positions.filter(([, at]) => at === -1)).toEqual([]);
    expect(positions.map(([, at]) => at)).toEqual(
      positions.map(([, at]) => Number(at)).toSorted((a, b) => a - b),
    );
  });

  it('shows for a group the fault, the page, an element, and the fix', () => {
    expect(summarize(outcomeOf()).split('\n')).toEqual(
      expect.arrayContaining([
        '   4 elements on 2 of 3 pages (one fix): 1 new, 1 regressed',
        '   Page: https://shop.example/',
        '   Also on: /blog/?page=2',
        '   Element: #hero',
        '   HTML: <img src="/hero.png">',
        '   How to fix: Contrast 3.1:1, needs 4.5:1; #777777 on #ffffff.',
        '   Rule: image-alt (axe-core), WCAG 1.1.1, https://dequeuniversity.com/rules/axe/4.14/image-alt',
      ]),
    );
  });

  it('does not say on how many pages a group is if elements of it are suppressed', () => {
    const suppressed = finding('image-alt', '#ad', {
      pageId: 'p1',
      url: 'https://shop.example/blog/?page=2',
      suppressedBy: 'supp_01arz3ndektsv4rrffq69g5fav',
    });
    const lines = summarizeReport({ findings: [finding('image-alt', '#hero'), suppressed] }).split('\n');
    expect(lines.find((line) => line.startsWith('   1 element'))).toBe('   1 element');
  });

  it('names each script of the site that failed once, with a page, and counts the others', () => {
    const failing = (id: string, failedScripts: string[]) =>
      page(id, `https://shop.example/${id}`, { failedScripts });
    const many = Array.from({ length: 7 }, (_, at) => `https://shop.example/${at}.js (404 Not Found)`);
    const pages = [failing('a', many.slice(0, 1)), failing('b', many), failing('c', [])];
    const lines = summarizeReport({ overrides: () => ({ pages }) }).split('\n');
    const at = lines.indexOf('Failed scripts of the site: 7');
    expect(lines.slice(at + 1, at + 7)).toEqual([
      '- https://shop.example/0.js (404 Not Found), on 2 pages, for example https://shop.example/a',
      ...[1, 2, 3, 4].map(
        (n) =>
          `- https://shop.example/${n}.js (404 Not Found), on 1 page, for example https://shop.example/b`,
      ),
      '- and 2 more, in the report',
    ]);
  });

  it('shows nothing as new that is new only because the engine changed', () => {
    const text = summarizeReport({ findings: [finding('color-contrast', '#a', { cause: 'engine' })] });
    expect(text).not.toContain('New');
    expect(text).toContain('Caused by the engine');
  });

  it('shows needs-review findings as new only if the gate counts them', () => {
    const only = [finding('color-contrast', '#a', {}, 'review')];
    expect(summarizeReport({ findings: only })).not.toContain('New');
    const counted = summarizeReport({
      findings: only,
      overrides: ({ scan }) => ({
        scan: { ...scan, config: { ...scan.config, failOn: { ...scan.config.failOn!, review: true } } },
      }),
    });
    expect(counted).toContain('New: 1 issue group');
    expect(counted).toContain('1. Serious, needs review: ');
  });

  it('locates an element by its path in words if it has one, else by its selector', () => {
    const path = ['html > body > main > iframe', ['#card', ':host > img']];
    const withPath = summarizeReport({ findings: [finding('image-alt', 'img', { path })] });
    expect(withPath).toContain('Element: html > body > main > iframe | #card >>> :host > img\n');
    expect(summarizeReport({ findings: [finding('image-alt', 'img')] })).toContain('Element: img\n');
  });

  it('shows no suppressed findings', () => {
    const suppressed = findings.filter(({ node }) => node.suppressedBy !== null);
    expect(summarizeReport({ findings: suppressed })).not.toContain('to fix');
  });

  it('says once that there is no baseline, and shows all findings', () => {
    const text = summarizeReport({ overrides: noBaseline });
    expect(text).toContain('Gate not decided');
    expect(text.match(/baseline|Not compared/g)).toEqual(['baseline', 'Not compared']);
    expect(text).toContain('- There is no baseline. Not compared: The site has no comparable scan.');
    expect(text).toMatch(/^Found: \d issue groups$/m);
  });

  it('says what to do about the first scan of its kind, which others can be compared with', () => {
    const text = summarizeReport({ overrides: noBaseline });
    expect(text).toMatch(/^What to do: Later scans with the same settings can be compared with this one\./m);
    const first = report({ overrides: noBaseline });
    expect(summarize(outcomeOf(first, { status: 'cancelled', reason: 'No.' }))).not.toContain('What to do');
  });

  it('says what to do if every earlier scan failed, and not that others are compared with this one', () => {
    const text = summarizeReport({
      overrides: (made) => ({
        ...noBaseline(made),
        comparison: { ...made.comparison, baseline: null, whyNone: noBaselineReasons['none-passed'] },
      }),
    });
    expect(text.replace(/\s+/g, ' ')).toContain('accept a scan with POST /api/v1/scans/<id>/accept.');
    expect(text).not.toContain('What to do');
  });

  it('says that the gate counts unchanged findings, and only after new ones', () => {
    const text = summarizeReport({
      findings: [finding('image-alt', '#a', { state: 'unchanged' })],
      overrides: ({ scan, gate }) => ({
        scan: { ...scan, config: { ...scan.config, failOn: { ...scan.config.failOn!, any: 'serious' } } },
        gate: { ...gate, reasons: [{ code: 'any', result: 'failed', message: '1 violation.', count: 1 }] },
      }),
    });
    expect(text).toMatch(/^Counted by the gate: 1 issue group$/m);
  });

  it('also shows unchanged findings if the gate fails because of them', () => {
    const text = summarizeReport({
      overrides: ({ scan, gate }) => ({
        scan: { ...scan, config: { ...scan.config, failOn: { ...scan.config.failOn!, any: 'serious' } } },
        gate: { ...gate, reasons: [{ code: 'any', result: 'failed', message: '5 violations.', count: 5 }] },
      }),
    });
    expect(text).toMatch(
      /New or regressed: 1 issue group[\s\S]*Also counted by the gate: 1 issue group\n\n2\. Serious/,
    );
  });

  it('states the thresholds of a gate that passed', () => {
    const text = summarizeReport({
      findings: [],
      overrides: ({ gate, scan }) => ({
        gate: { ...gate, result: 'passed', reasons: [] },
        scan: {
          ...scan,
          config: {
            ...scan.config,
            failOn: { ...scan.config.failOn!, total: 50, bestPractice: { any: 'critical' } },
          },
        },
      }),
    });
    expect(text).toContain('Gate passed: ');
    expect(text).toContain(
      'It would fail on new or regressed violations of impact serious or above, or more than 50 violations in total, or any violations of best practices of impact critical.',
    );
    expect(text).toContain('The rules that ran found no unsuppressed violation.');
  });

  it('does not claim that there are no findings if nothing was scanned', () => {
    const text = summarizeReport({
      pages: [page('p0', 'https://shop.example/', { outcome: 'timeout', detail: 'It took 60 s.' })],
      findings: [],
    });
    expect(text).not.toContain('found no violation');
    expect(text).toContain('Not scanned: 1 of 1 page');
  });

  it.each(['failed', 'cancelled'] as const)('says why a scan was %s, with and without a report', (status) => {
    const reason = 'Every page timed out.';
    const without = summarize(outcomeOf(null, { status, reason }));
    expect(without.split('\n')[0]).toBe(`Scan ${status}: Every page timed out.`);
    expect(without).toContain('Show it again: a11y-scan report scan_');
    expect(summarize(outcomeOf(report(), { status, reason }))).toContain('Gate failed');
  });

  it('shows commit, branch and pull request, and that a scan did not complete', () => {
    const text = summarizeReport({
      overrides: ({ scan }) => ({
        scan: {
          ...scan,
          status: 'failed',
          incomplete: true,
          incompleteReason: 'It took more than a day.',
          config: { ...scan.config, metadata: { commit: 'a'.repeat(40), branch: 'menu', pullRequest: '42' } },
        },
      }),
    });
    expect(text).toContain('3 of 4 pages were scanned (commit aaaaaaaaaaaa, branch menu, pull request 42).');
    expect(text).toContain('The report is incomplete: the scan failed. It took more than a day.');
  });

  it('says why pages were skipped', () => {
    const text = summarizeReport({
      overrides: () => ({
        crawl: {
          adoptedOrigin: null,
          notes: ['The sitemap was cut.'],
          notAttempted: { count: 12, byReason: { limit: 10, robots: 2 }, pages: [] },
        },
      }),
    });
    expect(text).toContain('Skipped: 12 discovered pages. 10: The scan reached its maximum number of pages.');
    expect(text).toContain('Note: The sitemap was cut.');
  });

  it('shows no command to see a scan again that no service stores', () => {
    expect(summarize(outcomeOf(report(), { where: 'local' }))).not.toContain('a11y-scan report');
  });

  it('shows notes', () => {
    expect(summarize(outcomeOf(report(), { notes: ['Refused: 127.0.0.1:4000.'] }))).toContain(
      'Note: Refused: 127.0.0.1:4000.',
    );
  });

  it('shows ten groups in full and says where the others are', () => {
    const outcome = outcomeOf(report({ findings: groups(22) }));
    const text = summarize(outcome);
    expect(text.match(/^\d+\. /gm)).toHaveLength(10);
    expect(text).toContain('And 12 more; see the HTML report (--output html=report.html).');
    const html: WrittenOutput = { format: 'html', path: 'out/report.html', error: null };
    expect(summarize(outcome, [html])).toContain('And 12 more; see out/report.html.');
    expect(summarize(outcomeOf(report({ findings: groups(10) })))).not.toContain(' more; ');
  });

  it('names three other pages of a group and counts the rest', () => {
    const pages = Array.from({ length: 8 }, (_, at) => page(`p${at}`, `https://shop.example/${at}`));
    const text = summarizeReport({
      pages,
      findings: pages.map(({ id, requestedUrl }) =>
        finding('image-alt', '#a', { pageId: id, url: requestedUrl }),
      ),
    });
    expect(text).toContain('8 elements on 8 of 8 pages (one fix)\n   Page: https://shop.example/0');
    expect(text).toContain('   Also on: /1, /2, /3 and 4 more');
  });

  it.each([40, 80, 120])('fits %i columns, except text that must be copied complete', (columns) => {
    const text = summarize(outcomeOf(), [], columns);
    const long = text.split('\n').filter((line) => measureWidth(line) > columns);
    expect(long.filter((line) => !/^\s*https:|^Show it again: |^ +\S+$/.test(line))).toEqual([]);
  });

  it('has the same text with and without colors', () => {
    const colored = renderScanSummary(outcomeOf(), [], { columns: 80, style: coloredStyle });
    expect(colored).not.toBe(stripVTControlCharacters(colored));
    expect(stripVTControlCharacters(colored)).toBe(summarize(outcomeOf(), [], 80));
    for (const line of colored.split('\n')) {
      const codes = Array.from(line.matchAll(/\[(\d+)m/g), ([, code]) => Number(code));
      // Each style is switched off on the line where it is switched on, because a build log inserts its own text
      // between lines.
      expect(codes.filter((code) => code < 10 || (code > 29 && code < 39)).length).toBe(codes.length / 2);
    }
  });

  it('accepts a report of a newer service with unknown outcomes and impacts', () => {
    const text = summarizeReport({
      overrides: ({ pages }) => ({
        pages: [...pages, page('p9', 'https://shop.example/new', { outcome: 'moved-to-mars' as 'timeout' })],
      }),
    });
    expect(text).toContain('- moved-to-mars: https://shop.example/new');
  });

  it('escapes even the numbers of a server', () => {
    const number = '\u001b[2J\n::error::pwned' as unknown as number;
    const text = summarizeReport({
      overrides: (made) => ({
        comparison: { ...made.comparison, byEngine: 1, fixed: { count: number, findings: [] } },
        summary: { ...made.summary, pages: { ...made.summary.pages, known: number } },
      }),
    });
    expect(text.replaceAll('\n', '')).not.toMatch(ACTIVE_CHARACTER);
    expect(text).not.toMatch(/^\s*::/m);
  });

  it('prints no control sequence for a terminal or a build log, with any text of pages and servers', () => {
    const hostile = attacks.join(' ');
    const made = report({
      pages: attacks.map((attack, at) =>
        page(`p${at}`, `https://shop.example/${attack}`, { outcome: 'http-error', detail: attack }),
      ),
      findings: attacks.map((attack, at) =>
        finding('image-alt', '#a', {
          pageId: `p${at}`,
          url: attack,
          target: [[attack, attack], attack],
          html: attack,
          howToFix: attack,
          issueGroup: `grp_${at}`,
        }),
      ),
      overrides: (given) => ({
        site: { ...given.site, name: hostile, url: hostile },
        configuration: { ...given.configuration, startUrls: [hostile] },
        gate: {
          ...given.gate,
          reasons: attacks.map((message) => ({ code: 'new', result: 'failed', message, count: 1 })),
        },
        crawl: {
          adoptedOrigin: null,
          notes: [...attacks],
          notAttempted: { count: 1, byReason: { [hostile]: 1 }, pages: [] },
        },
        scan: {
          ...given.scan,
          incomplete: true,
          incompleteReason: hostile,
          config: {
            ...given.scan.config,
            metadata: { branch: hostile, commit: hostile, pullRequest: hostile },
          },
        },
        comparison: {
          ...given.comparison,
          baseline: { scanId: hostile, branch: hostile, createdAt: hostile, chosenBy: 'branch' },
        },
        violations: given.violations.map((rule) => ({
          ...rule,
          help: hostile,
          helpUrl: hostile,
          successCriteria: [...attacks],
        })),
      }),
    });
    const outcome = outcomeOf(made, {
      scanId: hostile,
      status: 'cancelled',
      reason: hostile,
      notes: [...attacks],
    });
    for (const columns of [40, 80, 120]) {
      const text = summarize(outcome, [{ format: 'html', path: hostile, error: null }], columns);
      expect(text.replaceAll('\n', '')).not.toMatch(ACTIVE_CHARACTER);
      for (const line of text.split('\n')) {
        expect(Object.keys(runners).filter((name) => runners[name]?.(line))).toEqual([]);
      }
    }
  });
});
