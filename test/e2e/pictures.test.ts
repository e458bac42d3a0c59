import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report, ReportNode } from '../../core/reports/report.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import { sharedService, type TestKey } from '../support/service.ts';
import { ONE_PICTURE, servePages } from '../support/small-site.ts';

const config = { rules: ['wcag-aa'] };
let site: Awaited<ReturnType<typeof servePages>>;
let key: TestKey;

beforeAll(async () => {
  const [service, started] = await Promise.all([sharedService(), servePages({ '/': ONE_PICTURE })]);
  site = started;
  key = await service.key(await service.account());
});
afterAll(() => site?.stop());

/** Returns what a scan reports about the one faulty element. */
interface Seen {
  scan: ScanView;
  node: ReportNode;
  html: string;
  /** Returns the bytes of the picture from the API; null without a picture. */
  bytes: Buffer | null;
}

async function scan(siteId: string, overrides: object = {}): Promise<Seen> {
  const view = await key.client.scan(siteId, { ...config, ...overrides });
  const get = (path: string) => key.client.call('GET', `/scans/${view.id}${path}`);
  const report: Report = (await get('/report')).json;
  const [node] = report.violations.find(({ ruleId }) => ruleId === 'image-alt')?.nodes ?? [];
  if (node === undefined) throw new Error('the fault was not found');
  const { json } = await get('/findings?rule=image-alt');
  expect(json.items[0].picture).toEqual(node.picture);
  return {
    scan: view,
    node,
    html: (await get('/report?format=html')).text,
    bytes: node.picture && (await readPicture(view.id, node.picture.id)),
  };
}

async function readPicture(scanId: string, id: string): Promise<Buffer> {
  const { status, json } = await key.client.call('GET', `/scans/${scanId}/pictures/${id}`);
  expect(status).toBe(200);
  const answer = await fetch(json.url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  return Buffer.from(await answer.arrayBuffer());
}

const embedded = ({ bytes }: Seen) => `data:image/webp;base64,${bytes?.toString('base64')}`;

// How later scans use and lose pictures is tested in test/integration/workflow, without a browser.
describe('the picture of a finding that does not change', () => {
  it('is taken once and shown by later scans, unless they mask it differently', async () => {
    const siteId: string = (
      await key.client.call('POST', '/sites', { body: { name: 'Shop', url: site.url } })
    ).json.id;
    const first = await scan(siteId);
    expect(first.node.picture).toMatchObject({ id: expect.stringMatching(/^pic_/) });
    expect(first.node.picture).not.toHaveProperty('takenBy');
    expect(first.html).toContain(embedded(first));
    const second = await scan(siteId);
    const takenBy = { scanId: first.scan.id, at: first.scan.finishedAt };
    expect(second.node).toMatchObject({ state: 'unchanged', picture: { ...first.node.picture, takenBy } });
    expect(second.bytes).toEqual(first.bytes);
    expect(second.html).toContain(embedded(first));
    const masked = await scan(siteId, { redactSelectors: ['img'] });
    expect(masked.node.state).toBe('unchanged');
    expect(masked.node.picture).not.toBeNull();
    expect(masked.node.picture).not.toHaveProperty('takenBy');
    expect(masked.node.picture?.id).not.toBe(first.node.picture?.id);
    expect(masked.html).toContain(embedded(masked));
    expect(masked.html).not.toContain(embedded(first));
  });
});
