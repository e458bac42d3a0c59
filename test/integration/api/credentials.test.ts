import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { findSite } from '../../../adapters/dynamodb/sites.ts';
import { unseal } from '../../../adapters/sealing/sealing.ts';
import { getSealedCredentials } from '../../../core/sites/credentials.ts';
import type { Site } from '../../../core/sites/site.ts';
import { type Api, startApi, type TestKey } from './harness.ts';

const SECRET = 's3cret-of-the-site';
const URL = 'https://www.example.com/';
const credentials = {
  headers: { 'X-Token': SECRET },
  cookies: [{ name: 'sid', value: `${SECRET}-cookie` }],
  basic: { username: `${SECRET}-user`, password: `${SECRET}-password` },
};
const counts = { origin: 'https://www.example.com', headers: 1, cookies: 1, basic: true };

let api: Api;
let key: TestKey;
let accountId: string;

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
  key = await api.key(accountId);
});
afterAll(() => api?.stop());

async function create(body: object = {}): Promise<{ id: string }> {
  const { status, json } = await key.call('POST', '/sites', {
    body: { name: 'Shop', url: URL, credentials, ...body },
  });
  expect(status).toBe(201);
  return json;
}
const change = (id: string, body: object) => key.call('PATCH', `/sites/${id}`, { body });
const auditLog = () => Array.fromAsync(readAuditLog(api.tables.store, accountId));
const readSite = async (id: string) => (await findSite(api.tables.store, accountId, id)) as Site;

/** Returns the credentials that a chunk of the site would get. */
async function unsealCredentials(id: string) {
  const sealed = getSealedCredentials(await readSite(id));
  const sealing = { kms: new KMSClient({}), keyArn: process.env.CREDENTIALS_KEY_ARN ?? '' };
  try {
    return sealed && (await unseal(sealing, sealed, accountId));
  } finally {
    sealing.kms.destroy();
  }
}

describe('credentials of a site', () => {
  it('are stored sealed and returned as counts, by every call', async () => {
    const made = await create();
    const { id } = made;
    const answers = [
      made,
      (await key.call('GET', `/sites/${id}`)).json,
      (await key.call('GET', '/sites')).json.items.find((site: { id: string }) => site.id === id),
      (await change(id, { name: 'Other' })).json,
    ];
    for (const answer of answers) {
      expect(answer.credentials).toEqual({ ...counts, setAt: expect.any(String) });
    }
    const limited = await api.key(accountId, { siteIds: [id] });
    answers.push((await limited.call('GET', '/sites')).json);
    const kept = await readSite(id);
    const texts = JSON.stringify([answers, kept, await auditLog()]);
    expect(texts).not.toContain(SECRET);
    expect(JSON.stringify(answers)).not.toContain(kept.credentials?.sealed.text);
  });

  it('are unsealed to the original values', async () => {
    const { id } = await create();
    expect(await unsealCredentials(id)).toEqual({
      origin: counts.origin,
      headers: credentials.headers,
      cookies: [{ name: 'sid', value: `${SECRET}-cookie`, path: '/', httpOnly: true }],
      basic: credentials.basic,
    });
  });

  it('are set, replaced and removed by PATCH', async () => {
    const { id } = await create({ credentials: undefined });
    expect((await key.call('GET', `/sites/${id}`)).json.credentials).toBeNull();
    const set = await change(id, { credentials });
    expect(set.json.credentials).toMatchObject(counts);
    const replaced = await change(id, { credentials: { headers: { 'X-New': SECRET } } });
    expect(replaced.json.credentials).toMatchObject({ headers: 1, cookies: 0, basic: false });
    expect((await unsealCredentials(id))?.headers).toEqual({ 'X-New': SECRET });
    expect((await change(id, { credentials: null })).json.credentials).toBeNull();
    expect(await unsealCredentials(id)).toBeUndefined();
    expect(await readSite(id)).not.toHaveProperty('credentials');
  });

  it('are removed together with the origin that they were set for, in the same write', async () => {
    const { id } = await create();
    expect((await change(id, { url: 'https://www.example.com/shop' })).json.credentials).toMatchObject(
      counts,
    );
    const moved = await change(id, { url: 'https://other.example/' });
    expect([moved.status, moved.json.credentials]).toEqual([200, null]);
    expect(await readSite(id)).not.toHaveProperty('credentials');
    const entries = (await auditLog()).filter(({ target }) => target === id);
    expect(entries.map(({ detail }) => detail)).toContainEqual({
      changed: expect.toSatisfy((members: string[]) => members.toSorted().join() === 'credentials,url'),
    });
    // A return to the old origin does not restore them.
    expect((await change(id, { url: URL })).json.credentials).toBeNull();
  });

  it('can be set again for a new origin', async () => {
    const { id } = await create();
    const moved = await change(id, {
      url: 'https://other.example/',
      credentials: { headers: { A: SECRET } },
    });
    expect(moved.json.credentials).toMatchObject({ origin: 'https://other.example', headers: 1, cookies: 0 });
    expect(await unsealCredentials(id)).toMatchObject({
      origin: 'https://other.example',
      headers: { A: SECRET },
    });
  });

  it('are rejected for a site with http, with a problem that does not repeat them', async () => {
    const made = await key.call('POST', '/sites', {
      body: { name: 'A', url: 'http://a.example/', credentials },
    });
    expect([made.status, made.json.errors[0].path]).toEqual([422, 'credentials']);
    const { id } = await create({ url: 'http://a.example/', credentials: undefined });
    const set = await change(id, { credentials });
    expect([set.status, set.json.errors[0].path]).toEqual([422, 'credentials']);
    expect(set.json.detail).toMatch(/https, or http on loopback/);
    const { id: other } = await create();
    const both = await change(other, { url: 'http://a.example/', credentials });
    expect(both.status).toBe(422);
    expect((await readSite(other)).url).toBe(URL);
    expect(made.text + set.text + both.text).not.toContain(SECRET);
  });

  it.each<[string, unknown]>([
    ['a refused header', { credentials: { headers: { Host: SECRET } } }],
    ['a line break', { credentials: { headers: { 'X-A': `${SECRET}\r\nA: b` } } }],
    ['a header as a name', { credentials: { headers: { [`X-A: ${SECRET}`]: 'a' } } }],
    ['a list', { credentials: [SECRET] }],
    ['a string', { credentials: SECRET }],
    ['an unknown member', { credentials: { [SECRET]: SECRET } }],
    ['a body that is not JSON', `{"credentials": {"headers": {"X-A": "${SECRET}"},}}`],
    ['a truncated body', `{"credentials": {"headers": {"X-A": "${SECRET}`],
    ['a body of one string', `"${SECRET}"`],
  ])('that are wrong by %s are not repeated in the problem', async (_, body) => {
    const { id } = await create();
    const answer = await key.call('PATCH', `/sites/${id}`, { body });
    expect([400, 422]).toContain(answer.status);
    expect(answer.json.code).toMatch(/^(invalid-request|malformed-json)$/);
    expect(answer.text).not.toContain(SECRET);
  });
});
