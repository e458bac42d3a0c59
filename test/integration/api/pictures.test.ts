import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildPictureKey } from '../../../core/scans/object-keys.ts';
import { type Api, startApi, type TestKey } from './harness.ts';

const pictureId = `pic_${'5a'.repeat(32)}`;
const CONTENT = 'the bytes of a picture';

let api: Api;
let key: TestKey;
let accountId: string;
let siteId: string;
let scanId: string;

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
  key = await api.key(accountId);
  const site = { name: 'Shop', url: 'https://shop.example.com/' };
  siteId = (await key.call('POST', '/sites', { body: site })).json.id;
  const config = { rules: ['wcag-aa'] };
  scanId = (await key.call('POST', `/sites/${siteId}/scans`, { body: { config } })).json.id;
  await api.putReport(buildPictureKey({ accountId, scanId, id: pictureId }), CONTENT);
});
afterAll(() => api?.stop());

const get = (by: TestKey, id = pictureId, query = '', scan = scanId) =>
  by.call('GET', `/scans/${scan}/pictures/${id}${query}`);

it('answers with a link to the picture that is valid for at most five minutes', async () => {
  const before = Date.now();
  const { status, json, headers } = await get(key);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(Date.parse(json.expiresAt) - before).toBeGreaterThan(0);
  expect(Date.parse(json.expiresAt) - Date.now()).toBeLessThanOrEqual(300_000);
  const asked = new URL(json.url).searchParams;
  expect(Number(asked.get('X-Amz-Expires'))).toBe(300);
  expect(asked.get('response-content-type')).toBe('image/webp');
  expect(asked.get('response-cache-control')).toBe('no-store');
  expect(await (await fetch(json.url)).text()).toBe(CONTENT);
});

it('redirects to the link on request', async () => {
  const { status, headers, json } = await get(key, pictureId, '?delivery=redirect');
  expect(status).toBe(303);
  expect(headers.get('location')).toBe(json.url);
  expect(await (await fetch(json.url)).text()).toBe(CONTENT);
  expect((await get(key, pictureId, '?delivery=inline')).status).toBe(422);
});

it('logs that it answered, but never the link', async () => {
  const { logger } = await import('../../../adapters/observability/logger.ts');
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const level = logger().getLevelName();
  try {
    logger().setLogLevel('TRACE');
    for (const query of ['', '?delivery=redirect']) {
      const { json } = await get(key, pictureId, query);
      expect(lines.join('')).toContain('"answered"');
      expect(lines.join('')).not.toContain(new URL(json.url).searchParams.get('X-Amz-Signature'));
    }
    expect(lines.join('')).not.toContain('X-Amz-');
  } finally {
    logger().setLogLevel(level);
    write.mockRestore();
  }
});

it('answers an id that the scan does not have, and any other name, as unknown', async () => {
  const others = [`pic_${'5b'.repeat(32)}`, 'pic_5a', `..%2F${pictureId}`, 'report'];
  for (const id of others) {
    const { status, json } = await get(key, id);
    expect([status, json.code], id).toEqual([404, 'picture-not-found']);
  }
});

it('shows a viewer pictures, except those of another account or of sites outside the key’s limits', async () => {
  expect((await get(await api.key(accountId, { role: 'viewer' }))).status).toBe(200);
  const elsewhere = await api.key(await api.account());
  const other = await key.call('POST', '/sites', {
    body: { name: 'Other', url: 'https://other.example.com/' },
  });
  const limited = await api.key(accountId, { siteIds: [other.json.id] });
  for (const by of [elsewhere, limited]) {
    const { status, json } = await get(by);
    expect([status, json.code]).toEqual([404, 'scan-not-found']);
  }
});
