import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Report } from '../../core/reports/report.ts';
import { degradations, improvements } from '../support/degradations.ts';
import { serveDegradedSite } from '../support/degraded-site.ts';
import { sharedService, type TestKey } from '../support/service.ts';

/** The table of `integration/cli/degradations.all.test.ts`, with the service, which chooses the baseline itself. */
let key: TestKey;
let site: Awaited<ReturnType<typeof serveDegradedSite>>;
let siteId: string;
let firstId: string;
let commits = 0;

beforeAll(async () => {
  const service = await sharedService();
  site = await serveDegradedSite();
  key = await service.key(await service.account());
  const { json } = await key.client.call('POST', '/sites', { body: { name: 'Ferries', url: site.origin } });
  siteId = json.id;
  const first = await scan();
  firstId = first?.scan.id ?? '';
  expect(first?.pages.map(({ outcome }) => outcome)).toEqual(Array(6).fill('scanned'));
});
afterAll(() => site?.stop());

/** Scans the site, and returns the report; null if the scan failed because no page was scanned. */
async function scan(config: object = {}, of = siteId): Promise<Report | null> {
  commits += 1;
  const { id } = await key.client.scan(of, {
    rules: ['wcag-aa'],
    checks: 'axe',
    failOn: { new: 'minor' },
    metadata: { branch: 'main', commit: commits.toString(16).padStart(7, '0') },
    ...config,
  });
  const { status, json } = await key.client.call<Report>('GET', `/scans/${id}/report`);
  return status === 200 ? json : null;
}

it.each(Object.entries(degradations))(
  '%s: is not decided, and nothing is fixed',
  async (_, { change, reasons }) => {
    site.change(change);
    const report = await scan();
    if (reasons.length > 0) expect(report?.gate.reasons.map(({ code }) => code)).toEqual(reasons);
    else expect(report).toBeNull();
    expect(report?.comparison.fixed.findings ?? []).toEqual([]);
  },
);

it.each(Object.entries(improvements))('%s: passes', async (_, { change, config }) => {
  site.change(change);
  // A scan that passes would be the baseline of the next one.
  const report = await scan({ baseline: firstId, ...config });
  expect(report?.gate.reasons).toEqual([]);
});

it('a gate on all findings is not decided in any night until the change is declared', async () => {
  const { json } = await key.client.call('POST', '/sites', { body: { name: 'Nightly', url: site.origin } });
  const scanNightly = (config: object = {}) =>
    scan({ failOn: { total: 1_000 }, metadata: { branch: 'main' }, ...config }, json.id);
  site.change(() => undefined);
  expect((await scanNightly())?.gate.reasons).toEqual([]);
  site.change(degradations['start page at each address']?.change ?? expect.fail());
  for (const night of [1, 2, 3]) {
    const report = await scanNightly();
    expect(
      report?.gate.reasons.map(({ code }) => code),
      String(night),
    ).toEqual(['page-changed']);
    expect(report?.comparison.fixed.findings).toEqual([]);
  }
  const expectChanged = [{ page: '/**', reason: 'One page for all.' }];
  expect((await scanNightly({ expectChanged }))?.gate.reasons).toEqual([]);
  expect((await scanNightly())?.gate.reasons).toEqual([]);
});
