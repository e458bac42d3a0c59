import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  embedPicture,
  expectTakenAgain,
  type PicturedFault,
  readPicturedFault,
} from '../support/pictured-fault.ts';
import { sharedService, type TestKey } from '../support/service.ts';
import { ONE_PICTURE, servePages } from '../support/small-site.ts';

const config = { rules: ['wcag-aa'], checks: 'axe' };
let site: Awaited<ReturnType<typeof servePages>>;
let key: TestKey;

beforeAll(async () => {
  const [service, started] = await Promise.all([sharedService(), servePages({ '/': ONE_PICTURE })]);
  site = started;
  key = await service.key(await service.account());
});
afterAll(() => site?.stop());

const get = (path: string) => key.client.call('GET', path);

async function scan(siteId: string, overrides: object = {}): Promise<PicturedFault> {
  return readPicturedFault(get, await key.client.scan(siteId, { ...config, ...overrides }));
}

// How later scans use and lose pictures is tested in test/integration/workflow, without a browser.
describe('the picture of a finding that does not change', () => {
  it('is taken once and shown by later scans, unless they mask it differently', async () => {
    const siteId: string = (
      await key.client.call('POST', '/sites', { body: { name: 'Shop', url: site.url } })
    ).json.id;
    const first = await scan(siteId);
    expect(first.node.picture).toMatchObject({ id: expect.stringMatching(/^pic_/) });
    expect(first.node.picture).not.toHaveProperty('takenBy');
    expect(first.html).toContain(embedPicture(first));
    const second = await scan(siteId);
    const takenBy = { scanId: first.scan.id, at: first.scan.finishedAt };
    expect(second.node).toMatchObject({ state: 'unchanged', picture: { ...first.node.picture, takenBy } });
    expect(second.bytes).toEqual(first.bytes);
    expect(second.html).toContain(embedPicture(first));
    const masked = await scan(siteId, { redactSelectors: ['img'] });
    expectTakenAgain(masked, first);
  });
});
