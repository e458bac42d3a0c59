import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordRead } from '../../../adapters/dynamodb/audit.ts';
import type { AuditAction } from '../../../core/audit/audit-entry.ts';
import type { AuditEntryView } from '../../../core/audit/audit-view.ts';
import { type Api, startApi, type TestPerson } from './harness.ts';

let api: Api;
let accountId: string;
let ada: TestPerson;

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
  ada = await api.member(accountId, 'admin', { name: 'Ada' });
});
afterAll(() => api?.stop());

const site = { name: 'Shop', url: 'https://shop.example.com/' };
const list = async (query = ''): Promise<AuditEntryView[]> => {
  const { status, json } = await ada.call('GET', `/audit-entries?limit=100${query}`);
  expect(status).toBe(200);
  return json.items;
};

/** Writes entries of past days into the log of an account. */
async function writeEntries(of: string, entries: [time: string, action: AuditAction, target: string][]) {
  for (const [time, action, target] of entries) {
    const by = { accountId: of, actor: 'person:test', requestId: 'r' };
    await recordRead(api.tables.store, { by, action, target, now: new Date(time) });
  }
}

describe('the list of audit entries', () => {
  it('has what keys and people did, newest first, with their present names', async () => {
    const key = await api.key(accountId, { name: 'CI' });
    const { json: made } = await key.call('POST', '/sites', { body: site });
    await ada.call('DELETE', `/sites/${made.id}`);
    const [read, deleted, created] = await list(`&target=${made.id}`).then(async (items) => [
      (await list())[0],
      ...items,
    ]);
    expect(read).toMatchObject({
      action: 'audit.read',
      actor: ada.personId,
      actorName: 'Ada',
      target: accountId,
    });
    expect(deleted).toMatchObject({
      action: 'site.deleted',
      actor: ada.personId,
      actorName: 'Ada',
      target: made.id,
      sourceIp: '192.0.2.7',
      accountId,
    });
    expect(created).toMatchObject({ action: 'site.created', actor: key.record.keyId, actorName: 'CI' });
    expect(Object.keys(deleted ?? {}).filter((name) => /pk$|^sk$/.test(name))).toEqual([]);
  });

  it('has the entries that match all filters', async () => {
    const other = await api.account();
    const eve = await api.member(other, 'admin', { name: 'Eve' });
    await writeEntries(other, [
      ['2026-01-01T10:00:00.000Z', 'site.created', 'site_a'],
      ['2026-01-02T10:00:00.000Z', 'site.changed', 'site_a'],
      ['2026-01-03T10:00:00.000Z', 'site.changed', 'site_b'],
    ]);
    const found = async (query: string) => {
      const { json } = await eve.call('GET', `/audit-entries?to=2026-02-01&${query}`);
      return json.items.map(
        ({ time, action, target }: AuditEntryView) => `${time.slice(8, 10)} ${action} ${target}`,
      );
    };
    const [one, two, three] = ['01 site.created site_a', '02 site.changed site_a', '03 site.changed site_b'];
    expect(await found('')).toEqual([three, two, one]);
    expect(await found('from=2026-01-02&to=2026-01-02').catch(() => 'twice')).toBe('twice');
    expect(await found('from=2026-01-02')).toEqual([three, two]);
    expect(await found('action=site.changed')).toEqual([three, two]);
    expect(await found('target=site_a&action=site.changed')).toEqual([two]);
    expect(await found('actor=person:test&target=site_b')).toEqual([three]);
    expect(await found(`actor=${eve.personId}`)).toEqual([]);
  });

  it('has pages, with and without an index', async () => {
    const other = await api.account();
    const eve = await api.member(other);
    await writeEntries(
      other,
      Array.from(
        { length: 7 },
        (_, at) => [`2026-01-0${at + 1}T10:00:00.000Z`, 'site.changed', 'site_a'] as const,
      ).map(([time, action, target]) => [time, action, target]),
    );
    for (const filter of ['', '&target=site_a', '&actor=person:test', '&action=site.changed&target=site_a']) {
      const times: string[] = [];
      let cursor = '';
      do {
        const { json } = await eve.call('GET', `/audit-entries?limit=3&to=2026-02-01${filter}${cursor}`);
        times.push(...json.items.map(({ time }: AuditEntryView) => time.slice(8, 10)));
        cursor = json.nextCursor === null ? '' : `&cursor=${json.nextCursor}`;
      } while (cursor !== '');
      expect(times, filter).toEqual(['07', '06', '05', '04', '03', '02', '01']);
    }
  });

  it('has no entry of another account, whatever the filters name', async () => {
    const other = await api.account();
    const eve = await api.member(other);
    const { json } = await eve.call('GET', '/audit-entries?limit=100');
    expect(json.items.every((entry: AuditEntryView) => entry.accountId === other)).toBe(true);
    for (const filter of [`actor=${ada.personId}`, `target=${accountId}`]) {
      const { json: found } = await eve.call('GET', `/audit-entries?${filter}`);
      expect(found.items).toEqual([]);
    }
    const { json: first } = await ada.call('GET', '/audit-entries?limit=1');
    const stolen = await eve.call('GET', `/audit-entries?limit=1&cursor=${first.nextCursor}`);
    expect([stolen.status, stolen.json.code]).toEqual([422, 'cursor-invalid']);
  });

  it('is for administrators only, and for no key', async () => {
    for (const role of ['viewer', 'manager'] as const) {
      const member = await api.member(accountId, role);
      expect((await member.call('GET', '/audit-entries')).json.code).toBe('role-too-small');
      expect((await member.call('GET', '/audit-entries/export')).json.code).toBe('role-too-small');
    }
    const key = await api.key(accountId);
    expect((await key.call('GET', '/audit-entries')).json.code).toBe('people-only');
    expect((await ada.callIn('none', 'GET', '/audit-entries')).json.code).toBe('account-missing');
  });

  it.each([
    'from=yesterday',
    'to=2026-13-01',
    'from=2026-02-02&to=2026-02-01',
    'action=site.read',
    'actor=',
    `target=${'a'.repeat(501)}`,
    'limit=101',
    'site=1',
  ])('refuses the filter %s', async (query) => {
    const { status, json } = await ada.call('GET', `/audit-entries?${query}`);
    expect([status, json.code]).toEqual([422, 'invalid-request']);
  });

  it('has one entry an hour for the refused calls of a member and a reason', async () => {
    const viewer = await api.member(accountId, 'viewer', { name: 'Grace' });
    for (let call = 0; call < 8; call++) await viewer.call('GET', '/audit-entries');
    await viewer.call('POST', '/sites', { body: site });
    const entries = await list(`&action=member.refused&actor=${viewer.personId}`);
    // An hour may have begun meanwhile.
    expect(entries.length).toBeLessThanOrEqual(2);
    expect(entries[0]).toMatchObject({
      actorName: 'Grace',
      target: viewer.personId,
      detail: { reason: 'role-too-small', hour: expect.stringMatching(/:00:00\.000Z$/) },
    });
  });
});

describe('the export of audit entries', () => {
  it('has all entries as JSON Lines, page by page, with a path to the next page', async () => {
    const other = await api.account();
    const eve = await api.member(other, 'admin', { name: '=1+1' });
    await eve.call('POST', '/sites', { body: site });
    const until = new Date().toISOString();
    let path = `/audit-entries/export?format=jsonl&limit=2&to=${until}`;
    const lines: string[] = [];
    for (;;) {
      const { status, headers, text } = await eve.call('GET', path);
      expect([status, headers.get('Content-Type')]).toEqual([200, 'application/jsonl; charset=utf-8']);
      lines.push(...text.trimEnd().split('\n'));
      const link = headers.get('Link');
      if (link === null) break;
      expect(link).toMatch(/^<\/api\/v1\/audit-entries\/export\?[^>]*>; rel="next"$/);
      path = link.slice('</api/v1'.length, link.indexOf('>'));
    }
    const actions = lines.map((line) => JSON.parse(line).action);
    expect(actions).toEqual(['site.created', 'member.joined', 'account.created']);

    const { text, headers } = await eve.call('GET', `/audit-entries/export?to=${until}`);
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('Link')).toBeNull();
    expect(text.split('\r\n')).toHaveLength(5);
    expect(text).toContain(`"'=1+1"`);
  });

  it('is recorded itself', async () => {
    await ada.call('GET', '/audit-entries/export');
    expect((await list('&action=audit.read')).length).toBeGreaterThan(0);
  });

  it('refuses the cursor of the list', async () => {
    const { json } = await ada.call('GET', '/audit-entries?limit=1');
    const refused = await ada.call('GET', `/audit-entries/export?limit=1&cursor=${json.nextCursor}`);
    expect(refused.json.code).toBe('cursor-invalid');
  });
});
