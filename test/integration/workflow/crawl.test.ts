import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../core/reports/report.ts';
import type { TestKey } from '../api/harness.ts';
import { startWorkflow, type Workflow } from './harness.ts';
import { buildScanPage } from './shown-pages.ts';

let workflow: Workflow;
let key: TestKey;
/** The paths that each page links to. */
let links: Record<string, string[]>;

beforeAll(async () => {
  const scanPage = buildScanPage(({ origin, pathname }) => ({
    faults: [],
    links: (links[pathname] ?? []).map((path) => origin + path),
  }));
  workflow = await startWorkflow(scanPage);
  key = await workflow.api.key(await workflow.api.account());
});
afterAll(() => workflow?.stop());

async function createSite(settings: object = {}): Promise<string> {
  const body = { name: 'Crawled', url: `${workflow.origin}/`, ...settings };
  const { status, text, json } = await key.call('POST', '/sites', { body });
  expect(status, text).toBe(201);
  return json.id;
}

async function scan(siteId: string, config: object = {}) {
  const { id, status } = await workflow.scan(key, siteId, { rules: ['wcag-a'], ...config });
  const report: Report = (await key.call('GET', `/scans/${id}/report`)).json;
  const pathOf = (url: string) => url.slice(workflow.origin.length);
  return {
    status,
    report,
    pages: report.pages.map(({ requestedUrl }) => pathOf(requestedUrl)),
    outcomes: Object.fromEntries(
      report.pages.map(({ requestedUrl, outcome }) => [pathOf(requestedUrl), outcome]),
    ),
  };
}

describe('a scan of a whole site', () => {
  it('stops at maxDepth and maxPages, and a scan may override both settings of its site', async () => {
    const chain = Array.from({ length: 9 }, (_, n) => [`/${n}`, [`/${n + 1}`, `/${n}/aside`]]);
    links = { '/': ['/1'], ...Object.fromEntries(chain) };
    const siteId = await createSite({ maxDepth: 1, maxPages: 20 });
    const shallow = await scan(siteId);
    expect(shallow.pages).toEqual(['/', '/1']);
    expect(shallow.report.crawl.notAttempted.byReason).toEqual({ depth: 2 });
    const deeper = await scan(siteId, { maxDepth: 3, maxPages: 4 });
    expect(deeper.pages).toEqual(['/', '/1', '/2', '/1/aside']);
    expect(deeper.report.crawl.notAttempted.byReason).toEqual({ limit: 2 });
  });
});
