import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ScanView } from '../../core/scans/scan.ts';
import { sharedService, type TestService } from '../support/service.ts';
import { ONE_PICTURE, type SmallSite, servePages } from '../support/small-site.ts';

/** The browsers of the shared service. */
const CONCURRENCY = 4;

let service: TestService;
/**
 * Holds the responses until it is released, so that all scans are triggered while the first ones occupy the browsers.
 */
let site: SmallSite;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  site = await servePages({ '/': ONE_PICTURE }, { isHeld: (path) => path === '/' });
});
afterEach(() => site?.stop());

async function createAccount({ url }: Pick<SmallSite, 'url'> = site) {
  const { client } = await service.key(await service.account());
  const made = await client.call('POST', '/sites', { body: { name: 'S', url } });
  const scans = `/sites/${made.json.id}/scans`;
  return {
    async trigger(priority: string): Promise<string> {
      const config = { rules: ['wcag-a'], checks: 'axe', priority };
      return (await client.call('POST', scans, { body: { config } })).json.id;
    },
    /** Returns the number of scans that had ended at a time. */
    async countEnded(time: string): Promise<number> {
      const { json } = await client.call<{ items: ScanView[] }>('GET', scans);
      return json.items.filter(({ finishedAt }) => finishedAt !== null && finishedAt < time).length;
    },
    /** Waits until a scan has started, and returns the time of its start. */
    async begun(scanId: string): Promise<string> {
      for (;;) {
        const { json } = await client.call<ScanView>('GET', `/scans/${scanId}`);
        if (json.startedAt !== null) return json.startedAt;
        await sleep(50);
      }
    },
    /** Cancels the scans that have not started. Returns the number of scans that had not started at a time. */
    async cancelBacklog(time: string): Promise<number> {
      const list = async () => (await client.call<{ items: ScanView[] }>('GET', scans)).json.items;
      const queued = (await list()).filter(({ status }) => status === 'queued');
      await Promise.all(queued.map(({ id }) => client.call('POST', `/scans/${id}/cancel`)));
      return (await list()).filter(({ startedAt }) => startedAt === null || startedAt > time).length;
    },
  };
}

describe('the order of scans', () => {
  it('puts a scan of high priority before a backlog of low ones', async () => {
    const one = await createAccount();
    for (let i = 0; i < 8; i++) await one.trigger('low');
    const high = await one.trigger('high');
    site.release();
    const begun = await one.begun(high);
    expect(await one.cancelBacklog(begun)).toBeGreaterThanOrEqual(4);
  });

  it('puts a scan of another account before the rest of the backlog of a busy account', async () => {
    const [busy, other] = [await createAccount(), await createAccount()];
    for (let i = 0; i < 10; i++) await busy.trigger('normal');
    const late = await other.trigger('normal');
    site.release();
    const begun = await other.begun(late);
    expect(await busy.cancelBacklog(begun)).toBeGreaterThanOrEqual(3);
  });

  it('does not keep another account waiting while one holds all browsers with pages that do not end', async () => {
    const free = await servePages({ '/': ONE_PICTURE });
    try {
      const [busy, other] = [await createAccount(), await createAccount(free)];
      for (let i = 0; i < 6; i++) await busy.trigger('high');
      const openPages = () => site.requested.filter((path) => path === '/').length;
      await expect.poll(openPages, { timeout: 120_000 }).toBeGreaterThanOrEqual(CONCURRENCY);
      const begun = await other.begun(await other.trigger('low'));
      expect(await busy.countEnded(begun), 'a browser of the busy account became free before').toBe(0);
    } finally {
      await free.stop();
    }
  });
});
