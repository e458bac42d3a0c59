import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { renderScanSummary } from '../../../cli/outcome/summary.ts';
import { plainStyle } from '../../../cli/terminal/style.ts';
import type { ReportFormat } from '../../../core/reports/report-formats.ts';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { renderers } from '../../../formats/renderers.ts';
import { outcomeOf } from '../cli/outcome/outcome.ts';
import { page, report, textOf } from './report.ts';

const DETAIL = 'The server answered 404 Not Found.';
const broken = { outcome: 'broken-link', httpStatus: 404, detail: DETAIL, title: null, depth: 1 } as const;
/** Two scanned pages, one page that was not scanned, a broken link of a page and one of a sitemap. */
const made = report({
  pages: [
    page('p0', 'https://shop.example/'),
    page('p1', 'https://shop.example/blog/?page=2', { depth: 1 }),
    page('p2', 'https://shop.example/slow', { depth: 1, outcome: 'timeout', detail: 'It did not answer.' }),
    page('p3', 'https://shop.example/gone', { ...broken, foundOn: 'https://shop.example/blog/?page=2' }),
    page('p4', 'https://shop.example/old', {
      ...broken,
      httpStatus: 410,
      detail: 'The server answered 410 Gone.',
    }),
  ],
});
const inFormat = (format: ReportFormat, of = made) => textOf(renderers[format](toReportSource(of)));
const without = report({ pages: made.pages.slice(0, 3) });

describe('broken links are listed separately, with the page that links to them', () => {
  it('in the terminal', () => {
    const summary = (of: typeof made) =>
      renderScanSummary(outcomeOf(of), [], { columns: 1_000, style: plainStyle });
    const lines = summary(made).split('\n');
    const at = lines.indexOf('Broken links: 2');
    expect(lines.slice(at, at + 5)).toEqual([
      'Broken links: 2',
      '- https://shop.example/gone (404), linked from https://shop.example/blog/?page=2',
      '- https://shop.example/old (410), listed in a sitemap',
      'Not scanned: 1 of 3 pages',
      '- timeout: https://shop.example/slow (It did not answer.)',
    ]);
    expect(summary(made)).toContain('2 of 3 pages were scanned, and 2 broken links were found.');
    expect(summary(without)).not.toContain('Broken');
  });

  it('in the terminal, at most ten', () => {
    const pages = Array.from({ length: 14 }, (_, at) =>
      page(`p${at}`, `https://shop.example/${at}`, at === 0 ? {} : broken),
    );
    const summary = renderScanSummary(outcomeOf(report({ pages, findings: [] })), [], {
      columns: 1_000,
      style: plainStyle,
    });
    expect(summary.match(/\(404\)/g)).toHaveLength(10);
    expect(summary).toContain('- and 3 more, in the report');
  });

  it('in HTML', async () => {
    const text = await inFormat('html');
    const [, table = ''] = /<table class="pages[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/.exec(text) ?? [];
    expect(table).not.toContain('/gone');
    expect(table).toContain('/slow');
    const [, list = ''] =
      /<h3 id="broken-links">Broken links: 2<\/h3>[\s\S]*?<ul[^>]*>([\s\S]*?)<\/ul>/.exec(text) ?? [];
    const words = list.replace(/<[^>]+>/g, '');
    expect(words).toContain('https://shop.example/gone (404), linked from https://shop.example/blog/?page=2');
    expect(words).toContain('https://shop.example/old (410), listed in a sitemap');
    expect(text).toContain('<strong>1 page of 3 was not scanned</strong>');
    expect(text).toContain('<a href="#broken-links">2 broken links</a>');
    expect(await inFormat('html', without)).not.toMatch(/broken link/i);
  });

  it('in Markdown', async () => {
    const text = await inFormat('markdown');
    expect(text).toContain(
      '### Broken links: 2\n\n- `https://shop.example/gone` (404), linked from `https://shop.example/blog/?page=2`\n',
    );
    expect(text).toContain('2 of 3 pages of');
    expect(await inFormat('markdown', without)).not.toMatch(/broken/i);
  });

  it('in CSV, as rows of the page that links', async () => {
    const rows: Record<string, string>[] = parse(await inFormat('csv'), { columns: true, bom: true });
    const found = rows.filter(({ state }) => state === 'broken-link');
    expect(found.map(({ page_url }) => page_url)).toEqual([
      'https://shop.example/blog/?page=2',
      'https://shop.example/old',
    ]);
    expect(found[0]?.how_to_fix).toMatch(/^https:\/\/shop\.example\/gone does not exist \(404\)\./);
    expect(found[0]).toMatchObject({ kind: '', rule: '', fingerprint: '' });
  });

  it('in SARIF, as notifications of a separate kind', async () => {
    const { runs } = JSON.parse(await inFormat('sarif'));
    const notifications = runs[0].invocations[0].toolExecutionNotifications.filter(
      ({ descriptor }: { descriptor: { id: string } }) => descriptor.id === 'broken-link',
    );
    expect(notifications).toHaveLength(2);
    expect(notifications[0].message.text).toBe(
      `${DETAIL} It is linked from https://shop.example/blog/?page=2.`,
    );
    const github = JSON.parse(await inFormat('sarif-github')).runs[0].invocations[0];
    expect(
      github.toolExecutionNotifications.map(({ message }: { message: { text: string } }) => message.text),
    ).toEqual([
      '1 of 3 pages was not scanned.',
      '2 broken links found.',
      expect.stringMatching(/^Rules not run: target-size on \d of \d pages?: /),
    ]);
  });

  it('in JUnit, as a suite of skipped tests', async () => {
    const text = await inFormat('junit');
    const [suite = ''] = /<testsuite name="broken-links"[\s\S]*?<\/testsuite>/.exec(text) ?? [];
    expect(suite).toMatch(/tests="2" failures="0" errors="0" skipped="2"/);
    expect(suite).toContain('linked from https://shop.example/blog/?page=2');
    expect(/<testsuite name="pages"[^>]*>/.exec(text)?.[0]).toMatch(
      /tests="3" failures="0" errors="0" skipped="1"/,
    );
    expect(await inFormat('junit', without)).not.toContain('broken-links');
  });

  it("in GitLab's accessibility report and in EARL", async () => {
    const { results } = JSON.parse(await inFormat('gitlab-accessibility'));
    expect(results['https://shop.example/gone']).toMatchObject([
      { code: 'broken-link', message: `${DETAIL} It is linked from https://shop.example/blog/?page=2.` },
    ]);
    expect(results['https://shop.example/slow']).toMatchObject([{ code: 'page-timeout' }]);
    expect(await inFormat('earl')).toContain(
      `Broken link: ${DETAIL} It is linked from https://shop.example/blog/?page=2.`,
    );
  });
});
