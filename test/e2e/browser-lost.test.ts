import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findAccount } from '../../adapters/dynamodb/access.ts';
import { findSlot } from '../../adapters/dynamodb/host-slots.ts';
import type { Report } from '../../core/reports/report.ts';
import { LOSSES_MAX } from '../../core/scans/pacing.ts';
import { type OwnService, startService } from '../support/service.ts';
import { ONE_PICTURE, type SmallSite, servePages } from '../support/small-site.ts';

const healthy = ['/', '/a', '/b', '/c', '/d'];

/** How often the function with the browser is still killed when the page is requested. */
let killsLeft = 0;
/** How many invocations are still refused. */
let refusalsLeft = 0;

let service: OwnService;
let site: SmallSite;
beforeAll(async () => {
  const pages = Object.fromEntries([...healthy, '/killer'].map((path) => [path, ONE_PICTURE]));
  site = await servePages(pages, {
    isHeld(path) {
      if (path !== '/killer' || killsLeft === 0) return false;
      killsLeft--;
      service.runtime.functions.kill('ScanPages');
      return false;
    },
  });
  service = await startService({
    throttle: (functionId) => functionId.includes('ScanPages') && refusalsLeft > 0 && refusalsLeft-- > 0,
  });
});
afterEach(() => {
  killsLeft = 0;
  refusalsLeft = 0;
});
afterAll(async () => {
  await service?.stop();
  await site?.stop();
});

/** Scans all pages. Returns the outcome and the number of attempts of each, and the report. */
async function scanAll() {
  const key = await service.key(await service.account());
  const { json } = await key.client.call('POST', '/sites', {
    body: { name: 'One', url: site.url, pages: [...healthy.slice(1), '/killer'] },
  });
  const scan = await key.client.scan(json.id, { rules: ['wcag-aa'], failOn: { any: 'critical' } });
  const { json: report } = await key.client.call<Report>('GET', `/scans/${scan.id}/report`);
  const pages = Object.fromEntries(
    report.pages.map(({ requestedUrl, outcome, attempts }) => [
      new URL(requestedUrl).pathname,
      [outcome, attempts],
    ]),
  );
  const account = await findAccount(service.store, key.record.accountId);
  expect(account?.unfinishedScans).toBe(0);
  const free = () =>
    findSlot(
      service.store,
      new URL(site.url).host,
      { accountId: key.record.accountId, priority: 'high', slots: 1 },
      new Date(),
    );
  await expect.poll(free, { message: 'the slot at the host is released' }).toMatchObject({ number: 0 });
  return { scan, report, pages };
}

const scanned = Object.fromEntries(healthy.map((path) => [path, ['scanned', 1]]));

describe('if the function with the browser is killed while a page is open', () => {
  it('once, all pages are scanned, and no page is blamed', async () => {
    killsLeft = 1;
    const { scan, pages } = await scanAll();
    expect(scan.status).toBe('completed');
    expect(pages).toEqual({ ...scanned, '/killer': ['scanned', 1] });
  });

  it('each time, only that page ends as crashed, after its last try with no other page', async () => {
    killsLeft = LOSSES_MAX;
    const requestedBefore = site.requested.length;
    const { report, pages } = await scanAll();
    expect(pages).toMatchObject({ ...scanned, '/killer': ['crashed', 1] });
    expect(killsLeft).toBe(0);
    expect(site.requested.slice(requestedBefore).filter((path) => path === '/killer')).toHaveLength(
      LOSSES_MAX,
    );
    const killer = report.pages.find(({ requestedUrl }) => requestedUrl.endsWith('/killer'));
    expect(killer?.detail).toContain(`ended ${LOSSES_MAX} times`);
    // A page that could not be scanned must not make the gate pass.
    expect(report.gate?.result).not.toBe('passed');
  });
});

describe('while there is no capacity for a browser', () => {
  it('the scan waits, and neither a page nor a message counts it as an attempt', async () => {
    refusalsLeft = 6;
    const { scan, pages } = await scanAll();
    expect(refusalsLeft).toBe(0);
    expect(scan.status).toBe('completed');
    expect(pages).toEqual({ ...scanned, '/killer': ['scanned', 1] });
  });
});
