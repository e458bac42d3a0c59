import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../core/api/endpoints.ts';
import { startParameters, type TestParameters } from '../../support/parameters.ts';
import { accessTable } from './access-table.ts';
import { type Api, startApi, type TestPerson } from './harness.ts';
import { createSite, fillSite, type Ids } from './tenants.ts';

let api: Api;
let parameters: TestParameters;
beforeAll(async () => {
  parameters = await startParameters();
  parameters.setSignIn('https://dashboard.example');
  api = await startApi({ AWS_ENDPOINT_URL_SSM: parameters.endpoint, SIGN_IN_PARAMETER: 'sign-in' });
});
afterAll(() => Promise.all([api?.stop(), parameters?.stop()]));

// All callers and all objects are in principals.all.test.ts.
describe('every call that names an object', () => {
  const named = endpoints.filter(({ path, principals }) => path.includes('{') && principals.length > 0);

  async function create() {
    const accountId = await api.account();
    const admin = await api.member(accountId);
    const [siteId, own] = [await createSite(admin, 'shop'), await createSite(admin, 'own')];
    const ids = await fillSite(api, accountId, siteId, { admin, maker: admin, invited: 'grace@example.com' });
    // The caller who may finds them.
    for (const path of [`/sites/${ids.siteId}`, `/scans/${ids.scanId}`, `/api-keys/${ids.keyId}`])
      expect((await admin.call('GET', path)).status).toBe(200);
    return { accountId, admin, own, ids };
  }

  async function statusesOf(caller: TestPerson, ids: Ids, calls: typeof named) {
    const found: unknown[] = [];
    for (const { operationId, method, path } of calls) {
      const { query, body } = accessTable[operationId] ?? expect.unreachable();
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name as keyof Ids]);
      const sent = body === undefined ? {} : { body: body(ids) };
      const { status, json } = await caller.call(method, url + (query?.(ids) ?? ''), sent);
      found.push([operationId, status, json?.code.endsWith('-not-found')]);
    }
    return found;
  }
  const allNotFound = (calls: typeof named) => calls.map(({ operationId }) => [operationId, 404, true]);

  it('finds nothing of another account, with every right in the own one', async () => {
    const [own, other] = [await create(), await create()];
    expect(await statusesOf(own.admin, other.ids, named)).toEqual(allNotFound(named));
  });

  it('finds nothing of a site that a manager is not limited to', async () => {
    const { accountId, own, ids } = await create();
    const limited = await api.member(accountId, 'manager', { siteIds: [own] });
    const ofSites = named.filter(({ path }) => /\{(site|scan|share)Id\}/.test(path));
    expect(ofSites.length).toBeGreaterThan(10);
    expect(await statusesOf(limited, ids, ofSites)).toEqual(allNotFound(ofSites));
  });
});
