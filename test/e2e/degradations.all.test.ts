import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

describe.each([
  ['start page at each address', 'page-changed'],
  ['navigation broken', 'site-shrank'],
])('a gate on all findings, after: %s', (name, code) => {
  let nightlySiteId: string;
  const scanNightly = (config: object = {}) =>
    scan({ failOn: { total: 1_000 }, metadata: { branch: 'main' }, ...config }, nightlySiteId);
  const codes = (report: Report | null) => report?.gate.reasons.map((reason) => reason.code);

  beforeEach(async () => {
    const { json } = await key.client.call('POST', '/sites', { body: { name: 'Nightly', url: site.origin } });
    nightlySiteId = json.id;
    site.change(() => undefined);
    expect(codes(await scanNightly())).toEqual([]);
    site.change(degradations[name]?.change ?? expect.fail());
    for (const _night of [1, 2]) {
      const report = await scanNightly();
      expect(codes(report)).toEqual([code]);
      expect(report?.comparison.fixed.findings).toEqual([]);
    }
  });

  it('is not decided in any night until the change is declared', async () => {
    const expectChanged = [{ page: '/**', reason: 'The change is intended.' }];
    expect(codes(await scanNightly({ expectChanged }))).toEqual([]);
    expect(codes(await scanNightly())).toEqual([]);
  });

  it('is not decided in any night until a scan is accepted', async () => {
    const report = await scanNightly();
    expect(codes(report)).toEqual([code]);
    const accepting = { body: { reason: 'The change is intended.' } };
    const { status } = await key.client.call('POST', `/scans/${report?.scan.id}/accept`, accepting);
    expect(status).toBe(200);
    expect(codes(await scanNightly())).toEqual([]);
  });
});
