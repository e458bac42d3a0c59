import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccount, listAccounts } from '../../../adapters/dynamodb/access.ts';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { type Api, startApi } from './harness.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('the account', () => {
  it('has its name, its counts and its limits, for every role', async () => {
    const accountId = await api.account();
    await api.key(accountId);
    const ada = await api.member(accountId);
    await ada.call('POST', '/sites', { body: { name: 'Shop', url: 'https://shop.example.com/' } });
    const viewer = await api.member(accountId, 'viewer');
    const { status, json } = await viewer.call('GET', '/account');
    expect(status).toBe(200);
    expect(json).toMatchObject({ accountId, name: 'Test', members: 2, sites: 1, keys: 1 });
    expect(json.limits).toMatchObject({ requestsPerMinute: 1000, members: 1000, pagesPerMonth: 1000 });
    const key = await api.key(accountId);
    expect((await key.call('GET', '/account')).json.code).toBe('people-only');
  });

  it('is renamed by an administrator only', async () => {
    const accountId = await api.account();
    const [ada, manager] = [await api.member(accountId), await api.member(accountId, 'manager')];
    const body = { name: ' New Ltd ' };
    expect((await manager.call('PATCH', '/account', { body })).json.code).toBe('role-too-small');
    expect((await ada.call('PATCH', '/account', { body })).json).toMatchObject({
      name: 'New Ltd',
      members: 2,
    });
    expect((await ada.call('PATCH', '/account', { body })).status).toBe(200);
    const { store } = api.tables;
    expect((await listAccounts(store)).find((each) => each.accountId === accountId)?.name).toBe('New Ltd');
    const log = await Array.fromAsync(readAuditLog(store, accountId));
    expect(log.filter(({ action }) => action === 'account.changed')).toMatchObject([
      { detail: { changed: ['name'] } },
    ]);
    for (const name of ['', 'a'.repeat(101), 'a\u0000', 1])
      expect((await ada.call('PATCH', '/account', { body: { name } })).json.code).toBe('invalid-request');
  });

  it('is deleted with its name as confirmation, after a recent sign-in; then every caller is refused', async () => {
    const accountId = await api.account();
    const ada = await api.member(accountId);
    const viewer = await api.member(accountId, 'viewer');
    const old = await api.member(accountId, 'admin', { session: { signedInAt: minutesAgo(16) } });
    const key = await api.key(accountId);
    const remove = (name: string, by = ada) => by.call('POST', '/account/delete', { body: { name } });
    expect((await remove('Test', viewer)).json.code).toBe('role-too-small');
    expect((await remove('Test', old)).json.code).toBe('sign-in-too-old');
    const wrong = await remove('test');
    expect([wrong.status, wrong.json.errors[0].path]).toEqual([422, 'name']);
    const deleted = await remove('Test');
    expect([deleted.status, deleted.json]).toEqual([202, { accountId }]);
    for (const person of [ada, viewer])
      expect((await person.call('GET', '/account')).json.code).toBe('not-a-member');
    expect((await api.authorize(key.value)).context?.code).toBe('key-revoked');
    expect((await ada.callIn('none', 'GET', '/me')).json.accounts).toEqual([]);
    expect(await findAccount(api.tables.store, accountId)).toMatchObject({ name: '' });
  });

  it('is not that of another account', async () => {
    const [one, other] = [await api.account(), await api.account()];
    const eve = await api.member(one);
    expect((await eve.callIn(other, 'GET', '/account')).json.code).toBe('not-a-member');
    const body = { name: 'Test' };
    expect((await eve.callIn(other, 'POST', '/account/delete', { body })).json.code).toBe('not-a-member');
  });
});
