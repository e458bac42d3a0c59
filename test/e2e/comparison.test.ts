import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Report, type ReportNode, reportSchema } from '../../core/reports/report.ts';
import type { ReportFormat } from '../../core/reports/report-formats.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import { serveDemoSite } from '../support/demo-site.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';

const configOf = (commit: string) => ({
  rules: ['wcag-aa', 'best-practice'],
  // Whether all checks of the keyboard end in a page's time depends on the load of the machine; this gate must not.
  checks: 'axe',
  metadata: { branch: 'main', commit },
  failOn: { new: 'serious', minCoverage: 50 },
});

/** The pages that the change of the site concerns, besides the start page. */
const editedPages = ['/products.html', '/contact.html', '/basket.html'];

/** True after the change of the site: one fault is fixed, one is new, one has moved, and one page fails. */
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
    body: { name: 'Demo', url: demo.url, pages: editedPages, crawl: 'none' },
  });
  siteId = json.id;
  before = await readReport(await key.client.scan(siteId, configOf('0123abc')));
  edited = true;
  scan = await key.client.scan(siteId, configOf('1123abc'));
  after = await readReport(scan);
  // The gate failed because of a new finding; the scan is a baseline anyway.
  await key.client.call('POST', `/scans/${scan.id}/accept`, { body: { reason: 'Known' } });
  edited = false;
  again = await readReport(await key.client.scan(siteId, configOf('2123abc')));
});
afterAll(() => demo?.stop());

async function readReport({ id }: ScanView): Promise<Report> {
  const { status, json } = await key.client.call<Report>('GET', `/scans/${id}/report`);
  expect(status).toBe(200);
  expect(reportSchema.safeParse(json).error).toBeUndefined();
  return json;
}

/** Returns every finding of a report: rule, path, innermost selector, node. */
function listFindings({ violations, needsReview }: Report): [string, ReportNode][] {
  return [...violations, ...needsReview].flatMap(({ ruleId, nodes }) =>
    nodes.map((node): [string, ReportNode] => [
      `${ruleId} ${new URL(node.url).pathname} ${node.target.flat().at(-1)}`,
      node,
    ]),
  );
}

const inState = (report: Report, state: ReportNode['state']) =>
  listFindings(report)
    .filter(([, node]) => node.state === state)
    .map(([line]) => line)
    .sort();

const readFormat = async (format: ReportFormat) =>
  (await key.client.call('GET', `/scans/${scan.id}/report?format=${format}`)).text;

describe('the first scan of a site', () => {
  it('has no baseline and states that', () => {
    expect(before.comparison.baseline).toBeNull();
    expect(before.comparison.whyNone).toMatch(/first scan of this site/);
    expect(new Set(listFindings(before).map(([, { state }]) => state))).toEqual(new Set(['unknown']));
    expect(before.gate.result).toBe('inconclusive');
    expect(before.gate.reasons.map(({ code }) => code)).toEqual(['no-baseline']);
  });
});

describe('a scan after a change', () => {
  it('separates the new fault from the existing ones, one of which has moved', () => {
    expect(after.comparison.baseline).toMatchObject({ scanId: before.scan.id, chosenBy: 'branch' });
    expect(inState(after, 'new')).toHaveLength(1);
    expect(inState(after, 'new')[0]).toMatch(/^image-alt \/ /);
    expect(inState(after, 'unchanged')).toContain('label /contact.html #email');
    expect(inState(after, 'unchanged')).toHaveLength(listFindings(after).length - 1);
    const [, added] = listFindings(after).find(([, { state }]) => state === 'new') ?? [];
    expect(added).toMatchObject({ cause: 'page', suppressedBy: null });
    expect(added?.picture?.id).toMatch(/^pic_/);
  });

  it('shows the pictures that the first scan took of the existing faults', () => {
    const pictures = listFindings(after).flatMap(([, { state, picture }]) =>
      state === 'unchanged' && picture ? [picture] : [],
    );
    expect(pictures.length).toBeGreaterThan(1);
    const takenBy = { scanId: before.scan.id, at: before.scan.finishedAt };
    for (const picture of pictures) expect(picture).toMatchObject({ takenBy });
  });

  it('reports the fixed fault as fixed, but not the faults of the page that failed', () => {
    const { fixed, notSeenAgain } = after.comparison;
    expect(fixed.findings.map(({ ruleId, url }) => `${ruleId} ${new URL(url).pathname}`)).toEqual([
      'select-name /products.html',
    ]);
    const lost = listFindings(before).filter(([line]) => line.includes(' /basket.html '));
    expect(notSeenAgain.count).toBe(lost.length);
    expect(notSeenAgain.pages.map((url) => new URL(url).pathname)).toEqual(['/basket.html']);
  });

  it('fails the gate and states the reason', () => {
    expect(after.gate.result).toBe('failed');
    expect(after.gate.reasons.map(({ code, result }) => `${code} ${result}`)).toEqual([
      'new failed',
      'listed-page-not-scanned inconclusive',
    ]);
    expect(scan.summary).toMatchObject({ gate: 'failed', new: 1, fixed: 1 });
  });

  it('has the same comparison in CSV', async () => {
    const rows: Record<string, string>[] = parse(await readFormat('csv'), { columns: true, bom: true });
    // Checks that compare pages did not run, because a page failed: each page has a row that says so.
    const current = rows.filter(({ state, kind }) => state !== 'fixed' && kind !== 'not-run');
    expect(current).toHaveLength(listFindings(after).length);
    expect(rows.filter(({ state }) => state === 'fixed')).toMatchObject([{ rule: 'select-name' }]);
    const added = rows.filter((row) => Object.values(row).includes('new'));
    expect(added).toHaveLength(1);
    expect(Object.values(added[0] ?? {})).toContain('image-alt');
  });

  it('has the same comparison in Markdown', async () => {
    const text = await readFormat('markdown');
    const [added, fixed] = [text.indexOf('image-alt'), text.indexOf('Select element must have')];
    expect(added).toBeGreaterThan(0);
    expect(fixed).toBeGreaterThan(added);
    expect(text).toMatch(/failed/i);
  });

  it('has the same comparison in HTML', async () => {
    const text = await readFormat('html');
    expect(text).toContain('Gate failed');
    expect(text).toContain('data:image/webp;base64,');
    const [changes = ''] = /<h2 id="changes-title">[\s\S]*?<\/section>/.exec(text) ?? [];
    expect(changes).toContain('1 new violation, 1 fixed finding');
    expect(changes).toContain('#sort');
    expect(changes).toContain('/basket.html');
  });

  it('has the same comparison in SARIF', async () => {
    const { runs } = JSON.parse(await readFormat('sarif'));
    const states = runs.flatMap(({ results }: { results: { baselineState: string; ruleId: string }[] }) =>
      results.map(({ baselineState, ruleId }) => `${baselineState} ${ruleId}`),
    );
    expect(states.filter((line: string) => line.startsWith('new '))).toEqual(['new image-alt']);
    expect(states.filter((line: string) => line.startsWith('absent '))).toEqual(['absent select-name']);
  });

  it('has the same comparison in SARIF for GitHub, without fixed findings', async () => {
    const { runs } = JSON.parse(await readFormat('sarif-github'));
    expect(runs).toHaveLength(1);
    const results: { ruleId: string; properties: { new: number } }[] = runs[0].results;
    const added = results.filter(({ properties }) => properties.new > 0);
    expect(added).toMatchObject([{ ruleId: 'image-alt', properties: { new: 1 } }]);
    expect(results.map(({ ruleId }) => ruleId)).not.toContain('select-name');
  });

  it('fails in JUnit exactly the test case that failed the gate', async () => {
    const text = await readFormat('junit');
    expect(text.match(/<failure\b/g)).toHaveLength(1);
    expect(/<testcase[^>]*>\s*<failure/.exec(text)?.[0]).toContain('image-alt');
  });

  it('has the same comparison in the formats of GitLab and in EARL', async () => {
    const quality: { check_name: string }[] = JSON.parse(await readFormat('gitlab-code-quality'));
    const { results } = JSON.parse(await readFormat('gitlab-accessibility'));
    const pages = Object.values(results) as { code: string }[][];
    for (const rules of [
      quality.map(({ check_name }) => check_name),
      pages.flatMap((issues) => issues.map(({ code }) => code)),
    ]) {
      expect(rules).toContain('image-alt');
      expect(rules).not.toContain('select-name');
    }
    const earl = await readFormat('earl');
    for (const outcome of ['passed', 'failed', 'cantTell', 'inapplicable', 'untested']) {
      expect(earl).toContain(`earl:${outcome}`);
    }
  });
});

describe('the scan after that', () => {
  it('does not report findings of the failed page as new, and still knows the fixed fault', () => {
    expect(again.comparison.baseline?.scanId).toBe(after.scan.id);
    expect(inState(again, 'new')).toEqual([]);
    expect(inState(again, 'regressed')).toEqual(['select-name /products.html #sort']);
    expect(inState(again, 'unchanged').filter((line) => line.includes('/basket.html'))).toHaveLength(
      listFindings(before).filter(([line]) => line.includes(' /basket.html ')).length,
    );
    expect(again.comparison.fixed.findings.map(({ ruleId }) => ruleId)).toEqual(['image-alt']);
    expect(again.gate).toMatchObject({ result: 'failed', reasons: [{ code: 'new' }] });
  });

  it('is the last point of the trend, which has one comparable key for all three scans', async () => {
    const { json } = await key.client.call('GET', `/sites/${siteId}/trend`);
    expect(json.items).toHaveLength(3);
    expect(
      new Set(json.items.map(({ comparableKey }: { comparableKey: string }) => comparableKey)).size,
    ).toBe(1);
    expect(json.items[0].scanId).toBe(again.scan.id);
  });

  it('can be filtered by findings', async () => {
    const { json } = await key.client.call('GET', `/scans/${again.scan.id}/findings?state=regressed`);
    expect(json.items).toHaveLength(1);
    expect(json.items[0]).toMatchObject({ ruleId: 'select-name' });
  });

  it('omits findings and issue groups that are suppressed from then on', async () => {
    const suppress = async (match: object) => {
      const body = { match, reason: 'Replaced next week' };
      const { status, json } = await key.client.call('POST', `/sites/${siteId}/suppressions`, { body });
      expect(status).toBe(201);
      return json.id;
    };
    const [, node] = listFindings(again).find(([line]) => line.startsWith('select-name')) ?? [];
    const ofFinding = await suppress({ fingerprint: node?.fingerprint });
    const group = again.issueGroups.find(({ kind, elements }) => kind === 'violation' && elements > 1);
    const ofGroup = await suppress({ issueGroup: group?.id });
    const report = await readReport(await key.client.scan(siteId, configOf('3123abc')));
    const [, suppressed] = listFindings(report).find(([line]) => line.startsWith('select-name')) ?? [];
    expect(suppressed?.suppressedBy).toBe(ofFinding);
    const inGroup = listFindings(report).filter(([, { issueGroup }]) => issueGroup === group?.id);
    expect(new Set(inGroup.map(([, { suppressedBy }]) => suppressedBy))).toEqual(new Set([ofGroup]));
    expect(report.gate.result).toBe('passed');
    expect(report.summary.suppressed.violations.elements).toBe(1 + inGroup.length);
    expect(report.suppressions).toMatchObject([
      { findings: 1, expired: false, reason: 'Replaced next week' },
      { findings: inGroup.length, expired: false },
    ]);
  });
});
