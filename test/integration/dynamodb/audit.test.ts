import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { buildAuditItem, readAuditLog, recordRead } from '../../../adapters/dynamodb/audit.ts';
import { transact } from '../../../adapters/dynamodb/transact.ts';
import { createId } from '../../../core/ids.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await startTables();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => tables.stop());

const now = new Date('2026-11-21T10:00:00.000Z');
const buildEvent = (accountId: string, actor: string) => ({
  by: { accountId, actor, requestId: 'r' },
  action: 'report.linked' as const,
  target: 'scan_1',
  now,
});
const readActors = async (accountId: string) =>
  (await Array.fromAsync(readAuditLog(tables.store, accountId))).map(({ actor }) => actor);

/** Makes the random part of every id the same, so that ids of one time are equal. */
const useEqualIds = () => vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => bytes);

it('refuses to replace an entry with one of the same id, in a transaction and in a single write', async () => {
  const { store } = tables;
  useEqualIds();
  expect(await transact(store, [buildAuditItem(store, buildEvent('acct_1', 'first'))])).toEqual([]);
  const again = await transact(store, [buildAuditItem(store, buildEvent('acct_1', 'second'))]);
  expect(again).toEqual([{ index: 0 }]);
  await recordRead(store, buildEvent('acct_1', 'third'));
  expect(await readActors('acct_1')).toEqual(['first']);
});

it('refuses the change of a transaction whose entry would replace another one', async () => {
  const { store } = tables;
  useEqualIds();
  await recordRead(store, buildEvent('acct_2', 'first'));
  const item = { pk: 'changed', sk: 'changed' };
  const change = { Put: { TableName: store.table, Item: item } };
  const failed = await transact(store, [change, buildAuditItem(store, buildEvent('acct_2', 'second'))]);
  expect(failed).toEqual([{ index: 1 }]);
  expect(await readActors('acct_2')).toEqual(['first']);
});

it('gives events of the same millisecond different ids', async () => {
  const { store } = tables;
  await Promise.all(
    ['first', 'second', 'third'].map((actor) => recordRead(store, buildEvent('acct_3', actor))),
  );
  expect((await readActors('acct_3')).sort()).toEqual(['first', 'second', 'third']);
  expect(createId('audit', now)).not.toBe(createId('audit', now));
});
