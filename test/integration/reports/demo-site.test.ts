import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Report, reportSchema } from '../../../core/reports/report.ts';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import { renderHtml } from '../../../formats/html/render-html.ts';
import { listElements, scanPages } from './scan-pages.ts';
import { type Served, serve, serveFolder } from './serve.ts';

const folder = join(import.meta.dirname, '../../../local/demo-site');

interface Fault {
  page: string;
  ruleId: string;
  kind: 'violation' | 'review';
  target: (string | string[])[];
  ruleSet: 'wcag-aa' | 'best-practice';
  impact: string;
  what: string;
}

let faults: Fault[];
let demo: Served;
let report: Report;

beforeAll(async () => {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
  faults = await read('faults.json');
  const { pages } = await read('site.json');
  demo = await serveFolder(folder);
  report = await scanPages(demo, ['/', ...pages], ['wcag-aa', 'best-practice']);
});

afterAll(() => demo?.close());

const line = ({ page, kind, ruleId, target, impact }: Omit<Fault, 'ruleSet' | 'what'>) =>
  `${page} ${kind} ${ruleId} ${JSON.stringify(target)} ${impact}`;

describe('a scan of the demo site', () => {
  it('scans every page', () => {
    const ends = report.pages.map(({ requestedUrl, outcome, detail }) => ({ requestedUrl, outcome, detail }));
    expect(ends.filter(({ outcome }) => outcome !== 'scanned')).toEqual([]);
    expect(ends).toHaveLength(6);
  });

  it('finds every known fault and no other, element by element', () => {
    expect(listElements(report).map(line).sort()).toEqual(faults.map(line).sort());
  });

  it('finds nothing on the page without faults', () => {
    const clean = report.pages.find((page) => page.requestedUrl.endsWith('/terms.html'));
    expect(clean).toMatchObject({ outcome: 'scanned', violations: 0, needsReview: 0 });
    expect(clean?.rules.filter((rule) => rule.result === 'passed').length).toBeGreaterThan(10);
  });

  it('returns a report that matches the published schema', () => {
    expect(reportSchema.parse(report)).toEqual(report);
  });

  it('has every fault in the rule set that the list of faults names', () => {
    for (const fault of faults) {
      expect(resolveRuleSets([fault.ruleSet]).ruleIds, fault.what).toContain(fault.ruleId);
    }
  });
});

/** Returns a report in the HTML format. */
async function renderDocument(of: Report): Promise<string> {
  let text = '';
  for await (const piece of renderHtml(toReportSource(of))) text += piece;
  return text;
}

describe('the HTML report of the demo site', () => {
  it('shows every fault', async () => {
    const document = await renderDocument(report);
    for (const found of [...report.violations, ...report.needsReview]) {
      expect(document).toContain(`<code>${found.ruleId}</code>`);
    }
    expect(document.match(/<pre>/g)).toHaveLength(faults.length);
  });

  it.each(['collapsed', 'expanded'])(
    'passes its own scan by WCAG 2.2 AA and best practice with all sections %s',
    async (state) => {
      const document = await renderDocument(report);
      const shown = state === 'expanded' ? document.replaceAll('<details', '<details open') : document;
      const served = await serve(async () => shown);
      try {
        const own = await scanPages(served, ['/'], ['wcag-aa', 'best-practice']);
        expect(own.pages).toMatchObject([{ outcome: 'scanned', detail: 'The page was scanned.' }]);
        expect(listElements(own)).toEqual([]);
        expect(own.pages[0]?.rules.find((rule) => rule.ruleId === 'color-contrast')?.result).toBe('passed');
        expect(own.pages[0]?.rules.find((rule) => rule.ruleId === 'target-size')?.result).toBe('passed');
      } finally {
        await served.close();
      }
    },
  );
});
