import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../core/reports/report.ts';
import { sharedService, type TestKey } from '../support/service.ts';
import { ONE_PICTURE, servePages } from '../support/small-site.ts';

/** Returns the start page, with or without a fault. */
const fine = ONE_PICTURE.replace(/<img[^>]*>/, '');
const pages = { '/': fine };
let site: Awaited<ReturnType<typeof servePages>>;
let key: TestKey;
let siteId: string;

beforeAll(async () => {
  const service = await sharedService();
  site = await servePages(pages);
  key = await service.key(await service.account());
  siteId = (await key.client.call('POST', '/sites', { body: { name: 'Shop', url: site.url } })).json.id;
});
afterAll(() => site?.stop());

/** Scans as a CI pipeline with a gate on new findings does. */
async function build(commit: string, page: string) {
  pages['/'] = page;
  const { id } = await key.client.scan(siteId, {
    rules: ['wcag-a'],
    checks: 'axe',
    screenshots: 'none',
    failOn: { new: 'serious' },
    metadata: { commit },
  });
  const { json: report } = await key.client.call<Report>('GET', `/scans/${id}/report`);
  return { id, gate: report.gate.result, baseline: report.comparison.baseline?.scanId ?? null };
}

// The rules of the baseline are tested in test/integration/workflow, without a browser.
describe('a build that failed because of a new finding', () => {
  it('fails again when the build is retried, and passes after the scan is accepted as the baseline', async () => {
    const first = await build('1111111', fine);
    expect(first).toMatchObject({ gate: 'inconclusive', baseline: null });
    const red = await build('2222222', ONE_PICTURE);
    expect(red).toMatchObject({ gate: 'failed', baseline: first.id });
    const again = await build('2222222', ONE_PICTURE);
    expect(again).toMatchObject({ gate: 'failed', baseline: first.id });
    await key.client.call('POST', `/scans/${again.id}/accept`, { body: { reason: 'To be fixed in March' } });
    expect(await build('2222222', ONE_PICTURE)).toMatchObject({ gate: 'passed', baseline: again.id });
  });
});
