import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataFolder } from '../../../local/data-folder.ts';
import { prepareAccess, type ServiceFile } from '../../../local/demo/access.ts';
import { Admin } from '../../../local/demo/admin.ts';
import type { DemoSiteServer } from '../../../local/demo/site-server.ts';

let path: string;
let data: DataFolder;
let api: Server;
/** What the commands of the operator created, in this order. */
let created: string[];
/** Requests to the API: method, path and body. */
let requests: string[];
/** The status of every answer of the API. */
let status: number;

beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), 'access-'));
  data = await DataFolder.claim(path);
  [created, requests, status] = [[], [], 200];
  const create = <Created>(what: string, answer: Created) => {
    created.push(what);
    return Promise.resolve(answer);
  };
  vi.spyOn(Admin.prototype, 'createAccount').mockImplementation(() =>
    create('account', { accountId: 'account_1' }),
  );
  vi.spyOn(Admin.prototype, 'addAdministrator').mockImplementation((accountId) =>
    create(`administrator of ${accountId}`, { personId: 'person_1' }),
  );
  vi.spyOn(Admin.prototype, 'createSite').mockImplementation((accountId, _, url) =>
    create(`site of ${accountId} at ${url}`, { siteId: 'site_1' }),
  );
  vi.spyOn(Admin.prototype, 'createKey').mockImplementation((accountId) =>
    create(`key of ${accountId}`, { keyId: 'apikey_1', apiKey: `key ${created.length}` }),
  );
  api = createServer(async (request, response) => {
    const body = await text(request);
    requests.push(`${request.headers['x-api-key']}: ${request.method} ${request.url} ${body}`.trim());
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  vi.restoreAllMocks();
  api.close();
  rmSync(path, { recursive: true, force: true });
});

const serveAt = (port: number, moved = false): DemoSiteServer => ({
  url: `http://127.0.0.1:${port}/`,
  port,
  moved,
  stop: async () => undefined,
});

/** Prepares the access as a start does. Returns the service file, what the start created, and what it printed. */
async function start(
  demoSite: DemoSiteServer | undefined,
): Promise<{ service: ServiceFile; created: string[]; printed: string[] }> {
  created = [];
  const printed: string[] = [];
  data.rename('service.json', 'service.previous.json');
  const baseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}/api/v1`;
  const urls = { baseUrl, dashboardUrl: 'http://localhost:1', mailsUrl: 'http://localhost:2' };
  const service = await prepareAccess(data, urls, demoSite, (line) => printed.push(line));
  return { service, created, printed };
}

describe('the access to the local service', () => {
  it('is created by the first start: an account, its administrator, a site and a key', async () => {
    const first = await start(serveAt(4000));
    expect(first.created).toEqual([
      'account',
      'administrator of account_1',
      'site of account_1 at http://127.0.0.1:4000/',
      'key of account_1',
    ]);
    expect(first.service).toMatchObject({ apiKey: 'key 3', siteId: 'site_1' });
    expect(data.readJson('service.json')).toEqual(first.service);
    expect(requests).toEqual([]);
  });

  it('is the same after a second start, which creates nothing', async () => {
    const first = await start(serveAt(4000));
    const second = await start(serveAt(4000));
    expect(second).toEqual({ service: first.service, created: [], printed: [] });
    expect(requests).toEqual(['key 3: GET /api/v1/sites?limit=1']);
  });

  it('has no demo site without one that is served', async () => {
    const { service } = await start(undefined);
    expect(service).toMatchObject({ siteId: null, demoSiteUrl: null });
    expect(created).toEqual(['account', 'administrator of account_1', 'key of account_1']);
  });

  it('has a new key of the same account if the API rejects the old one', async () => {
    await start(serveAt(4000));
    status = 401;
    const { service, printed } = await start(serveAt(4000));
    expect([created, service.apiKey]).toEqual([['key of account_1'], 'key 0']);
    expect(printed).toEqual(['The API rejects the key in service.json; a new key replaces it']);
  });

  it('has a new key of the same account if service.json is missing', async () => {
    await start(serveAt(4000));
    data.remove('service.json');
    await start(serveAt(4000));
    expect(created).toEqual(['key of account_1']);
  });

  it('has no new key if the API has a fault', async () => {
    await start(serveAt(4000));
    status = 500;
    await expect(start(serveAt(4000))).rejects.toThrow('returned 500');
    expect(created).toEqual([]);
  });
});

describe('a demo site on another port', () => {
  it('is changed at the API, and reported', async () => {
    await start(serveAt(4000));
    const { service, printed } = await start(serveAt(4001, true));
    expect([created, service.siteId, service.demoSiteUrl]).toEqual([[], 'site_1', 'http://127.0.0.1:4001/']);
    expect(requests.at(-1)).toBe('key 3: PATCH /api/v1/sites/site_1 {"url":"http://127.0.0.1:4001/"}');
    expect(printed).toEqual([
      'Port 4000 of the demo site is taken; the site is now at http://127.0.0.1:4001/',
    ]);
    expect(data.readJson('demo.json')).toMatchObject({ demoPort: 4001 });
  });

  it('is changed by a later start if the API did not accept the change', async () => {
    await start(serveAt(4000));
    data.remove('service.json');
    status = 500;
    await expect(start(serveAt(4001, true))).rejects.toThrow('returned 500');
    expect(data.readJson('demo.json')).toMatchObject({ demoPort: 4000 });
  });
});
