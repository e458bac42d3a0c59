import { describe, expect, it } from 'vitest';
import type { Report } from '../../../core/reports/report.ts';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { formatCodeSpan, formatProse } from '../../../formats/escaping/markdown.ts';
import { MARKDOWN_LENGTH_MAX, renderMarkdown } from '../../../formats/markdown.ts';
import { finding, page, report, textOf } from './report.ts';

const write = (made: Report) => textOf(renderMarkdown(toReportSource(made)));
const text = await write(report());

describe('the report as a comment', () => {
  it('begins with a marker of the site, followed by the gate and its reasons', () => {
    expect(text.split('\n').slice(0, 4)).toEqual([
      '<!-- a11y-scan-report site_01arz3ndektsv4rrffq69g5fav -->',
      '## Accessibility: the gate failed',
      '',
      '- 2 new or regressed violations of impact serious or above; none allowed.',
    ]);
    expect(text).toContain('Compared with scan `scan_01arz3ndektsv4rrffq69g5faa` of 2026-10-31 on `main`.');
  });

  it('shows new before fixed findings, then the numbers, with the rest collapsed', () => {
    const parts = ['### New: 2 issue groups, 3 findings', '### Fixed: 1 finding', '### Summary', '<details>'];
    const found = parts.map((each) => text.indexOf(each));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  it('lists, collapsed at the end, which success criteria were tested in part and which not', () => {
    const part = text.slice(text.lastIndexOf('<details>'));
    expect(part).toMatch(/^<details>\n<summary>5 of 55 success criteria tested in part<\/summary>\n\n/);
    expect(part).toContain('Tested in part: 1.1.1, 1.3.1, 1.4.3, 2.5.8, 4.1.2.');
    expect(part).toContain('Not tested by a rule, so people must: 1.2.1, 1.2.2,');
  });

  it('shows for a new group how to fix its element, where it is, and its rule', () => {
    const group = text.slice(text.indexOf('- **Critical**'), text.indexOf('- **Serious**'));
    expect(group).toContain(
      '**Images must have alternative text** · 4 elements on 2 of 3 pages, 1 new, 1 regressed (one fix)<br>',
    );
    expect(group).toContain('How to fix: `Contrast 3.1:1, needs 4.5:1; #777777 on #ffffff.`');
    expect(group).toContain('Element: `<img src="/hero.png">` at `#hero`');
    expect(group).toContain('[`image-alt`](https://dequeuniversity.com/rules/axe/');
    expect(group).toContain('Page: `https://shop.example/`, also on `/blog/?page=2`<br>');
    expect(group).toContain('WCAG 1.1.1');
  });

  it('does not say on how many pages a group is if elements of it are suppressed', async () => {
    const suppressed = finding('image-alt', '#ad', {
      pageId: 'p1',
      url: 'https://shop.example/blog/?page=2',
      suppressedBy: 'supp_01arz3ndektsv4rrffq69g5fav',
    });
    const group = await write(report({ findings: [finding('image-alt', '#hero'), suppressed] }));
    expect(group).toContain('**Images must have alternative text** · 1 element<br>');
  });

  it('says that the report is incomplete if the scan failed', async () => {
    const made = report();
    const scan = { ...made.scan, status: 'failed' as const, incomplete: true, incompleteReason: 'Too slow.' };
    expect(await write({ ...made, scan })).toContain(
      '3 of 4 pages of `Fern & Furrow` were scanned. The report is incomplete: the scan failed. Compared with',
    );
  });

  it('locates the element by its path in words', async () => {
    const findings = [finding('image-alt', 'img', { path: ['html > body > main > img'] })];
    expect(await write(report({ findings }))).toContain('at `html > body > main > img`');
  });

  it('counts findings from a change of the engine separately, and findings that were not seen again', () => {
    expect(text).toContain('1 new finding was caused by a change of the rules or the browser');
    expect(text).toContain('2 findings of the baseline were not seen again: the page');
    expect(text).toContain('1 finding suppressed.');
  });

  it('lists groups without new violations in the collapsed part, and omits suppressed groups', () => {
    const rest = text.slice(text.indexOf('<details>'), text.indexOf('</details>'));
    expect(rest).toContain('<summary>2 other issue groups</summary>');
    expect(rest).toContain('(needs review)');
    expect(rest).toContain('1 element on 1 of 3 pages, e.g. `#over-picture` on `https://shop.example/`');
    expect(text).not.toContain('`#q`');
  });

  it('says why nothing was compared, and that there was no gate', async () => {
    const made = report({
      overrides: ({ comparison }) => ({
        gate: { result: null, reasons: [], counted: null },
        comparison: { ...comparison, baseline: null, whyNone: 'It is the first scan of the site.' },
      }),
    });
    const alone = await write(made);
    expect(alone).toContain('## Accessibility: scan report');
    expect(alone).toContain('Not compared: It is the first scan of the site.');
  });

  it('shows what the gate also counts only below new findings', async () => {
    const failed = await write(
      report({
        findings: [finding('image-alt', '#a', { state: 'unchanged' })],
        overrides: ({ scan, gate }) => ({
          scan: { ...scan, config: { ...scan.config, failOn: { ...scan.config.failOn!, any: 'serious' } } },
          gate: { ...gate, reasons: [{ code: 'any', result: 'failed', message: '1 violation.', count: 1 }] },
        }),
      }),
    );
    expect(failed).toContain('### Counted by the gate: 1 issue group');
  });

  it('says how to fix unchanged findings that make the gate fail', async () => {
    const failed = await write(
      report({
        overrides: ({ scan }) => ({
          scan: {
            ...scan,
            config: {
              ...scan.config,
              failOn: {
                bestPractice: { any: 'moderate' },
                minCoverage: 50,
                onNoBaseline: 'report',
                review: false,
              },
            },
          },
          gate: {
            result: 'failed',
            reasons: [
              {
                code: 'best-practice-any',
                result: 'failed',
                message: '1 violation of best practices of impact moderate or above; none allowed.',
                count: 1,
              },
            ],
            counted: null,
          },
        }),
      }),
    );
    expect(failed).toContain('### Also counted by the gate: 1 issue group\n\n- **Moderate** · **All page');
    expect(failed).toContain('<summary>1 other issue group</summary>');
    expect(failed.match(/How to fix:/g)).toHaveLength(3);
  });

  it('says what to fix, the worst first, if there is nothing to compare with', async () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      finding('image-alt', `#e${at}`, { issueGroup: `grp_${at}`, state: 'unknown', cause: null }),
    );
    const unknown = { new: 0, regressed: 0, unchanged: 0, reclassified: 0, unknown: 30 };
    const alone = await write(
      report({
        findings: many,
        overrides: ({ comparison }) => ({
          comparison: {
            ...comparison,
            baseline: null,
            whyNone: 'It is the first scan of the site.',
            violations: unknown,
          },
        }),
      }),
    );
    expect(alone).toContain('### Violations: 30 issue groups; the worst 10 are listed');
    expect(alone.match(/How to fix:/g)).toHaveLength(10);
    expect(alone).toContain('<summary>20 other issue groups</summary>');
    expect(alone).not.toContain('by state');
  });

  it('is short if nothing was found, and claims nothing if nothing was scanned', async () => {
    const nothing = (pages: Report['pages'] | undefined) =>
      write(report({ findings: [], ...(pages ? { pages } : {}) }));
    const clean = await nothing(undefined);
    expect(clean).toContain('The rules that ran found no violation and nothing to review.');
    expect(clean).not.toContain('| Impact |');
    const unseen = await nothing([page('p0', 'https://shop.example/', { outcome: 'http-error' })]);
    expect(unseen).toContain('0 of 1 page of');
    expect(unseen).not.toContain('found no violation');
  });

  it('stays within the maximum length of a comment, and counts what it omits', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) =>
      finding('image-alt', `#${'x'.repeat(300)}${at}`, {
        issueGroup: `grp_${at}`,
        html: '<b>'.repeat(500),
        howToFix: 'y'.repeat(2_000),
        url: `https://shop.example/${'z'.repeat(1_900)}`,
        ...(at % 2 === 0 ? { state: 'unchanged', cause: null } : {}),
      }),
    );
    const long = await write(report({ findings: many }));
    expect(long.length).toBeLessThanOrEqual(MARKDOWN_LENGTH_MAX);
    expect(long).toContain('and 1,480 more, in the full report');
    expect(long).toContain('and 1,400 more, in the full report');
    expect(long).toContain('### Summary');
    expect(long).toContain('</details>');
  });
});

describe('a code span', () => {
  it.each([
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['``x``', '``` ``x`` ```'],
    ['two\n\nlines', '`two lines`'],
    ['', '`(empty)`'],
  ])('holds %j', (given, written) => {
    expect(formatCodeSpan(given, 100)).toBe(written);
  });
});

describe('running text', () => {
  it.each([
    'ask @octocat',
    'see #12',
    'GH-7',
    'org/repo#1',
    'https://evil.example',
    'www.evil.example',
    '_www.evil.example',
    'deadbeef1',
    ':tada:',
    '!5',
    '$x$',
  ])('becomes code if Markdown would interpret it: %s', (given) => {
    expect(formatProse(given, 100)).toBe(`\`${given}\``);
  });

  it('has no markup and no list', () => {
    expect(formatProse('<b>*x*</b> [a](b)', 100)).toBe('&lt;b&gt;\\*x\\*&lt;/b&gt; \\[a\\](b)');
    expect(formatProse('1. one', 100)).toBe('1\\. one');
    expect(formatProse('- one', 100)).toBe('\\- one');
    expect(formatProse('# one', 100)).toBe('\\# one');
  });
});
