import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildSlotClaimItem,
  findSlot,
  listWaitingScans,
  readHostPauseSeconds,
  recordHostPause,
  recordWaitingScan,
  releaseSlot,
  removeWaitingScan,
} from '../../../adapters/dynamodb/host-slots.ts';
import { transact } from '../../../adapters/dynamodb/transact.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const now = new Date('2026-11-21T10:00:00.000Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

describe('the slots at a host', () => {
  const take = (host: string, slot: number, chunkId: string, at = now) =>
    transact(tables.store, [
      buildSlotClaimItem(tables.store, { host, slot, chunkId, accountId: 'acct_a', now: at }),
    ]);

  it('are each held by one chunk, and free again when the chunk releases its slot', async () => {
    const { store } = tables;
    const host = 'one.example';
    expect(await findSlot(store, host, 2, now)).toBe(0);
    expect(await take(host, 0, 'chunk_a')).toEqual([]);
    expect(await take(host, 0, 'chunk_b'), 'a slot that is held').toHaveLength(1);
    expect(await findSlot(store, host, 2, now)).toBe(1);
    await take(host, 1, 'chunk_b');
    expect(await findSlot(store, host, 2, now)).toBeUndefined();
    await releaseSlot(store, host, 'chunk_a');
    await releaseSlot(store, host, 'chunk_a');
    await releaseSlot(store, host, 'chunk_unknown');
    expect(await findSlot(store, host, 2, now)).toBe(0);
  });

  it('are reclaimed from a chunk that never releases its slot', async () => {
    const host = 'two.example';
    await take(host, 0, 'chunk_a');
    expect(await findSlot(tables.store, host, 1, later(11))).toBeUndefined();
    expect(await findSlot(tables.store, host, 1, later(13))).toBe(0);
    expect(await take(host, 0, 'chunk_b', later(13))).toEqual([]);
    await releaseSlot(tables.store, host, 'chunk_a');
    expect(await findSlot(tables.store, host, 1, later(13)), 'another chunk holds it now').toBeUndefined();
  });

  it('of one host are separate from those of another host', async () => {
    await take('three.example', 0, 'chunk_a');
    expect(await findSlot(tables.store, 'four.example', 1, now)).toBe(0);
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

describe('a host that asks for a pause', () => {
  it('gets the longest requested pause', async () => {
    const { store } = tables;
    const host = 'six.example';
    const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    expect(await readHostPauseSeconds(store, host, now)).toBe(0);
    await recordHostPause(store, host, secondsLater(60));
    await recordHostPause(store, host, secondsLater(30));
    expect(await readHostPauseSeconds(store, host, now)).toBe(60);
    await recordHostPause(store, host, secondsLater(90));
    expect(await readHostPauseSeconds(store, host, secondsLater(10))).toBe(80);
    expect(await readHostPauseSeconds(store, host, secondsLater(90))).toBe(0);
  });
});
