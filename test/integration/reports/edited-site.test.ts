import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { buildReport, type ReportInput } from '../../../core/reports/build-report.ts';
import { FindingsInMemory } from '../../../core/reports/finding-store.ts';
import { type Report, reportSchema } from '../../../core/reports/report.ts';
import { ReportBuilder } from '../../../core/reports/report-builder.ts';
import type { ReportFormat } from '../../../core/reports/report-formats.ts';
import { sourceOf } from '../../../core/reports/report-source.ts';
import { forms } from '../../../forms/forms.ts';
import { scan } from '../../unit/reports/fixtures.ts';
import { scannedInput } from './scan-pages.ts';
import { serve } from './serve.ts';

const folder = join(import.meta.dirname, '../../../local/demo-site');
const paths = ['/', '/contact.html', '/basket.html'];
const ruleSets = ['wcag-aa', 'best-practice'] as const;

/** What was changed: one fault fixed, one added, one moved, and a page that is not there. */
const edits: Record<string, (html: string) => string> = {
  '/index.html': (html) => {
    const social = /<a class="social" id="instagram"[\s\S]*?<\/a>/.exec(html)?.[0] ?? '';
    return html
      .replace('<img id="hero-image"', '<img id="hero-image" alt="A fern in a clay pot"')
      .replace(social, '')
      .replace('<main', `<div class="moved"><div>${social}</div></div><main`);
  },
  '/contact.html': (html) => html.replace('</main>', '<p><input id="coupon" type="text"></p></main>'),
};

async function scanned(edited: boolean): Promise<ReportInput> {
  const served = await serve(async (path) => {
    if (edited && path === '/basket.html') throw new Error('it is not there');
    const content = await readFile(join(folder, normalize(path)));
    return edited && edits[path] ? edits[path](content.toString()) : content;
  });
  try {
    return await scannedInput(served, paths, [...ruleSets]);
  } finally {
    await served.close();
  }
}

let report: Report;
let first: Report;
const texts = new Map<ReportFormat, string>();

beforeAll(async () => {
  const before = await scanned(false);
  first = await buildReport(before);
  const after = await scanned(true);
  const failOn = { new: 'serious' as const, review: false, minCoverage: 50, onNoBaseline: 'report' as const };
  const state = await stateOf(before);
  report = await buildReport({
    ...after,
    scan: scan({ config: { rules: [...ruleSets], priority: 'normal', failOn } }),
    comparison: {
      ...after.comparison,
      baseline: {
        scanId: before.scan.scanId,
        branch: null,
        createdAt: before.scan.createdAt,
        chosenBy: 'site',
      },
      whyNone: null,
      state,
      carried: state,
    },
  });
  for (const [format, form] of Object.entries(forms)) {
    let text = '';
    for await (const piece of form(sourceOf(report))) text += piece;
    texts.set(format as ReportFormat, text);
  }
});
afterAll(() => texts.clear());

async function stateOf({ pages, results, ...subject }: ReportInput): Promise<SiteState> {
  const builder = new ReportBuilder(subject, new FindingsInMemory());
  const found = new Map(
    Array.from(results, (result) => [result.pageId, { result, resultKey: result.pageId }]),
  );
  for (const group of builder.groupsOf(pages)) await builder.add(group, (pageId) => found.get(pageId));
  return builder.state();
}

const text = (format: ReportFormat) => texts.get(format) ?? '';
const json = (format: ReportFormat) => JSON.parse(text(format));
const onBasket = () => {
  const id = first.pages.find(({ requestedUrl }) => requestedUrl.endsWith('/basket.html'))?.id;
  const all = [...first.violations, ...first.needsReview].flatMap(({ nodes }) => nodes);
  return all.filter(({ pageId }) => pageId === id).length;
};

describe('two scans of the demo site around an edit', () => {
  it('tell the fault that was added, and no other, as new', () => {
    const nodes = [...report.violations, ...report.needsReview].flatMap((rule) => rule.nodes);
    const news = nodes.filter(({ state }) => state !== 'unchanged');
    expect(news.map(({ target, state, cause }) => [target, state, cause])).toEqual([
      [['#coupon'], 'new', 'page'],
    ]);
  });

  it('know the fault again that was moved', () => {
    const moved = report.violations
      .flatMap(({ nodes }) => nodes)
      .find(({ html }) => html.includes('instagram'));
    expect(moved?.state).toBe('unchanged');
  });

  it('tell the fault that was fixed, and no other, as fixed', () => {
    expect(report.comparison.fixed).toMatchObject({
      count: 1,
      findings: [{ ruleId: 'image-alt', selector: '#hero-image', kind: 'violation' }],
    });
  });

  it('claim nothing of the page that could not be reached', () => {
    expect(onBasket()).toBeGreaterThan(5);
    expect(report.comparison.notSeenAgain.count).toBe(onBasket());
    expect(report.comparison.notSeenAgain.pages).toEqual([expect.stringContaining('/basket.html')]);
  });

  it('fail the gate by the added fault', () => {
    expect(report.gate.result).toBe('failed');
    expect(report.gate.reasons.find(({ code }) => code === 'new')).toMatchObject({ count: 1 });
  });
});

describe('the comparison is told', () => {
  it('in JSON', () => {
    expect(reportSchema.parse(json('json'))).toEqual(JSON.parse(JSON.stringify(report)));
  });

  it('in HTML', () => {
    expect(text('html')).toContain('#coupon');
    expect(text('html')).toContain('#hero-image');
  });

  it('in CSV', () => {
    const rows: Record<string, string>[] = parse(text('csv'), { columns: true, bom: true });
    const by = (state: string) => rows.filter((row) => row.state === state).map(({ selector }) => selector);
    expect(by('new')).toEqual(['#coupon']);
    expect(by('fixed')).toEqual(['#hero-image']);
  });

  it('in Markdown, the new one before the fixed one', () => {
    const [added, fixed] = ['coupon', 'hero-image'].map((id) => text('markdown').indexOf(id));
    expect(added).toBeGreaterThan(0);
    expect(fixed).toBeGreaterThan(added ?? 0);
  });

  it('in SARIF, by the state of each result', () => {
    const results: { baselineState: string; ruleId: string }[] = json('sarif').runs[0].results;
    const by = (state: string) => results.filter(({ baselineState }) => baselineState === state);
    expect(by('new').map(({ ruleId }) => ruleId)).toEqual(['label']);
    expect(by('absent').map(({ ruleId }) => ruleId)).toEqual(['image-alt']);
  });

  it('in SARIF for GitHub, the new one first and without what is fixed', () => {
    const results: { ruleId: string; properties: { new: number } }[] = json('sarif-github').runs[0].results;
    expect(results.map(({ properties }) => properties.new)).toEqual([1, ...results.slice(1).map(() => 0)]);
    expect(results[0]?.ruleId).toBe('label');
    // The picture in the journal is left, the one beside the headline is not.
    expect(results.filter(({ ruleId }) => ruleId === 'image-alt')).toHaveLength(1);
  });

  it('in both forms for GitLab, by having what is there and not what is fixed', () => {
    for (const format of ['gitlab-code-quality', 'gitlab-accessibility'] as const) {
      expect(text(format), format).toContain('coupon');
      expect(text(format), format).not.toContain('hero-image');
    }
  });

  it('in JUnit, failed exactly where the gate is', () => {
    const failures = text('junit').match(/<failure[\s\S]*?<\/failure>/g) ?? [];
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain('coupon');
  });

  it('in EARL, by what failed now', () => {
    expect(text('earl')).toContain('coupon');
    expect(text('earl')).not.toContain('hero-image');
  });
});
