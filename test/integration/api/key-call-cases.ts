import { beforeAll, describe, expect, it } from 'vitest';
import type { Api, Sent, TestPerson } from './harness.ts';

/** The id of a key that does not exist. */
export const MISSING = 'apikey_01k6zq3v5e8m2n4p6r7s9t0w1y';

/** A call that manages keys, with an id or a body if it needs one. */
type KeyCall = [method: string, path: string, sent?: Sent];

/** Defines tests that show who may make calls that manage keys. */
export function testKeyCalls(getApi: () => Api, calls: KeyCall[]): void {
  const unsafe = calls.filter(([method]) => method !== 'GET');
  const oldSignIn = { session: { signedInAt: new Date(Date.now() - 16 * 60_000).toISOString() } };

  describe('a call that manages keys', () => {
    let api: Api;
    let accountId: string;
    let ada: TestPerson;

    beforeAll(async () => {
      api = getApi();
      accountId = await api.account();
      ada = await api.member(accountId, 'admin');
    });

    it.each(calls)('%s %s is refused to keys and to other roles', async (method, path, sent) => {
      const key = await api.key(accountId, { role: 'admin' });
      const refused = await key.call(method, path, sent);
      expect([refused.status, refused.json.code]).toEqual([403, 'people-only']);
      for (const role of ['viewer', 'manager'] as const) {
        const member = await api.member(accountId, role);
        const { status, json } = await member.call(method, path, sent);
        expect([status, json.code]).toEqual([403, 'role-too-small']);
      }
      const stranger = await ada.callIn(await api.account(), method, path, sent);
      expect([stranger.status, stranger.json.code]).toEqual([403, 'not-a-member']);
    });

    it.each(unsafe)(
      '%s %s needs a recent sign-in, the own origin and no Idempotency-Key',
      async (...given) => {
        const [method, path, sent] = given;
        const stale = await api.member(accountId, 'admin', oldSignIn);
        expect((await stale.call(method, path, sent)).json.code).toBe('sign-in-too-old');
        const forged = { ...sent, headers: { 'Sec-Fetch-Site': 'same-site' } };
        expect((await ada.call(method, path, forged)).json.code).toBe('cross-site-request');
        const replayed = await ada.call(method, path, { ...sent, headers: { 'Idempotency-Key': 'a' } });
        expect([replayed.status, replayed.json.code]).toEqual([422, 'invalid-request']);
        expect(replayed.json.errors).toEqual([
          {
            path: 'header.Idempotency-Key',
            message: expect.stringContaining(
              'must not be sent, because the service does not store responses',
            ),
          },
        ]);
      },
    );

    it('of a key finds no key of another account, no unknown and no malformed one', async () => {
      const other = await api.key(await api.account());
      for (const [method, path, sent] of calls.filter(([, each]) => each.includes(MISSING))) {
        for (const keyId of [other.record.keyId, MISSING, 'apikey_1']) {
          const { status, json } = await ada.call(method, path.replace(MISSING, keyId), sent);
          expect([status, json.code]).toEqual([404, 'key-not-found']);
        }
      }
    });
  });
}
