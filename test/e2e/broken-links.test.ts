import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/run.ts';
import type { Report } from '../../core/reports/report.ts';
import { fakeHost } from '../support/cli-host.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';
import { type Pages, servePages } from '../support/small-site.ts';
import { fivePages } from './broken-links/five-pages.ts';

let service: TestService;
let key: TestKey;
let folder: string;
let pages: Pages;
let site: Awaited<ReturnType<typeof servePages>>;
let siteId: string;

beforeAll(async () => {
  pages = fivePages();
  folder = await mkdtemp(join(tmpdir(), 'broken-links-'));
  await writeFile(join(folder, 'a11y-scan.config.json'), JSON.stringify({ config: { checks: 'axe' } }));
  [service, site] = await Promise.all([sharedService(), servePages(pages)]);
  key = await service.key(await service.account());
  siteId = await makeSite(site.url);
});
afterAll(async () => {
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function makeSite(url: string): Promise<string> {
  return (await key.client.call('POST', '/sites', { body: { name: 'Shop', url } })).json.id;
}

async function runCommand(...argv: string[]) {
  const env = { A11Y_SCAN_API_URL: service.runtime.baseUrl, A11Y_SCAN_API_KEY: key.value };
  const { host, stdout, stderr } = fakeHost({ env, cwd: folder });
  return { code: await run(argv, host), text: `${stdout()}${stderr()}` };
}

/** Returns the text about the broken link that the terminal and the HTML report both show. */
const linkText = () => `${site.url}gone (404), linked from ${site.url}p2`;

describe('a site of six pages with one broken link', () => {
  it('passes its gate, and the terminal shows the link and the page that contains it', async () => {
    const { code, text } = await runCommand(
      'trigger',
      '--site',
      siteId,
      '--fail-on',
      'any=minor',
      '--output',
      'json=a.json',
      '--output',
      'html=a.html',
    );
    expect(text).toContain('Gate passed');
    expect(code).toBe(0);
    const oneLine = text.replace(/\s+/g, ' ');
    expect(oneLine).toContain('Broken links: 1');
    expect(oneLine).toContain(linkText());
    expect(oneLine).toContain('5 of 5 pages were scanned');
    expect(oneLine).not.toContain('Not scanned');

    const report: Report = JSON.parse(await readFile(join(folder, 'a.json'), 'utf8'));
    expect(report.gate).toMatchObject({ result: 'passed', reasons: [] });
    expect(report.summary.pages.byOutcome).toEqual({ scanned: 5, 'broken-link': 1 });
    expect(report.pages.find(({ outcome }) => outcome === 'broken-link')).toMatchObject({
      foundOn: `${site.url}p2`,
      httpStatus: 404,
    });
    expect(report.pages.find(({ requestedUrl }) => requestedUrl === `${site.url}p4`)?.foundOn).toBe(site.url);
    const html = await readFile(join(folder, 'a.html'), 'utf8');
    expect(html).toContain('Broken links: 1');
    expect(html.replace(/<[^>]+>/g, '')).toContain(linkText());
  });
});
