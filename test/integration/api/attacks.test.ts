import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from './harness.ts';

const LIMIT = 10;

let api: Api;
beforeAll(async () => {
  api = await startApi({ REQUESTS_PER_MINUTE: String(LIMIT) });
});
afterAll(() => api.stop());

describe('a client that chooses the ids of its calls', () => {
  it('is limited and counted all the same', async () => {
    const { call } = await api.key(await api.account());
    const requestId = randomUUID();
    const statuses = new Set<number>();
    // Two minutes may begin meanwhile.
    for (let at = 0; at < 3 * LIMIT; at++) statuses.add((await call('GET', '/sites', { requestId })).status);
    expect([...statuses]).toEqual([200, 429]);
  });

  it('cannot write a text of its own into the audit log', async () => {
    const ada = await api.member(await api.account());
    const requestId = "~'forged.id+!";
    const created = await ada.call('PATCH', '/account', { body: { name: 'Renamed' }, requestId });
    expect(created.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const { json } = await ada.call('GET', '/audit-entries?action=account.changed');
    expect(json.items[0].requestId).toBe(created.headers.get('x-request-id'));
  });
});

describe('a name with characters that change how a text is shown', () => {
  const hostile = ['a\u202etxt.exe', 'a\nb', '\u001b[2Ja', 'a\u2066b'];

  it.each(hostile)('is refused for a person, a key and an account: %j', async (name) => {
    const ada = await api.member(await api.account());
    const answers = [
      await ada.call('PATCH', '/me', { body: { name } }),
      await ada.call('POST', '/api-keys', { body: { name } }),
      await ada.call('POST', '/api-keys', { body: { name: 'CI', description: name } }),
      await ada.call('PATCH', '/account', { body: { name } }),
    ];
    for (const { status, json } of answers) {
      expect([status, json.code]).toEqual([422, 'invalid-request']);
      expect(json.errors).toEqual([
        {
          path: expect.stringMatching(/^(name|description)$/),
          message: 'must not contain control characters',
        },
      ]);
    }
  });
});
