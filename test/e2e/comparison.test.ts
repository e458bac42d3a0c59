import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Report, type ReportNode, reportSchema } from '../../core/reports/report.ts';
import type { ReportFormat } from '../../core/reports/report-formats.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import { serveDemoSite } from '../support/demo-site.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';

const configOf = (commit: string) => ({
  rules: ['wcag-aa', 'best-practice'],
  metadata: { branch: 'main', commit },
  failOn: { new: 'serious', minCoverage: 50 },
});

/** Whether the site is as after the change: one fault mended, one made, one moved, one page out of order. */
let edited = false;

function edit(path: string, html: string): string | null {
  if (!edited) return html;
  const changed = html.replaceAll('class="wrap"', 'class="css-1x8zt4k"');
  switch (path) {
    case '/':
      return changed.replace('</main>', '<p><img src="assets/logo.svg" width="90" height="90"></p></main>');
    case '/products.html':
      return changed.replace('<select id="sort"', '<select aria-label="Sort by" id="sort"');
    case '/contact.html': {
      const [field = ''] =
        /<div class="field">\s*<span class="caption">E-mail[\s\S]*?<\/div>/.exec(changed) ?? [];
      return changed
        .replace(field, '')
        .replace(
          '<div><button class="button">Send',
          `<p>Before you send:</p>${field}<div><button class="button">Send`,
        );
    }
    case '/basket.html':
      return null;
    default:
      return changed;
  }
}

let service: TestService;
let demo: Awaited<ReturnType<typeof serveDemoSite>>;
let key: TestKey;
let siteId: string;
let before: Report;
let after: Report;
let again: Report;
let scan: ScanView;

beforeAll(async () => {
  [service, demo] = await Promise.all([sharedService(), serveDemoSite(edit)]);
  key = await service.key(await service.account());
  const { json } = await key.client.call('POST', '/sites', {
    body: { name: 'Demo', url: demo.url, pages: demo.pages },
  });
  siteId = json.id;
  before = await reportOf(await key.client.scan(siteId, configOf('0123abc')));
  edited = true;
  scan = await key.client.scan(siteId, configOf('1123abc'));
  after = await reportOf(scan);
  // It failed because of something new, and is compared with all the same.
  await key.client.call('POST', `/scans/${scan.id}/accept`, { body: { reason: 'Known' } });
  edited = false;
  again = await reportOf(await key.client.scan(siteId, configOf('2123abc')));
});
afterAll(() => demo?.stop());

async function reportOf({ id }: ScanView): Promise<Report> {
  const { status, json } = await key.client.call<Report>('GET', `/scans/${id}/report`);
  expect(status).toBe(200);
  expect(reportSchema.safeParse(json).error).toBeUndefined();
  return json;
}

/** Every finding of a report: rule, path, innermost selector, node. */
function findingsOf({ violations, needsReview }: Report): [string, ReportNode][] {
  return [...violations, ...needsReview].flatMap(({ ruleId, nodes }) =>
    nodes.map((node): [string, ReportNode] => [
      `${ruleId} ${new URL(node.url).pathname} ${node.target.flat().at(-1)}`,
      node,
    ]),
  );
}

const inState = (report: Report, state: ReportNode['state']) =>
  findingsOf(report)
    .filter(([, node]) => node.state === state)
    .map(([line]) => line)
    .sort();

const form = async (format: ReportFormat) =>
  (await key.client.call('GET', `/scans/${scan.id}/report?format=${format}`)).text;

describe('the first scan of a site', () => {
  it('has nothing to be compared with, and says so', () => {
    expect(before.comparison.baseline).toBeNull();
    expect(before.comparison.whyNone).toMatch(/first scan of this site/);
    expect(new Set(findingsOf(before).map(([, { state }]) => state))).toEqual(new Set(['unknown']));
    expect(before.gate.result).toBe('inconclusive');
    expect(before.gate.reasons.map(({ code }) => code)).toEqual(['no-baseline']);
  });
});

describe('a scan after a change', () => {
  it('tells the fault that was made from those that were there, one of which moved', () => {
    expect(after.comparison.baseline).toMatchObject({ scanId: before.scan.id, chosenBy: 'branch' });
    expect(inState(after, 'new')).toHaveLength(1);
    expect(inState(after, 'new')[0]).toMatch(/^image-alt \/ /);
    expect(inState(after, 'unchanged')).toContain('label /contact.html #email');
    expect(inState(after, 'unchanged')).toHaveLength(findingsOf(after).length - 1);
    const [, made] = findingsOf(after).find(([, { state }]) => state === 'new') ?? [];
    expect(made).toMatchObject({ cause: 'page', suppressedBy: null });
    expect(made?.picture?.id).toMatch(/^pic_/);
  });

  it('calls fixed what was mended, and not what is on the page out of order', () => {
    const { fixed, notSeenAgain } = after.comparison;
    expect(fixed.findings.map(({ ruleId, url }) => `${ruleId} ${new URL(url).pathname}`)).toEqual([
      'select-name /products.html',
    ]);
    const lost = findingsOf(before).filter(([line]) => line.includes(' /basket.html '));
    expect(notSeenAgain.count).toBe(lost.length);
    expect(notSeenAgain.pages.map((url) => new URL(url).pathname)).toEqual(['/basket.html']);
  });

  it('fails the gate, and says why', () => {
    expect(after.gate.result).toBe('failed');
    expect(after.gate.reasons.map(({ code, result }) => `${code} ${result}`)).toEqual([
      'new failed',
      'listed-page-not-scanned inconclusive',
    ]);
    expect(scan.summary).toMatchObject({ gate: 'failed', new: 1, fixed: 1 });
  });

  it('says the same in CSV', async () => {
    const rows: Record<string, string>[] = parse(await form('csv'), { columns: true, bom: true });
    expect(rows.filter(({ state }) => state !== 'fixed')).toHaveLength(findingsOf(after).length);
    expect(rows.filter(({ state }) => state === 'fixed')).toMatchObject([{ rule: 'select-name' }]);
    const made = rows.filter((row) => Object.values(row).includes('new'));
    expect(made).toHaveLength(1);
    expect(Object.values(made[0] ?? {})).toContain('image-alt');
  });

  it('says the same in Markdown', async () => {
    const text = await form('markdown');
    const [made, mended] = [text.indexOf('image-alt'), text.indexOf('Select element must have')];
    expect(made).toBeGreaterThan(0);
    expect(mended).toBeGreaterThan(made);
    expect(text).toMatch(/failed/i);
  });

  it('says the same in HTML', async () => {
    const text = await form('html');
    expect(text).toContain('Gate failed');
    expect(text).toContain('data:image/webp;base64,');
    const [changes = ''] = /<h2 id="changes">[\s\S]*?<\/section>/.exec(text) ?? [];
    expect(changes).toContain('1 new violation, 1 fixed.');
    expect(changes).toContain('#sort');
    expect(changes).toContain('/basket.html');
  });

  it('says the same in SARIF', async () => {
    const { runs } = JSON.parse(await form('sarif'));
    const states = runs.flatMap(({ results }: { results: { baselineState: string; ruleId: string }[] }) =>
      results.map(({ baselineState, ruleId }) => `${baselineState} ${ruleId}`),
    );
    expect(states.filter((line: string) => line.startsWith('new '))).toEqual(['new image-alt']);
    expect(states.filter((line: string) => line.startsWith('absent '))).toEqual(['absent select-name']);
  });

  it('says the same in SARIF for GitHub, without what is mended', async () => {
    const { runs } = JSON.parse(await form('sarif-github'));
    expect(runs).toHaveLength(1);
    const results: { ruleId: string; properties: { new: number } }[] = runs[0].results;
    const made = results.filter(({ properties }) => properties.new > 0);
    expect(made).toMatchObject([{ ruleId: 'image-alt', properties: { new: 1 } }]);
    expect(results.map(({ ruleId }) => ruleId)).not.toContain('select-name');
  });

  it('fails in JUnit the one test that failed the gate', async () => {
    const text = await form('junit');
    expect(text.match(/<failure\b/g)).toHaveLength(1);
    expect(/<testcase[^>]*>\s*<failure/.exec(text)?.[0]).toContain('image-alt');
  });

  it('says the same in the forms of GitLab and in EARL', async () => {
    const quality: { check_name: string }[] = JSON.parse(await form('gitlab-code-quality'));
    const { results } = JSON.parse(await form('gitlab-accessibility'));
    const pages = Object.values(results) as { code: string }[][];
    for (const rules of [
      quality.map(({ check_name }) => check_name),
      pages.flatMap((issues) => issues.map(({ code }) => code)),
    ]) {
      expect(rules).toContain('image-alt');
      expect(rules).not.toContain('select-name');
    }
    const earl = await form('earl');
    for (const outcome of ['passed', 'failed', 'cantTell', 'inapplicable', 'untested']) {
      expect(earl).toContain(`earl:${outcome}`);
    }
  });
});

describe('the scan after that', () => {
  it('does not call new what could not be reached once, and knows what was mended before', () => {
    expect(again.comparison.baseline?.scanId).toBe(after.scan.id);
    expect(inState(again, 'new')).toEqual([]);
    expect(inState(again, 'regressed')).toEqual(['select-name /products.html #sort']);
    expect(inState(again, 'unchanged').filter((line) => line.includes('/basket.html'))).toHaveLength(
      findingsOf(before).filter(([line]) => line.includes(' /basket.html ')).length,
    );
    expect(again.comparison.fixed.findings.map(({ ruleId }) => ruleId)).toEqual(['image-alt']);
    expect(again.gate).toMatchObject({ result: 'failed', reasons: [{ code: 'new' }] });
  });

  it('is the last point of the trend, which has one line for all three', async () => {
    const { json } = await key.client.call('GET', `/sites/${siteId}/trend`);
    expect(json.items).toHaveLength(3);
    expect(
      new Set(json.items.map(({ comparableKey }: { comparableKey: string }) => comparableKey)).size,
    ).toBe(1);
    expect(json.items[0].scanId).toBe(again.scan.id);
  });

  it('lets its findings be filtered', async () => {
    const { json } = await key.client.call('GET', `/scans/${again.scan.id}/findings?state=regressed`);
    expect(json.items).toHaveLength(1);
    expect(json.items[0]).toMatchObject({ ruleId: 'select-name' });
  });

  it('leaves out what is suppressed from then on', async () => {
    const [, node] = findingsOf(again).find(([line]) => line.startsWith('select-name')) ?? [];
    const made = await key.client.call('POST', `/sites/${siteId}/suppressions`, {
      body: { match: { fingerprint: node?.fingerprint }, reason: 'Replaced next week' },
    });
    expect(made.status).toBe(201);
    const report = await reportOf(await key.client.scan(siteId, configOf('3123abc')));
    const [, suppressed] = findingsOf(report).find(([line]) => line.startsWith('select-name')) ?? [];
    expect(suppressed?.suppressedBy).toBe(made.json.id);
    expect(report.gate.result).toBe('passed');
    expect(report.summary.suppressed.violations.elements).toBe(1);
    expect(report.suppressions).toMatchObject([
      { findings: 1, expired: false, reason: 'Replaced next week' },
    ]);
  });
});
