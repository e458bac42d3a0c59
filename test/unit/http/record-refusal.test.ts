import { expect, it } from 'vitest';
import type { Store } from '../../../adapters/dynamodb/store.ts';
import { createRefusalRecorder } from '../../../adapters/http/record-refusal.ts';
import {
  WRONG_KEYS_PER_KEY,
  WRONG_KEYS_PER_MINUTE,
  WRONG_KEYS_PER_NETWORK,
} from '../../../core/api/call-limits.ts';
import { type Refusal, SIGN_IN_LOG } from '../../../core/audit/refusal.ts';

const start = Date.parse('2026-11-23T10:00:00.000Z');

/** Sends refusals to a recorder, and returns what it records. */
function recorder() {
  const recorded: Refusal[] = [];
  const record = createRefusalRecorder({} as Store, async (_, refusal) => void recorded.push(refusal));
  const refuse = async (times: number, reason: string, sourceIp = '192.0.2.7', seconds = 0) => {
    for (let i = 0; i < times; i++) {
      const keyId = `apikey_${i}`;
      const now = new Date(start + seconds * 1_000);
      await record({ accountId: 'acct_1', keyId, reason, requestId: 'request', sourceIp, now });
    }
    return recorded.splice(0).length;
  };
  return refuse;
}

it('records a limited number of refusals per minute, by source and reason', async () => {
  const refuse = recorder();
  expect(await refuse(500, 'wrong-secret')).toBe(WRONG_KEYS_PER_MINUTE);
  expect(await refuse(3, 'wrong-secret', '192.0.2.7', 59)).toBe(0);
  expect(await refuse(500, 'key-expired')).toBe(WRONG_KEYS_PER_MINUTE);
  expect(await refuse(3, 'wrong-secret', '192.0.2.8')).toBe(3);
  expect(await refuse(500, 'wrong-secret', '192.0.2.7', 60)).toBe(WRONG_KEYS_PER_MINUTE);
});

it('records once a minute that a source sends too many wrong keys', async () => {
  const refuse = recorder();
  expect(await refuse(500, 'too-many-wrong-keys', '2001:db8:1:2::1')).toBe(1);
  expect(await refuse(500, 'too-many-wrong-keys', '2001:db8:1:2::2', 59)).toBe(0);
  expect(await refuse(500, 'too-many-wrong-keys', '2001:db8:1:2::2', 60)).toBe(1);
});

it('records a limited number of refusals of a network and of a key, from any number of sources', async () => {
  const refuse = recorder();
  let ofNetwork = 0;
  for (let i = 0; i < 1_000; i++)
    ofNetwork += await refuse(1, 'wrong-secret', `2001:db8:2:${i.toString(16)}::1`);
  expect(ofNetwork).toBe(WRONG_KEYS_PER_NETWORK);
  let ofKey = ofNetwork;
  for (let i = 0; i < 1_000; i++) ofKey += await refuse(1, 'wrong-secret', `2001:${i.toString(16)}::1`);
  expect(ofKey).toBe(WRONG_KEYS_PER_KEY);
});

it('records a limited number of refused sign-ins and of calls of a person, from any number of sources', async () => {
  for (const subject of [
    { accountId: SIGN_IN_LOG },
    { accountId: 'acct_1', personId: 'person_1' },
  ] as const) {
    let recorded = 0;
    const record = createRefusalRecorder({} as Store, async () => void recorded++);
    const now = new Date(start);
    for (let i = 0; i < 1_000; i++) {
      const sourceIp = `2001:${i.toString(16)}::1`;
      await record({ ...subject, reason: 'refused', requestId: 'request', sourceIp, now });
    }
    expect(recorded).toBe(WRONG_KEYS_PER_KEY);
  }
});
