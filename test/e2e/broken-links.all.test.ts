import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/run.ts';
import type { Report } from '../../core/reports/report.ts';
import { fakeHost } from '../support/cli-host.ts';
import { sharedService, type TestKey } from '../support/service.ts';
import { type Pages, type SmallSite, servePages } from '../support/small-site.ts';
import { buildPage, fivePages } from './broken-links/five-pages.ts';

const config = { rules: ['wcag-aa'], checks: 'axe', failOn: { any: 'minor' } };
let key: TestKey;
let pages: Pages;
let site: SmallSite;

beforeAll(async () => {
  pages = fivePages();
  site = await servePages(pages);
  const service = await sharedService();
  key = await service.key(await service.account());
});
afterAll(() => site?.stop());

describe('a site of six pages with one broken link', () => {
  it('passes in a local scan too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'broken-links-'));
    try {
      await writeFile(join(folder, 'a11y-scan.config.json'), JSON.stringify({ config: { checks: 'axe' } }));
      const { host, stdout } = fakeHost({ env: {}, cwd: folder });
      expect(await run(['local', site.url, '--fail-on', 'any=minor'], host)).toBe(0);
      const linkText = `${site.url}gone (404), linked from ${site.url}p2`;
      expect(stdout().replace(/\s+/g, ' ')).toContain(`Broken links: 1 - ${linkText}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('stays inconclusive while pages of the previous scan return 404, and passes after the links are removed', async () => {
    const { json } = await key.client.call('POST', '/sites', { body: { name: 'Shop', url: site.url } });
    const scan = async () => (await key.client.scan(json.id, config)).summary?.gate;
    expect(await scan()).toBe('passed');
    for (const path of ['/p4', '/p5']) delete pages[path];
    const { id, summary } = await key.client.scan(json.id, config);
    expect(summary?.gate).toBe('inconclusive');
    const { gate, comparison } = (await key.client.call<Report>('GET', `/scans/${id}/report`)).json;
    expect(comparison.baseline).not.toBeNull();
    expect(gate.reasons).toMatchObject([{ code: 'low-coverage', count: 2 }]);
    expect(gate.reasons[0]?.message).toContain('2 pages that were scanned before no longer exist');
    expect(await scan()).toBe('inconclusive');
    pages['/'] = buildPage('Start', '/p2', '/p3');
    expect(await scan()).toBe('passed');
  });
});

describe('a site whose start page fails', () => {
  it('does not pass when the start page answers 404, although a listed page has no faults', async () => {
    const { '/': _, ...others } = fivePages();
    const broken = await servePages(others);
    try {
      const { json } = await key.client.call('POST', '/sites', {
        body: { name: 'Shop', url: broken.url, pages: ['/p4', '/nowhere'] },
      });
      const scan = await key.client.scan(json.id, config);
      const { gate, pages: found } = (await key.client.call<Report>('GET', `/scans/${scan.id}/report`)).json;
      expect(gate.result).toBe('inconclusive');
      expect(gate.reasons.map(({ code }) => code)).toEqual([
        'start-page-not-scanned',
        'listed-page-not-scanned',
        'low-coverage',
      ]);
      expect(found.map(({ outcome }) => outcome)).toEqual(['http-error', 'scanned', 'http-error']);
    } finally {
      await broken.stop();
    }
  });
});
