import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoSiteServer, readDemoSite, serveDemoSite } from '../../../local/demo/site-server.ts';
import { temporaryFolder } from './fixtures/stack.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');
let server: DemoSiteServer;

beforeAll(async () => {
  mkdirSync(join(site, 'sub'), { recursive: true });
  writeFileSync(join(site, 'index.html'), '<h1>Home</h1>');
  writeFileSync(join(site, 'sub', 'index.html'), '<h1>Sub</h1>');
  writeFileSync(join(site, 'faults.json'), '[]');
  writeFileSync(join(folder.path, 'secret.html'), 'secret');
  server = await serveDemoSite(undefined, site);
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

/** Sends a path as it is; fetch would normalize it first. */
function get(
  path: string,
  method = 'GET',
): Promise<{ status: number | undefined; type: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, type: response.headers['content-type'], text });
    });
    sent.on('error', reject).end();
  });
}

describe('the demo site', () => {
  it('is served with the index pages of its folders', async () => {
    expect(await get('/?x=1')).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
      text: '<h1>Home</h1>',
    });
    expect((await get('/sub/')).text).toBe('<h1>Sub</h1>');
  });

  it.each([
    '/../secret.html',
    '/%2e%2e/secret.html',
    '/..%2fsecret.html',
    '/faults.json',
    '/%00',
    '/%zz',
    '/none',
  ])('answers 404 at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('accepts only requests that read', async () => {
    expect((await get('/', 'POST')).status).toBe(405);
  });

  it('keeps its port, and uses another one when the port is occupied', async () => {
    const moved = await serveDemoSite(server.port, site);
    expect([moved.moved, moved.port === server.port]).toEqual([true, false]);
    await moved.stop();
    const again = await serveDemoSite(moved.port, site);
    expect([again.moved, again.port]).toEqual([false, moved.port]);
    await again.stop();
  });

  it('has, in the service’s own version, a name and pages that exist', async () => {
    const { name, pages } = await readDemoSite();
    expect(name).not.toBe('');
    const shop = await serveDemoSite(undefined);
    try {
      for (const page of ['/', ...pages]) expect((await fetch(new URL(page, shop.url))).status).toBe(200);
    } finally {
      await shop.stop();
    }
  });
});
