import { describe, expect, it, vi } from 'vitest';
import type { Principal } from '../../../core/access/principal.ts';
import { createId } from '../../../core/ids.ts';
import type { CancelOutcome, CancelReason, Scan } from '../../../core/scans/scan.ts';
import type { Site } from '../../../core/sites/site.ts';
import { createSiteSchema, updateSiteSchema } from '../../../core/sites/site-bodies.ts';
import { createSite } from '../../../use-cases/create-site.ts';
import { deleteSite } from '../../../use-cases/delete-site.ts';
import { getSite } from '../../../use-cases/get-site.ts';
import { listSites } from '../../../use-cases/list-sites.ts';
import { updateSite } from '../../../use-cases/update-site.ts';
import {
  accountId,
  key,
  makeSite,
  memory,
  now,
  part,
  problemOf,
  readAll,
  request,
  scanOf,
  strangersTo,
} from './fakes.ts';

const sealed = { key: 'k', nonce: 'n', text: 't', tag: 'g' };
const by = { accountId, actor: key.keyId, sourceIp: key.sourceIp, requestId: 'request-1' };
const credentials = { headers: { 'X-Token': 'secret' } };

describe('a site', () => {
  const site = makeSite();

  it('is found by a principal that may access it', async () => {
    const principal = { ...key, siteIds: [site.siteId] };
    expect(await getSite(memory({ sites: [site] }), { principal, siteId: site.siteId })).toBe(site);
  });

  it.each(strangersTo())('is not found by a principal %s, as if it did not exist', async (_, principal) => {
    const found = getSite(memory({ sites: [site] }), { principal, siteId: site.siteId });
    const unknown = getSite(memory(), { principal: key, siteId: site.siteId });
    expect(await problemOf(found, 'site-not-found')).toEqual(await problemOf(unknown, 'site-not-found'));
  });
});

describe('the list of sites', () => {
  const sites = ['a', 'b', 'c', 'd', 'e'].map((name) => makeSite({ siteId: `site_${name}` }));
  const dependencies = () => ({
    ...memory(),
    findAccount: vi.fn(memory().findAccount),
    listSites: vi.fn(async (_: string, range: { limit: number; after?: string }) =>
      part(sites, ({ siteId }) => siteId, range),
    ),
    findSites: vi.fn(async (_: string, ids: string[]) => sites.filter(({ siteId }) => ids.includes(siteId))),
  });
  const idsOf = (pages: Site[][]) => pages.map((page) => page.map(({ siteId }) => siteId.slice(5)).join(''));
  const read = (principal: Principal, limit: number) =>
    readAll((cursor) => listSites(dependencies(), { principal, limit, cursor }));

  it('contains the sites of the account, page by page', async () => {
    expect(idsOf(await read(key, 2))).toEqual(['ab', 'cd', 'e']);
  });

  it('contains the sites of the key if it is limited to sites, without deleted ones', async () => {
    const siteIds = ['site_d', 'site_gone', 'site_b', 'site_a'];
    expect(idsOf(await read({ ...key, siteIds }, 2))).toEqual(['ab', 'd']);
  });

  it('reads the secret of the account only for a cursor', async () => {
    const whole = dependencies();
    expect((await listSites(whole, { principal: key, limit: 5 })).nextCursor).toBeNull();
    expect(whole.findAccount).not.toHaveBeenCalled();
  });

  it('rejects a cursor of another list', async () => {
    const { nextCursor } = await listSites(dependencies(), { principal: key, limit: 1 });
    const altered = `${nextCursor?.slice(0, -2)}AA`;
    await problemOf(
      listSites(dependencies(), { principal: key, limit: 1, cursor: altered }),
      'cursor-invalid',
    );
  });
});

describe('creating a site', () => {
  const body = (given: object = {}) =>
    createSiteSchema.parse({ name: 'A', url: 'https://a.example/', ...given });
  const service = (fault: string | null = null) => ({
    sitesLimit: 2,
    insertSite: vi.fn(async (): Promise<'created' | 'full'> => 'created'),
    seal: vi.fn(async () => sealed),
    urlFault: () => fault,
  });

  it('writes it for the account, with sealed credentials', async () => {
    const dependencies = service();
    const site = await createSite(dependencies, { ...request, body: body({ credentials }) });
    expect(site).toMatchObject({ accountId, name: 'A', credentials: { sealed, headers: 1, basic: false } });
    expect(JSON.stringify(site)).not.toContain('secret');
    expect(dependencies.insertSite).toHaveBeenCalledWith(site, by, now, dependencies.sitesLimit);
  });

  it('is refused to a principal that is limited to sites, and for a URL that no scan may open', async () => {
    const limited = { ...request, principal: { ...key, siteIds: ['site_1'] }, body: body() };
    await problemOf(createSite(service(), limited), 'key-limited-to-sites');
    const dependencies = service('names a private address');
    const { errors } = await problemOf(
      createSite(dependencies, { ...request, body: body() }),
      'invalid-request',
    );
    expect(errors).toEqual([{ path: 'url', message: 'names a private address' }]);
    expect(dependencies.insertSite).not.toHaveBeenCalled();
  });
});

describe('changing a site', () => {
  const site = makeSite();
  const service = (...outcomes: ('updated' | 'changed' | 'gone')[]) => ({
    ...memory({ sites: [site] }),
    refreshSiteResult: vi.fn(async (_site: Site) => {}),
    replaceSite: vi.fn(async (_before: Site, _after: Site) => outcomes.shift() ?? 'changed'),
    seal: vi.fn(async () => sealed),
    urlFault: () => null,
  });
  const change = (given: object) => ({
    ...request,
    siteId: site.siteId,
    body: updateSiteSchema.parse(given),
  });

  it('replaces it as it was read, and retries if another writer was first', async () => {
    const dependencies = service('changed', 'updated');
    expect(await updateSite(dependencies, change({ name: 'B' }))).toMatchObject({ name: 'B' });
    expect(dependencies.replaceSite.mock.calls.map(([before]) => before)).toEqual([site, site]);
  });

  it('gives up after four attempts, and ends with not found if it was deleted', async () => {
    const dependencies = service();
    const { detail, headers } = await problemOf(
      updateSite(dependencies, change({ name: 'B' })),
      'service-unavailable',
    );
    expect([detail, headers['Retry-After']]).toEqual([
      'Other callers are changing the site. Try again.',
      '1',
    ]);
    expect(dependencies.replaceSite).toHaveBeenCalledTimes(4);
    await problemOf(updateSite(service('gone'), change({ name: 'B' })), 'site-not-found');
  });

  it('validates the combination of its members', async () => {
    const pages = await problemOf(
      updateSite(service(), change({ pages: ['https://b.example/'] })),
      'invalid-request',
    );
    expect(pages.errors).toMatchObject([{ path: 'pages[0]' }]);
    const plain = { ...service(), ...memory({ sites: [{ ...site, url: 'http://shop.example/' }] }) };
    const { errors } = await problemOf(updateSite(plain, change({ credentials })), 'invalid-request');
    expect(errors).toMatchObject([{ path: 'credentials' }]);
  });

  it('seals new credentials', async () => {
    const after = await updateSite(service('updated'), change({ credentials }));
    expect(after.credentials).toMatchObject({ sealed, origin: 'https://shop.example' });
  });
});

describe('deleting a site', () => {
  const site = makeSite();
  const scans = [scanOf(site), scanOf(site)];
  const service = (outcome: 'deleted' | 'gone', ended: string[] = []) => ({
    removeSite: vi.fn(async () => outcome),
    listUnfinishedScanIds: async () => scans.map(({ scanId }) => scanId),
    saveCancellation: vi.fn(
      async (scanId: string, _reason: CancelReason): Promise<CancelOutcome | undefined> => {
        const scan = scans.find((each) => each.scanId === scanId) as Scan;
        return { kind: ended.includes(scanId) ? 'ended' : 'cancelled', scan };
      },
    ),
    requestFinish: vi.fn(async (_: Scan) => {}),
  });
  const input = { ...request, siteId: site.siteId };

  it('cancels its scans, and requests the reports of those that had not ended', async () => {
    const dependencies = service('deleted', [scans[0]?.scanId ?? '']);
    await deleteSite(dependencies, input);
    expect(dependencies.removeSite).toHaveBeenCalledWith(accountId, site.siteId, by, now);
    expect(dependencies.saveCancellation.mock.calls.map(([, reason]) => reason)).toEqual([
      'site-deleted',
      'site-deleted',
    ]);
    expect(dependencies.requestFinish.mock.calls).toEqual([[scans[1]]]);
  });

  it('cancels scans that an earlier call left, also if the site no longer exists', async () => {
    const dependencies = service('gone');
    await problemOf(deleteSite(dependencies, input), 'site-not-found');
    expect(dependencies.saveCancellation).toHaveBeenCalledTimes(2);
  });

  it('is refused to a principal that may not access it', async () => {
    const dependencies = service('deleted');
    const principal = { ...key, siteIds: [createId('site', now)] };
    await problemOf(deleteSite(dependencies, { ...input, principal }), 'site-not-found');
    expect(dependencies.removeSite).not.toHaveBeenCalled();
  });
});
