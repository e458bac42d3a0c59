import { beforeAll, describe, expect, it } from 'vitest';
import { type Role, roleNames } from '../../core/access/roles.ts';
import { isForKeys } from '../../core/api/endpoint.ts';
import { endpoints } from '../../core/api/endpoints.ts';
import { createId } from '../../core/ids.ts';
import { reportFormatNames } from '../../core/reports/report-formats.ts';
import type { Answer, Call } from '../support/api-client.ts';
import { call, comparableProblem, statusAndCode } from '../support/checked-call.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';

/**
 * Errors that the handlers of calls answer, through the whole service. Tests of `test/integration/api` and
 * `test/unit/http` show each of them without it.
 */
let service: TestService;
let accountId: string;
let admin: TestKey;
/** A site of the account. Nothing answers at its URL, and no test here scans it. */
let siteId: string;

const site = { name: 'Shop', url: 'https://shop.example.com/' };
const config = { rules: ['wcag-aa'] };

beforeAll(async () => {
  service = await sharedService();
  accountId = await service.account();
  admin = await service.key(accountId);
  siteId = (await call(admin, 'POST', '/sites', { body: site })).json.id;
});

describe('the roles', () => {
  const everyRole: Role[] = ['viewer', 'scanner', 'manager', 'admin'];
  const scanRoles: Role[] = ['scanner', 'manager', 'admin'];
  const siteRoles: Role[] = ['manager', 'admin'];
  const adminRole: Role[] = ['admin'];
  /** The roles that may call each operation, and the status of their calls. */
  const operations: Record<string, [sufficient: Role[], method: string, path: string, otherwise: number]> = {
    'get-overview': [everyRole, 'GET', '/overview', 200],
    'list-sites': [everyRole, 'GET', '/sites', 200],
    'create-site': [siteRoles, 'POST', '/sites', 422],
    'get-site': [everyRole, 'GET', '/sites/{siteId}', 404],
    'update-site': [siteRoles, 'PATCH', '/sites/{siteId}', 422],
    'delete-site': [siteRoles, 'DELETE', '/sites/{siteId}', 404],
    'trigger-scan': [scanRoles, 'POST', '/sites/{siteId}/scans', 422],
    'list-scans': [everyRole, 'GET', '/sites/{siteId}/scans', 404],
    'list-account-scans': [everyRole, 'GET', '/scans', 200],
    'get-scan': [everyRole, 'GET', '/scans/{scanId}', 404],
    'delete-scan': [siteRoles, 'DELETE', '/scans/{scanId}', 404],
    'cancel-scan': [scanRoles, 'POST', '/scans/{scanId}/cancel', 404],
    'accept-scan': [siteRoles, 'POST', '/scans/{scanId}/accept', 422],
    'get-report': [everyRole, 'GET', '/scans/{scanId}/report', 404],
    'list-findings': [everyRole, 'GET', '/scans/{scanId}/findings', 404],
    'get-scan-results': [everyRole, 'GET', '/scans/{scanId}/results', 404],
    'list-scan-groups': [everyRole, 'GET', '/scans/{scanId}/groups', 404],
    'list-site-groups': [everyRole, 'GET', '/sites/{siteId}/groups', 404],
    'list-scan-pages': [everyRole, 'GET', '/scans/{scanId}/pages', 404],
    'get-finding-history': [everyRole, 'GET', '/sites/{siteId}/findings/x/history', 404],
    'get-group-history': [everyRole, 'GET', '/sites/{siteId}/groups/x/history', 404],
    'compare-scans': [everyRole, 'GET', '/scans/{scanId}/comparison', 422],
    'get-picture': [everyRole, 'GET', '/scans/{scanId}/pictures/x', 404],
    'get-trend': [everyRole, 'GET', '/sites/{siteId}/trend', 404],
    'list-suppressions': [everyRole, 'GET', '/sites/{siteId}/suppressions', 404],
    'create-suppression': [siteRoles, 'POST', '/sites/{siteId}/suppressions', 422],
    'update-suppression': [siteRoles, 'PATCH', '/sites/{siteId}/suppressions/{suppressionId}', 422],
    'delete-suppression': [siteRoles, 'DELETE', '/sites/{siteId}/suppressions/{suppressionId}', 404],
    'list-decisions': [everyRole, 'GET', '/sites/{siteId}/decisions', 404],
    decide: [siteRoles, 'POST', '/sites/{siteId}/decisions', 422],
    'delete-decision': [siteRoles, 'DELETE', '/sites/{siteId}/decisions/x', 404],
    'get-schedule': [everyRole, 'GET', '/sites/{siteId}/schedule', 404],
    'set-schedule': [siteRoles, 'PUT', '/sites/{siteId}/schedule', 422],
    'delete-schedule': [siteRoles, 'DELETE', '/sites/{siteId}/schedule', 404],
    'list-webhooks': [adminRole, 'GET', '/webhooks', 200],
    'create-webhook': [adminRole, 'POST', '/webhooks', 422],
    'get-webhook': [adminRole, 'GET', '/webhooks/x', 404],
    'update-webhook': [adminRole, 'PATCH', '/webhooks/x', 422],
    'delete-webhook': [adminRole, 'DELETE', '/webhooks/x', 404],
    'rotate-webhook-secret': [adminRole, 'POST', '/webhooks/x/rotate-secret', 404],
    'test-webhook': [adminRole, 'POST', '/webhooks/x/test', 404],
    'list-webhook-deliveries': [adminRole, 'GET', '/webhooks/x/deliveries', 404],
    'get-webhook-delivery': [adminRole, 'GET', '/webhooks/x/deliveries/y', 404],
    redeliver: [adminRole, 'POST', '/webhooks/x/deliveries/y/redeliver', 404],
    'get-usage': [siteRoles, 'GET', '/usage', 200],
    'list-rule-sets': [everyRole, 'GET', '/rule-sets', 200],
  };

  it('are listed here for every operation that a key may call', () => {
    const needKey = endpoints.filter((endpoint) => isForKeys(endpoint));
    expect(Object.keys(operations).sort()).toEqual(needKey.map(({ operationId }) => operationId).sort());
  });

  it.each(roleNames)('%s', async (role) => {
    const key = await service.key(accountId, { role });
    for (const [operationId, [sufficient, method, path, otherwise]] of Object.entries(operations)) {
      const at = path
        .replace('{siteId}', createId('site', new Date()))
        .replace('{scanId}', createId('scan', new Date()))
        .replace('{suppressionId}', createId('supp', new Date()));
      const answer = await call(key, method, at, method === 'GET' ? {} : { body: {} });
      if (sufficient.includes(role)) expect([operationId, answer.status]).toEqual([operationId, otherwise]);
      else {
        expect([operationId, ...statusAndCode(answer)]).toEqual([operationId, 403, 'role-too-small']);
        expect(answer.json.detail).toContain(`Roles that may: ${sufficient.join(', ')}.`);
      }
    }
  });
});

describe('wrong values', () => {
  const createSite = (body: unknown) => call(admin, 'POST', '/sites', { body });
  const trigger = (body: unknown, headers = {}) =>
    call(admin, 'POST', `/sites/${siteId}/scans`, { body, headers });
  const get = (path: string) => call(admin, 'GET', path);

  interface Wrong {
    path: string;
    message: string;
    allowed?: unknown[];
  }

  it.each<[string, () => Promise<Answer<{ errors: Wrong[] }>>, Partial<Wrong>[]]>([
    [
      'an unknown rule set',
      () => trigger({ config: { rules: ['wcag-aa', 'wcag-aaaa'] } }),
      [{ path: 'config.rules[1]', allowed: expect.arrayContaining(['wcag-aa', 'section-508']) }],
    ],
    ['no rule set', () => trigger({ config: { rules: [] } }), [{ path: 'config.rules' }]],
    [
      'rules that are not a list',
      () => trigger({ config: { rules: 'wcag-aa' } }),
      [{ path: 'config.rules' }],
    ],
    ['missing rules', () => trigger({ config: {} }), [{ path: 'config.rules', message: 'is required' }]],
    ['a missing config', () => trigger({}), [{ path: 'config', message: 'is required' }]],
    [
      'an unknown priority',
      () => trigger({ config: { ...config, priority: 'urgent' } }),
      [{ path: 'config.priority', allowed: ['high', 'normal', 'low'] }],
    ],
    [
      'a URL without http or https',
      () => trigger({ config: { ...config, url: 'file:///etc/passwd' } }),
      [{ path: 'config.url' }],
    ],
    [
      'a URL that is not on the site',
      () => trigger({ config: { ...config, url: 'https://shop.example.org/' } }),
      [{ path: 'config.url', allowed: ['https://shop.example.com'] }],
    ],
    [
      'unknown members, at every depth',
      () => trigger({ config: { ...config, maxPage: 3 }, confg: 1 }),
      [
        { path: 'config.maxPage', message: expect.stringContaining('maxPages') },
        { path: 'confg', allowed: ['config'] },
      ],
    ],
    [
      'an Idempotency-Key that is too long',
      () => trigger({ config }, { 'Idempotency-Key': 'x'.repeat(256) }),
      [{ path: 'header.Idempotency-Key' }],
    ],
    [
      'an Idempotency-Key with other characters',
      () => trigger({ config }, { 'Idempotency-Key': 'schlüssel' }),
      [{ path: 'header.Idempotency-Key' }],
    ],
    [
      'a site without name and URL',
      () => createSite({}),
      [
        { path: 'name', message: 'is required' },
        { path: 'url', message: 'is required' },
      ],
    ],
    ['a body that is not an object', () => createSite([site]), [{ path: '' }]],
    [
      'an unknown member of a site, with the most similar name',
      () => createSite({ ...site, orgins: [] }),
      [
        {
          path: 'orgins',
          message: expect.stringContaining('origins'),
          allowed: expect.arrayContaining(['name', 'url', 'pages', 'origins', 'maxPages', 'credentials']),
        },
      ],
    ],
    [
      'a member that JavaScript would read as the prototype',
      () => createSite(JSON.stringify(site).replace('{', '{"__proto__":{"admin":true},')),
      [{ path: '__proto__' }],
    ],
    [
      'an empty change',
      () => call(admin, 'PATCH', `/sites/${siteId}`, { body: {} }),
      [{ path: '', message: expect.stringContaining('name, labels, url, pages, origins') }],
    ],
    ['a limit of 0', () => get('/sites?limit=0'), [{ path: 'query.limit' }]],
    ['a limit of 101', () => get('/sites?limit=101'), [{ path: 'query.limit' }]],
    [
      'a limit that is not a number',
      () => get(`/sites/${siteId}/scans?limit=ten`),
      [{ path: 'query.limit' }],
    ],
    ['an empty limit', () => get('/sites?limit='), [{ path: 'query.limit' }]],
    ['a broken limit', () => get('/sites?limit=1.5'), [{ path: 'query.limit' }]],
    [
      'a parameter given twice',
      () => get('/sites?limit=1&limit=2'),
      [{ path: 'query.limit', message: 'must be given only once' }],
    ],
    [
      'an unknown parameter',
      () => get('/sites?limt=1'),
      [{ path: 'query.limt', message: expect.stringContaining('limit'), allowed: ['limit', 'cursor'] }],
    ],
    [
      'a parameter on an operation without parameters',
      () => get(`/sites/${siteId}?verbose=1`),
      [{ path: 'query.verbose' }],
    ],
    [
      'an unknown status',
      () => get(`/sites/${siteId}/scans?status=done`),
      [
        {
          path: 'query.status',
          allowed: ['queued', 'running', 'completed', 'failed', 'cancelled'],
        },
      ],
    ],
    [
      'a report of another format',
      () => get(`/scans/${createId('scan', new Date())}/report?format=pdf&delivery=mail`),
      [
        { path: 'query.format', allowed: [...reportFormatNames] },
        { path: 'query.delivery', allowed: ['link'] },
      ],
    ],
  ])('are rejected with 422 and named, all at once: %s', async (_, send, errors) => {
    const answer = await send();
    expect(statusAndCode(answer as Answer<{ code?: string }>)).toEqual([422, 'invalid-request']);
    const byPath = (a: Partial<Wrong>, b: Partial<Wrong>) => ((a.path ?? '') < (b.path ?? '') ? -1 : 1);
    expect(answer.json.errors.toSorted(byPath)).toEqual(
      errors.toSorted(byPath).map((error) => expect.objectContaining(error)),
    );
    for (const { message } of answer.json.errors) expect(message).toMatch(/\S/);
  });
});

describe('data that a key may not access', () => {
  let other: TestKey;
  let otherSite: string;
  let otherScan: string;
  beforeAll(async () => {
    other = await service.key(await service.account());
    otherSite = (await call(other, 'POST', '/sites', { body: site })).json.id;
    otherScan = (await call(other, 'POST', `/sites/${otherSite}/scans`, { body: { config } })).json.id;
    await call(other, 'POST', `/scans/${otherScan}/cancel`);
  });

  const ofSite: [string, string, Call][] = [
    ['GET', '', {}],
    ['PATCH', '', { body: { name: 'Mine' } }],
    ['DELETE', '', {}],
    ['GET', '/scans', {}],
    ['POST', '/scans', { body: { config } }],
    ['POST', '/scans', { body: { config }, headers: { 'Idempotency-Key': 'a' } }],
  ];
  const ofScan: [string, string, Call][] = [
    ['GET', '', {}],
    ['POST', '/cancel', {}],
    ['DELETE', '', {}],
    ['GET', '/report', {}],
    ['GET', '/report?delivery=link&format=html', {}],
  ];

  /** Sends a call for each of these ids; all responses must be equal. */
  async function expectEqualResponses(
    key: TestKey,
    at: (id: string) => [string, string, Call],
    ids: string[],
  ) {
    const answers = [];
    for (const id of ids) {
      const [method, path, given] = at(id);
      answers.push(comparableProblem(await call(key, method, path, given)));
    }
    expect(answers[0]?.status).toBe(404);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    return answers[0];
  }

  it.each(ofSite)(
    'includes sites of another account, which answer as an unknown site does: %s %s',
    async (...way) => {
      const [method, rest, given] = way;
      const ids = [createId('site', new Date()), otherSite, 'nonsense', otherScan, '%20', `${otherSite}0`];
      const answer = await expectEqualResponses(admin, (id) => [method, `/sites/${id}${rest}`, given], ids);
      expect(answer?.body).toMatchObject({ code: 'site-not-found' });
    },
  );

  it.each(ofScan)(
    'includes scans of another account, which answer as an unknown scan does: %s %s',
    async (...way) => {
      const [method, rest, given] = way;
      const ids = [createId('scan', new Date()), otherScan, 'nonsense', otherSite];
      const answer = await expectEqualResponses(admin, (id) => [method, `/scans/${id}${rest}`, given], ids);
      expect(answer?.body).toMatchObject({ code: 'scan-not-found' });
    },
  );

  it('is not changed by these calls', async () => {
    expect((await call(other, 'GET', `/sites/${otherSite}`)).json).toMatchObject({
      id: otherSite,
      name: 'Shop',
    });
    expect((await call(admin, 'GET', '/sites')).json.items.map(({ id }: { id: string }) => id)).toEqual([
      siteId,
    ]);
  });

  it('includes all sites except those that the key is limited to', async () => {
    const second = (await call(other, 'POST', '/sites', { body: { ...site, name: 'Second' } })).json.id;
    const limited = await service.key(other.record.accountId, { siteIds: [second] });
    const { items, nextCursor } = (await call(limited, 'GET', '/sites')).json;
    expect([items.map(({ id }: { id: string }) => id), nextCursor]).toEqual([[second], null]);
    for (const [method, rest, given] of ofSite) {
      const ids = [createId('site', new Date()), otherSite];
      await expectEqualResponses(limited, (id) => [method, `/sites/${id}${rest}`, given], ids);
    }
    for (const [method, rest, given] of ofScan) {
      const ids = [createId('scan', new Date()), otherScan];
      await expectEqualResponses(limited, (id) => [method, `/scans/${id}${rest}`, given], ids);
    }
    const created = await call(limited, 'POST', '/sites', { body: site });
    expect(statusAndCode(created)).toEqual([403, 'key-limited-to-sites']);

    expect((await call(limited, 'PATCH', `/sites/${second}`, { body: { name: 'Changed' } })).status).toBe(
      200,
    );
    const triggered = await call(limited, 'POST', `/sites/${second}/scans`, { body: { config } });
    expect(triggered.status).toBe(202);
    expect((await call(limited, 'POST', `/scans/${triggered.json.id}/cancel`)).status).toBe(200);
    expect((await call(limited, 'GET', `/sites/${second}/scans`)).json.items).toHaveLength(1);
    expect((await call(limited, 'DELETE', `/sites/${second}`)).status).toBe(204);
    expect((await call(limited, 'GET', '/sites')).json.items).toEqual([]);
  });
});
