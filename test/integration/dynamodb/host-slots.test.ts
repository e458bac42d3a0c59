import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildSlotClaimItems,
  findSlot,
  listWaitingScans,
  readHostPauseSeconds,
  recordHostPause,
  recordWaitingScan,
  releaseSlot,
  removeWaitingScan,
} from '../../../adapters/dynamodb/host-slots.ts';
import { transact } from '../../../adapters/dynamodb/transact.ts';
import type { FreeSlot } from '../../../core/scans/host-slots.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const now = new Date('2026-11-21T10:00:00.000Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

describe('the slots at a host', () => {
  /** Each account takes one slot of a host, so that the share of an account does not matter. */
  const accountOf = (chunkId: string) => chunkId.replace('chunk', 'acct');
  const take = (host: string, number: number, chunkId: string, at = now, claims = 0) =>
    transact(
      tables.store,
      buildSlotClaimItems(tables.store, {
        host,
        slot: { number, claims },
        chunkId,
        accountId: accountOf(chunkId),
        now: at,
      }),
    );
  const find = async (host: string, slots: number, at = now, accountId = 'acct_new') =>
    (await findSlot(tables.store, host, { accountId, priority: 'high', slots }, at))?.number;

  it('are each held by one chunk, and free again when the chunk releases its slot', async () => {
    const { store } = tables;
    const host = 'one.example';
    expect(await find(host, 2, now)).toBe(0);
    expect(await take(host, 0, 'chunk_a')).toEqual([]);
    expect(await take(host, 0, 'chunk_b'), 'a slot that is held').toHaveLength(1);
    expect(await find(host, 2, now)).toBe(1);
    await take(host, 1, 'chunk_b');
    expect(await find(host, 2, now)).toBeUndefined();
    await releaseSlot(store, host, 'chunk_a');
    await releaseSlot(store, host, 'chunk_a');
    await releaseSlot(store, host, 'chunk_unknown');
    expect(await find(host, 2, now)).toBe(0);
  });

  it('are reclaimed from a chunk that never releases its slot', async () => {
    const host = 'two.example';
    await take(host, 0, 'chunk_a');
    expect(await find(host, 1, later(11))).toBeUndefined();
    expect(await find(host, 1, later(13))).toBe(0);
    expect(await take(host, 0, 'chunk_b', later(13))).toEqual([]);
    await releaseSlot(tables.store, host, 'chunk_a');
    expect(await find(host, 1, later(13)), 'another chunk holds it now').toBeUndefined();
  });

  it('of one host are separate from those of another host', async () => {
    await take('three.example', 0, 'chunk_a');
    expect(await find('four.example', 1)).toBe(0);
  });

  it('have a list of waiting scans: first the account with the fewest slots, then the oldest, until they are removed', async () => {
    const { store } = tables;
    const host = 'five.example';
    const waiting = async () => (await listWaitingScans(store, host)).map(({ scanId }) => scanId);
    for (const [scanId, accountId] of [
      ['scan_b', 'acct_a'],
      ['scan_a', 'acct_a'],
      ['scan_c', 'acct_b'],
      ['scan_b', 'acct_a'],
    ] as const) {
      await recordWaitingScan(store, host, { scanId, accountId, priority: 'normal' }, now);
    }
    expect(await waiting()).toEqual(['scan_a', 'scan_c', 'scan_b']);
    await take(host, 0, 'chunk_a');
    expect(await waiting(), 'the account already holds a slot').toEqual(['scan_c', 'scan_a', 'scan_b']);
    await removeWaitingScan(store, host, 'scan_a');
    await removeWaitingScan(store, host, 'scan_a');
    expect(await waiting()).toEqual(['scan_c', 'scan_b']);
  });
});

describe('the share of an account', () => {
  it('holds if two of its scans look for a slot at the same time', async () => {
    const { store } = tables;
    const host = 'seven.example';
    const request = { accountId: 'acct_a', priority: 'high', slots: 3 } as const;
    const claim = async (chunkId: string, slot: FreeSlot | undefined) => {
      if (slot === undefined) throw new Error('no slot was found');
      return transact(store, buildSlotClaimItems(store, { host, slot, chunkId, accountId: 'acct_a', now }));
    };
    await claim('chunk_1', await findSlot(store, host, request, now));
    const found = await findSlot(store, host, request, now);
    expect(await claim('chunk_2', found)).toEqual([]);
    const other = { ...(found as FreeSlot), number: 0 };
    await releaseSlot(store, host, 'chunk_1');
    expect(await claim('chunk_3', other), 'found before the other claim').toHaveLength(1);
    const again = await findSlot(store, host, request, now);
    expect(await claim('chunk_3', again)).toEqual([]);
    expect(await findSlot(store, host, request, now), 'two of three slots are its share').toBeUndefined();
    expect(await findSlot(store, host, { ...request, accountId: 'acct_b' }, now)).toMatchObject({
      claims: 0,
    });
  });
});

describe('a host that asks for a pause', () => {
  const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000);

  it('gets the longest pause that an account reported', async () => {
    const { store } = tables;
    const host = 'six.example';
    const record = (seconds: number) =>
      recordHostPause(store, host, { accountId: 'acct_a', until: secondsLater(seconds) }, now);
    const read = (at: Date) => readHostPauseSeconds(store, host, 'acct_a', at);
    expect(await read(now)).toBe(0);
    await record(60);
    await record(30);
    expect(await read(now)).toBe(60);
    await record(90);
    expect(await read(secondsLater(10))).toBe(80);
    expect(await read(secondsLater(90))).toBe(0);
  });

  it('gets a long pause from other accounts only after a second account reported it', async () => {
    const { store } = tables;
    const host = 'seven.example';
    const record = (accountId: string, seconds: number, at = now) =>
      recordHostPause(store, host, { accountId, until: secondsLater(seconds) }, at);
    const read = (accountId: string) => readHostPauseSeconds(store, host, accountId, secondsLater(10));
    await record('acct_a', 900);
    expect([await read('acct_a'), await read('acct_b'), await read('acct_c')]).toEqual([890, 50, 50]);
    await record('acct_b', 600, secondsLater(10));
    expect([await read('acct_a'), await read('acct_b'), await read('acct_c')]).toEqual([890, 590, 590]);
    expect(await readHostPauseSeconds(store, 'eight.example', 'acct_c', now)).toBe(0);
  });
});
