import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { failScan, settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { readKeyDays } from '../../../adapters/dynamodb/read-usage.ts';
import { readRefusalCount } from '../../../adapters/dynamodb/refusals.ts';
import { readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { WRONG_KEYS_PER_MINUTE } from '../../../core/api/call-limits.ts';
import { createId } from '../../../core/ids.ts';
import { reportFormatNames } from '../../../core/reports/report-formats.ts';
import { buildReportKey } from '../../../core/scans/object-keys.ts';
import { type Api, startApi, type TestKey } from './harness.ts';

let api: Api;
let accountId: string;
let admin: TestKey;

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
  admin = await api.key(accountId);
});
afterAll(() => api?.stop());

/** Creates an account with a key and a site. */
async function createAccount(): Promise<{ accountId: string; key: TestKey; siteId: string }> {
  const accountId = await api.account();
  const key = await api.key(accountId);
  const siteId = (await key.call('POST', '/sites', { body: site })).json.id;
  return { accountId, key, siteId };
}

const site = { name: 'Shop', url: 'https://shop.example.com/', origins: ['*.preview.example.com'] };
const config = { rules: ['wcag-aa'] };
const trigger = (
  key: TestKey,
  siteId: string,
  body: unknown = { config },
  headers: Record<string, string> = {},
) => key.call('POST', `/sites/${siteId}/scans`, { body, headers });

const REVISION_ID = 'first';

/** Ends a scan as the scan workflow would. */
async function settle(scanId: string, report: 'ready' | 'none', failed = false): Promise<void> {
  if (failed) await failScan(api.tables.store, scanId, 'no-page-scanned', new Date());
  const item = await readTrackedScan(api.tables.store, scanId);
  if (!item) throw new Error(`no scan ${scanId}`);
  await settleScan(api.tables.store, item, {
    report,
    ...(report === 'ready' ? { edition: REVISION_ID } : {}),
  });
}

describe('API keys', () => {
  const code = async (value: string, sourceIp?: string) => {
    const { policyDocument, context } = await api.authorize(value, sourceIp);
    return policyDocument.Statement[0]?.Effect === 'Allow' ? 'allowed' : context?.code;
  };

  it('are accepted for the called method, and the authorizer returns their account', async () => {
    const verdict = await api.authorize(admin.value);
    expect(verdict.policyDocument.Statement).toEqual([
      {
        Action: 'execute-api:Invoke',
        Effect: 'Allow',
        Resource: 'arn:aws:execute-api:eu-central-1:000000000000:api1/api/GET/v1/sites',
      },
    ]);
    expect(verdict.context).toMatchObject({
      accountId,
      keyId: admin.record.keyId,
      role: 'admin',
      siteIds: '',
      expiresAt: admin.record.expiresAt,
    });
  });

  it('are rejected with a code that states the reason', async () => {
    const past = new Date(Date.now() - 1000).toISOString();
    const expired = await api.key(accountId, { expiresAt: past });
    const revoked = await api.key(accountId, { revokedAt: past });
    const other = await api.key(accountId);
    const unknown = `key_${other.record.keyId.slice('apikey_'.length)}_x`;
    expect(await code('')).toBe('key-missing');
    expect(await code(unknown)).toBe('key-malformed');
    expect(await code(`${admin.value.slice(0, -1)}${admin.value.endsWith('0') ? '1' : '0'}`)).toBe(
      'key-malformed',
    );
    expect(await code(expired.value)).toBe('key-expired');
    expect(await code(revoked.value)).toBe('key-revoked');
  });

  it('are rejected when unknown, or known with another secret', async () => {
    const { formatApiKey, createSecret } = await import('../../../core/access/api-key.ts');
    const { accountId, key } = await createAccount();
    expect(await code(formatApiKey({ keyId: createId('apikey', new Date()), secret: createSecret() }))).toBe(
      'key-unknown',
    );
    const wrong = formatApiKey({ keyId: key.record.keyId, secret: createSecret() });
    for (let i = 0; i < 3; i++) expect(await code(wrong)).toBe('key-unknown');
    const refusals = [];
    for await (const entry of readAuditLog(api.tables.store, accountId)) {
      if (entry.action === 'key.refused') refusals.push(entry.detail?.reason);
    }
    expect(refusals).toEqual(['wrong-secret']);
  });

  it('are refused without a check and a record after many wrong ones from one address, unless verified before', async () => {
    const { formatApiKey, createSecret } = await import('../../../core/access/api-key.ts');
    const accountId = await api.account();
    const [verified, other] = [await api.key(accountId), await api.key(accountId)];
    const { keyId } = verified.record;
    const [address, elsewhere] = ['198.51.100.7', '198.51.100.8'];
    const wrong = () => code(formatApiKey({ keyId, secret: createSecret() }), address);
    vi.useFakeTimers({ now: Date.parse('2026-11-23T10:00:00.000Z'), toFake: ['Date'] });
    try {
      expect(await code(verified.value, address)).toBe('allowed');
      for (let i = 0; i < WRONG_KEYS_PER_MINUTE; i++) expect(await wrong()).toBe('key-unknown');
      for (let i = 0; i < 30; i++) expect(await wrong()).toBe('too-many-wrong-keys');
      expect(await code(verified.value, address)).toBe('allowed');
      expect(await code(other.value, address)).toBe('too-many-wrong-keys');
      expect(await code(other.value, elsewhere)).toBe('allowed');
      const count = (reason: string) => {
        const detail = { reason, hour: '2026-11-23T10:00:00.000Z' };
        const entry = { accountId, action: 'key.refused', target: keyId, detail } as const;
        return readRefusalCount(api.tables.store, entry);
      };
      expect(await count('wrong-secret')).toBe(WRONG_KEYS_PER_MINUTE);
      expect(await count('too-many-wrong-keys')).toBe(1);
      vi.setSystemTime(Date.parse('2026-11-23T10:01:00.000Z'));
      expect(await wrong()).toBe('key-unknown');
    } finally {
      vi.useRealTimers();
    }
  });

  it('work after a rotation until the end of the grace period', async () => {
    const graced = await api.key(accountId);
    const { hashSecret } = await import('../../../adapters/keys/secret-checker.ts');
    const { rotateKey } = await import('../../../adapters/dynamodb/key-changes.ts');
    const hash = await hashSecret('another secret');
    const rotate = (graceUntil?: string) =>
      rotateKey(
        api.tables.store,
        graced.record,
        { hash, expiresAt: graced.record.expiresAt, graceUntil },
        { accountId, actor: 'person:test', requestId: randomUUID() },
        new Date(),
      );
    const graceEnd = new Date(Date.now() + 60_000).toISOString();
    expect(await rotate(graceEnd)).toBe('rotated');
    expect(await code(graced.value)).toBe('allowed');
    const { headers } = await graced.call('GET', '/sites');
    expect(headers.get('X-API-Key-Expires')).toBe(graceEnd);
    graced.record.hash = hash;
    expect(await rotate()).toBe('rotated');
    expect(await code(graced.value)).toBe('key-unknown');
  });

  it('are counted once per call', async () => {
    const { key, siteId } = await createAccount();
    await key.call('GET', `/sites/${siteId}`);
    await key.call('GET', '/rule-sets');
    const [day] = await readKeyDays(api.tables.store, key.record.keyId);
    expect(day?.requests).toBe(3);
  });
});

describe('sites', () => {
  it('are created, read, changed and deleted', async () => {
    const { accountId, key } = await createAccount();
    const created = await key.call('POST', '/sites', { body: { ...site, pages: ['/a'] } });
    expect(created.status).toBe(201);
    const path = `/sites/${created.json.id}`;
    expect(created.headers.get('location')).toBe(`/api/v1${path}`);
    expect((await key.call('GET', path)).json).toEqual(created.json);
    const changed = await key.call('PATCH', path, { body: { name: 'Other', pages: [] } });
    expect(changed.json).toMatchObject({ name: 'Other', pages: [], url: site.url });
    expect(changed.json.updatedAt > created.json.updatedAt).toBe(true);
    const deleted = await key.call('DELETE', path);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE']) expect((await key.call(method, path)).status).toBe(404);
    const actions = [];
    for await (const entry of readAuditLog(api.tables.store, accountId)) {
      if (entry.target === created.json.id) actions.push(entry.action);
    }
    expect(actions).toEqual(['site.deleted', 'site.changed', 'site.created']);
  });

  it('reject a new URL that does not fit the listed pages', async () => {
    const body = { ...site, pages: ['/a', 'https://shop.example.com/b'] };
    const { json } = await admin.call('POST', '/sites', { body });
    const refused = await admin.call('PATCH', `/sites/${json.id}`, {
      body: { url: 'https://other.example.com/' },
    });
    expect([refused.status, refused.json.errors[0].path]).toEqual([422, 'pages[1]']);
  });

  it('are all changed by concurrent calls for one site, or the calls must be retried', async () => {
    const { key, siteId } = await createAccount();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => key.call('PATCH', `/sites/${siteId}`, { body: { name } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('answer like unknown ones if they belong to another account or are outside the key’s sites', async () => {
    const { key, siteId } = await createAccount();
    const limited = await api.key(key.record.accountId, { siteIds: [createId('site', new Date())] });
    const body = (answer: { json: { instance: string } }) => ({ ...answer.json, instance: '' });
    const unknown = body(await admin.call('GET', `/sites/${createId('site', new Date())}`));
    expect(unknown).toMatchObject({ status: 404, code: 'site-not-found' });
    expect(body(await admin.call('GET', `/sites/${siteId}`))).toEqual(unknown);
    expect(body(await limited.call('GET', `/sites/${siteId}`))).toEqual(unknown);
    expect(body(await admin.call('GET', '/sites/nonsense'))).toEqual(unknown);
    expect(body(await trigger(limited, siteId))).toEqual(unknown);
    expect(body(await limited.call('DELETE', `/sites/${siteId}`))).toEqual(unknown);
    expect((await key.call('GET', `/sites/${siteId}`)).status).toBe(200);
  });

  it('are listed page by page with a cursor, for whole accounts and for limited keys', async () => {
    const { accountId, key, siteId } = await createAccount();
    const ids = [siteId];
    for (let i = 0; i < 4; i++) ids.push((await key.call('POST', '/sites', { body: site })).json.id);
    ids.sort();
    const limited = await api.key(accountId, { siteIds: [...ids].reverse() });
    for (const reader of [key, limited]) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { json } = await reader.call('GET', `/sites?limit=2${cursor && `&cursor=${cursor}`}`);
        seen.push(...json.items.map(({ id }: { id: string }) => id));
        cursor = json.nextCursor;
      }
      expect(seen).toEqual(ids);
    }
    expect((await limited.call('POST', '/sites', { body: site })).json.code).toBe('key-limited-to-sites');
    const { nextCursor } = (await key.call('GET', '/sites?limit=1')).json;
    const foreign = await admin.call('GET', `/sites?cursor=${nextCursor}`);
    expect([foreign.status, foreign.json.code]).toEqual([422, 'cursor-invalid']);
    const elsewhere = await key.call('GET', `/sites/${siteId}/scans?cursor=${nextCursor}`);
    expect(elsewhere.json.code).toBe('cursor-invalid');
  });
});

describe('a trigger', () => {
  it('returns the scan, its location, and when to poll', async () => {
    const { key, siteId } = await createAccount();
    const url = 'https://pr-1.preview.example.com/';
    const { status, headers, json } = await trigger(key, siteId, { config: { ...config, url } });
    expect(status).toBe(202);
    expect(json).toMatchObject({ siteId, status: 'queued', config: { ...config, url, priority: 'normal' } });
    expect(headers.get('location')).toBe(`/api/v1/scans/${json.id}`);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('idempotent-replayed')).toBeNull();
    expect(api.scansAsked('plan')).toContain(json.id);
    expect((await key.call('GET', `/scans/${json.id}`)).json).toEqual(json);
  });

  it('is rejected for a URL on an origin that the site does not allow', async () => {
    const { key, siteId } = await createAccount();
    const refused = await trigger(key, siteId, { config: { ...config, url: 'https://evil.example.org/' } });
    expect([refused.status, refused.json.errors[0].path]).toEqual([422, 'config.url']);
    expect(refused.json.errors[0].allowed).toEqual(['https://shop.example.com', '*.preview.example.com']);
  });

  it('with an Idempotency-Key creates one scan, for any number of concurrent and later calls', async () => {
    const { key, siteId } = await createAccount();
    const headers = { 'Idempotency-Key': 'build 1' };
    const bodies = [{ config }, { config: { priority: 'normal', ...config } }];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => trigger(key, siteId, bodies[i % 2], headers)),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    expect(answers.every(({ status }) => status === 202 || status === 409)).toBe(true);
    expect(new Set(accepted.map(({ json }) => json.id)).size).toBe(1);
    const again = await trigger(key, siteId, { config }, headers);
    expect([again.json.id, again.headers.get('idempotent-replayed')]).toEqual([accepted[0]?.json.id, 'true']);
    expect((await key.call('GET', `/sites/${siteId}/scans`)).json.items).toHaveLength(1);
    const other = await trigger(key, siteId, { config: { rules: ['wcag-a'] } }, headers);
    expect([other.status, other.json.code]).toEqual([422, 'idempotency-key-reused']);
  });

  it('is rejected above the limits of the account', async () => {
    const { key, siteId } = await createAccount();
    const high = () => trigger(key, siteId, { config: { ...config, priority: 'high' } });
    expect([(await high()).status, (await high()).status]).toEqual([202, 202]);
    const third = await high();
    expect([third.status, third.json.code]).toEqual([429, 'high-priority-share']);
    await trigger(key, siteId);
    const last = (await trigger(key, siteId)).json.id;
    const fifth = await trigger(key, siteId);
    expect([fifth.status, fifth.json.code]).toEqual([429, 'unfinished-scans-limit']);
    expect(Number(fifth.headers.get('retry-after'))).toBeGreaterThan(0);
    await key.call('POST', `/scans/${last}/cancel`);
    expect((await trigger(key, siteId)).status).toBe(202);
  });
});

describe('scans', () => {
  it('are listed newest first, by status and page by page', async () => {
    const { key, siteId } = await createAccount();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.unshift((await trigger(key, siteId)).json.id);
    await key.call('POST', `/scans/${ids[1]}/cancel`);
    const list = async (query: string) => (await key.call('GET', `/sites/${siteId}/scans?${query}`)).json;
    const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
    expect(idsOf(await list('limit=10'))).toEqual(ids);
    expect(idsOf(await list('status=cancelled'))).toEqual([ids[1]]);
    const first = await list('limit=1&status=queued');
    expect(idsOf(await list(`status=queued&cursor=${first.nextCursor}`))).toEqual([ids[2]]);
    expect((await list(`cursor=${first.nextCursor}`)).code).toBe('cursor-invalid');
    const wrong = await list('status=done');
    expect(wrong.errors[0].allowed).toEqual(['queued', 'running', 'completed', 'failed', 'cancelled']);
  });

  it('are listed by branch and commit, including truncated values', async () => {
    const { key, siteId } = await createAccount();
    const of = async (metadata: object) =>
      (await trigger(key, siteId, { config: { ...config, metadata } })).json.id as string;
    const commit = '9f1c2ab4d5e6f708192a3b4c5d6e7f8091a2b3c4';
    const none = (await trigger(key, siteId)).json.id;
    const main = await of({ branch: 'main', commit });
    const menu = await of({ branch: 'feature/menu', commit: '9f1c2ab' });
    const list = async (query: string) => {
      const { json } = await key.call('GET', `/sites/${siteId}/scans?${query}`);
      return json.items?.map(({ id }: { id: string }) => id) ?? json.errors[0];
    };
    expect(await list('branch=feature%2Fmenu')).toEqual([menu]);
    expect(await list('commit=9f1c2ab')).toEqual([menu, main]);
    expect(await list(`commit=${commit.toUpperCase()}`)).toEqual([menu, main]);
    expect(await list(`commit=${commit}&branch=main`)).toEqual([main]);
    expect(await list('branch=other')).toEqual([]);
    expect(await list('branch=main&status=cancelled')).toEqual([]);
    await key.call('POST', `/scans/${main}/cancel`);
    expect(await list('branch=main&status=cancelled')).toEqual([main]);
    expect(await list('limit=10')).toEqual([menu, main, none]);
    expect(await list('commit=main')).toEqual({
      path: 'query.commit',
      message: 'must be a commit hash of 7 to 64 hexadecimal digits',
    });
    const { nextCursor } = (await key.call('GET', `/sites/${siteId}/scans?commit=9f1c2ab&limit=1`)).json;
    expect(await list(`commit=9f1c2ab&cursor=${nextCursor}`)).toEqual([main]);
    const elsewhere = await key.call('GET', `/sites/${siteId}/scans?branch=main&cursor=${nextCursor}`);
    expect(elsewhere.json.code).toBe('cursor-invalid');
  });

  it('are cancelled once and stay cancelled; ended scans cannot be cancelled', async () => {
    const { key, siteId } = await createAccount();
    const { id } = (await trigger(key, siteId)).json;
    for (let i = 0; i < 2; i++) {
      const { status, json } = await key.call('POST', `/scans/${id}/cancel`);
      expect([status, json.status]).toEqual([200, 'cancelled']);
    }
    expect(api.scansAsked('finish')).toContain(id);
    const failed = (await trigger(key, siteId)).json.id;
    await settle(failed, 'none', true);
    const refused = await key.call('POST', `/scans/${failed}/cancel`);
    expect([refused.status, refused.json.code]).toEqual([409, 'scan-already-ended']);
  });

  it('answer like unknown ones if they belong to another account', async () => {
    const { key, siteId } = await createAccount();
    const { id } = (await trigger(key, siteId)).json;
    const calls: [string, string][] = [
      ['GET', ''],
      ['POST', '/cancel'],
      ['GET', '/report'],
    ];
    for (const [method, rest] of calls) {
      const [foreign, unknown] = [
        await admin.call(method, `/scans/${id}${rest}`),
        await admin.call(method, `/scans/${createId('scan', new Date())}${rest}`),
      ];
      expect({ ...foreign.json, instance: '' }).toEqual({ ...unknown.json, instance: '' });
      expect(foreign.status).toBe(404);
    }
  });

  it('are cancelled with their deleted site, and remain readable', async () => {
    const { key, siteId } = await createAccount();
    const { id } = (await trigger(key, siteId)).json;
    expect((await key.call('DELETE', `/sites/${siteId}`)).status).toBe(204);
    const { json } = await key.call('GET', `/scans/${id}`);
    expect(json).toMatchObject({ status: 'cancelled', cancelReason: 'Its site was deleted.' });
    expect(api.scansAsked('finish')).toContain(id);
    expect((await trigger(key, siteId)).json.code).toBe('site-not-found');
  });
});

describe('a report', () => {
  const small = JSON.stringify({ url: 'https://x.example/', expiresAt: '2026-01-01T00:00:00.000Z' });

  async function createReportedScan(json: string, html = '<!doctype html><title>Report</title>') {
    const { key, siteId } = await createAccount();
    const { id } = (await trigger(key, siteId)).json;
    const of = { accountId: key.record.accountId, scanId: id, edition: REVISION_ID };
    await api.putReport(buildReportKey(of, 'json'), json);
    await api.putReport(buildReportKey(of, 'html'), html);
    await settle(id, 'ready');
    const get = (query = '', accept?: string) =>
      key.call(
        'GET',
        `/scans/${id}/report${query}`,
        accept === undefined ? {} : { headers: { Accept: accept } },
      );
    return { get, id };
  }

  it('is not ready while the scan runs: 202 with the scan', async () => {
    const { key, siteId } = await createAccount();
    const { id } = (await trigger(key, siteId)).json;
    const { status, headers, json } = await key.call('GET', `/scans/${id}/report`);
    expect([status, json.id, Number(headers.get('retry-after')) > 0]).toEqual([202, id, true]);
    expect(headers.get('vary')).toBe('Accept');
  });

  it('is returned as JSON or HTML; the parameter format takes precedence over Accept', async () => {
    const { get } = await createReportedScan(small);
    const type = async (query?: string, accept?: string) => {
      const answer = await get(query, accept);
      expect(answer.headers.get('vary')).toBe('Accept');
      return answer.status === 200 ? answer.headers.get('content-type') : answer.json.code;
    };
    expect(await type()).toBe('application/json');
    expect(await type('', '*/*')).toBe('application/json');
    expect(await type('', 'text/html')).toBe('text/html; charset=utf-8');
    expect(await type('?format=html', 'application/json')).toBe('text/html; charset=utf-8');
    expect(await type('?format=json', 'application/pdf')).toBe('application/json');
    expect(await type('', 'application/pdf')).toBe('not-acceptable');
    expect((await get('?format=pdf')).json.errors[0].allowed).toEqual(reportFormatNames);
  });

  it('is returned on request as a link that works without a key', async () => {
    const { get, id } = await createReportedScan(small);
    const { status, json } = await get('?delivery=link');
    expect(status).toBe(200);
    expect(Date.parse(json.expiresAt) - Date.now()).toBeLessThanOrEqual(300_000);
    const fetched = await fetch(json.url);
    expect(await fetched.text()).toBe(small);
    // The stand-in for S3 ignores the response headers that the link requests.
    const asked = new URL(json.url).searchParams;
    expect(asked.get('response-content-type')).toBe('application/json');
    expect(asked.get('response-content-disposition')).toContain(`${id}.json`);
  });

  it.each([
    ['larger than an answer', `"${'a'.repeat(6_400_000)}"`],
    ['small enough, but too large after escaping', JSON.stringify(Array(600_000).fill('quotes'))],
  ])('redirects to a link with the complete report when it is %s', async (_, content) => {
    const { get } = await createReportedScan(content);
    const { status, headers, json } = await get();
    expect([status, headers.get('location')]).toEqual([303, json.url]);
    expect(await (await fetch(json.url)).text()).toBe(content);
  });

  it('is refused with the reason when there is nothing to report, or the report has expired', async () => {
    const { key, siteId } = await createAccount();
    const failed = (await trigger(key, siteId)).json.id;
    await settle(failed, 'none', true);
    const nothing = await key.call('GET', `/scans/${failed}/report`);
    expect([nothing.status, nothing.json.code]).toEqual([409, 'nothing-to-report']);
    expect(nothing.json.detail).toContain('No page of the scan could be scanned.');
    const { id } = (await trigger(key, siteId)).json;
    await settle(id, 'ready');
    const gone = await key.call('GET', `/scans/${id}/report`);
    expect([gone.status, gone.json.code]).toEqual([409, 'nothing-to-report']);
  });

  it('is refused with Vary: Accept, which no other call sends', async () => {
    const { get, id } = await createReportedScan(small);
    const { key, siteId } = await createAccount();
    const failed = (await trigger(key, siteId)).json.id;
    await settle(failed, 'none', true);
    const refusals = [
      await get('', 'application/pdf'),
      await get('?format=pdf'),
      await key.call('GET', `/scans/${id}/report`),
      await key.call('GET', `/scans/${failed}/report`),
    ];
    expect(refusals.map(({ status, headers }) => [status, headers.get('vary')])).toEqual(
      [406, 422, 404, 409].map((status) => [status, 'Accept']),
    );
    expect((await key.call('GET', `/scans/${failed}`)).headers.get('vary')).toBeNull();
  });
});
