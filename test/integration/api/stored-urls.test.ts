import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi, type TestKey } from './harness.ts';

let api: Api;
let key: TestKey;

beforeAll(async () => {
  api = await startApi();
  key = await api.key(await api.account());
});
afterAll(() => api.stop());

const never = [
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://[fd00:ec2::254]/',
  'http://[::ffff:127.0.0.1]/',
  'http://127.1/',
  'http://localhost./',
  'http://10.0.0.1/',
  'https://www.example.com:22/',
  'https://API.example.test/v1/sites',
];

describe('a URL that no scan may open', () => {
  it.each(never)('is rejected as the URL of a site and of a scan, and as an origin: %s', async (url) => {
    const created = await key.call('POST', '/sites', { body: { name: 'Site', url } });
    expect(created.json.errors).toEqual([expect.objectContaining({ path: 'url' })]);
    expect(created.status).toBe(422);

    const origins = ['https://staging.example.com', new URL(url).origin];
    const refused = [expect.objectContaining({ path: 'origins[1]' })];
    const body = { name: 'Site', url: 'https://www.example.com/' };
    const withOrigins = await key.call('POST', '/sites', { body: { ...body, origins } });
    expect([withOrigins.status, withOrigins.json.errors]).toEqual([422, refused]);
    const { json: site } = await key.call('POST', '/sites', { body });
    const changed = await key.call('PATCH', `/sites/${site.id}`, { body: { url, origins } });
    expect(changed.status).toBe(422);
    expect(changed.json.errors).toEqual([expect.objectContaining({ path: 'url' }), ...refused]);
    const scan = await key.call('POST', `/sites/${site.id}/scans`, {
      body: { config: { rules: ['wcag-aa'], url } },
    });
    expect(scan.status).toBe(422);
    expect(scan.json.errors).toEqual([expect.objectContaining({ path: 'config.url' })]);
    expect(api.scansAsked('plan')).toEqual([]);
  });

  it('is rejected as a pattern of origins', async () => {
    const pattern = 'http://*.example.com:22';
    const body = { name: 'Site', url: 'https://www.example.com/', origins: [pattern] };
    const { status, json } = await key.call('POST', '/sites', { body });
    expect([status, json.errors]).toEqual([422, [expect.objectContaining({ path: 'origins[0]' })]]);
  });
});
