import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanView } from '../../core/scans/scan.ts';
import { sharedService, type TestService } from '../support/service.ts';
import { onePicture, servePages } from '../support/small-site.ts';

let service: TestService;
let site: Awaited<ReturnType<typeof servePages>>;
beforeAll(async () => {
  site = await servePages({ '/': onePicture, '/a': onePicture, '/b': onePicture }, { delayMs: 100 });
  service = await sharedService();
});
afterAll(() => site?.stop());

async function newcomer() {
  const { client } = await service.key(await service.account());
  const made = await client.call('POST', '/sites', {
    body: { name: 'S', url: site.url, pages: ['/a', '/b'] },
  });
  const trigger = async (priority: string): Promise<string> => {
    const config = { rules: ['wcag-a'], priority };
    return (await client.call('POST', `/sites/${made.json.id}/scans`, { body: { config } })).json.id;
  };
  const started = async (scanId: string) => {
    const scan: ScanView = await client.settled(scanId);
    return Date.parse(scan.startedAt ?? '');
  };
  return { trigger, started };
}

describe('who comes first', () => {
  it('is a scan of high priority, before a backlog of low ones', async () => {
    const one = await newcomer();
    const low: string[] = [];
    for (let i = 0; i < 8; i++) low.push(await one.trigger('low'));
    const high = await one.trigger('high');
    const highStart = await one.started(high);
    const lowStarts: number[] = [];
    for (const scanId of low) lowStarts.push(await one.started(scanId));
    const overtaken = lowStarts.filter((start) => start > highStart).length;
    expect(overtaken).toBeGreaterThanOrEqual(4);
  });

  it('is not only the account that came first: another one does not wait for its whole backlog', async () => {
    const [busy, other] = [await newcomer(), await newcomer()];
    const backlog: string[] = [];
    for (let i = 0; i < 10; i++) backlog.push(await busy.trigger('normal'));
    const otherStart = await other.started(await other.trigger('normal'));
    const starts: number[] = [];
    for (const scanId of backlog) starts.push(await busy.started(scanId));
    expect(starts.filter((start) => start > otherStart).length).toBeGreaterThanOrEqual(3);
  });
});
