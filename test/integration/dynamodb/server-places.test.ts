import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findPlace,
  leavePlace,
  listWaiting,
  pauseServer,
  readPause,
  stopWaiting,
  takePlaceItem,
  waitForPlace,
} from '../../../adapters/dynamodb/server-places.ts';
import { transact } from '../../../adapters/dynamodb/transact.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const now = new Date('2026-11-21T10:00:00.000Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

describe('the places at a server', () => {
  const take = (server: string, place: number, chunkId: string, at = now) =>
    transact(tables.store, [
      takePlaceItem(tables.store, { server, place, chunkId, accountId: 'acct_a', now: at }),
    ]);

  it('are held by one chunk each, and free again when it gives its place back', async () => {
    const { store } = tables;
    const server = 'one.example';
    expect(await findPlace(store, server, 2, now)).toBe(0);
    expect(await take(server, 0, 'chunk_a')).toEqual([]);
    expect(await take(server, 0, 'chunk_b'), 'a place that is held').toHaveLength(1);
    expect(await findPlace(store, server, 2, now)).toBe(1);
    await take(server, 1, 'chunk_b');
    expect(await findPlace(store, server, 2, now)).toBeUndefined();
    await leavePlace(store, server, 'chunk_a');
    await leavePlace(store, server, 'chunk_a');
    await leavePlace(store, server, 'chunk_unknown');
    expect(await findPlace(store, server, 2, now)).toBe(0);
  });

  it('are lost by a chunk that never gives its place back', async () => {
    const server = 'two.example';
    await take(server, 0, 'chunk_a');
    expect(await findPlace(tables.store, server, 1, later(11))).toBeUndefined();
    expect(await findPlace(tables.store, server, 1, later(13))).toBe(0);
    expect(await take(server, 0, 'chunk_b', later(13))).toEqual([]);
    await leavePlace(tables.store, server, 'chunk_a');
    expect(await findPlace(tables.store, server, 1, later(13)), 'another chunk has it now').toBeUndefined();
  });

  it('of one server are not those of another', async () => {
    await take('three.example', 0, 'chunk_a');
    expect(await findPlace(tables.store, 'four.example', 1, now)).toBe(0);
  });

  it('are waited for by scans, those first whose account holds the fewest, then the oldest, until they stop', async () => {
    const { store } = tables;
    const server = 'five.example';
    const waiting = async () => (await listWaiting(store, server)).map(({ scanId }) => scanId);
    for (const [scanId, accountId] of [
      ['scan_b', 'acct_a'],
      ['scan_a', 'acct_a'],
      ['scan_c', 'acct_b'],
      ['scan_b', 'acct_a'],
    ] as const) {
      await waitForPlace(store, server, { scanId, accountId, priority: 'normal' }, now);
    }
    expect(await waiting()).toEqual(['scan_a', 'scan_c', 'scan_b']);
    await take(server, 0, 'chunk_a');
    expect(await waiting(), 'whose account holds a place already').toEqual(['scan_c', 'scan_a', 'scan_b']);
    await stopWaiting(store, server, 'scan_a');
    await stopWaiting(store, server, 'scan_a');
    expect(await waiting()).toEqual(['scan_c', 'scan_b']);
  });
});

describe('a server that wants to be left alone', () => {
  it('is, for the longest time that it asked for', async () => {
    const { store } = tables;
    const server = 'six.example';
    const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    expect(await readPause(store, server, now)).toBe(0);
    await pauseServer(store, server, secondsLater(60));
    await pauseServer(store, server, secondsLater(30));
    expect(await readPause(store, server, now)).toBe(60);
    await pauseServer(store, server, secondsLater(90));
    expect(await readPause(store, server, secondsLater(10))).toBe(80);
    expect(await readPause(store, server, secondsLater(90))).toBe(0);
  });
});
