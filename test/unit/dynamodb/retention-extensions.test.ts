import { BatchGetCommand, type QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { listDueExtensions } from '../../../adapters/dynamodb/retention-extensions.ts';
import type { Store } from '../../../adapters/dynamodb/store.ts';

const until = new Date('2026-11-22T10:00:00.000Z');
const latest = (scanId: string, gsi3sk: string) => ({
  pk: 'of-site#site_1',
  sk: `latest#${scanId}`,
  gsi3pk: 'renew#0',
  gsi3sk,
  accountId: 'acct_1',
  siteId: 'site_1',
  scanId,
});

/** A store whose index still lists items as they were before their retention was extended. */
function storeWithStaleIndex(items: ReturnType<typeof latest>[], inIndex: string): Store {
  const send = async (command: QueryCommand | BatchGetCommand) => {
    if (command instanceof BatchGetCommand) return { Responses: { main: items } };
    const isShard = command.input.ExpressionAttributeValues?.[':shard'] === 'renew#0';
    return { Items: isShard ? items.map(({ pk, sk }) => ({ pk, sk, gsi3sk: inIndex })) : [] };
  };
  return { db: { send } as unknown as Store['db'], table: 'main' };
}

describe('the due extensions of retention', () => {
  it('do not include an item whose retention was extended after the index read it', async () => {
    const items = [
      latest('scan_due', until.toISOString()),
      latest('scan_renewed', '2026-11-22T10:00:00.001Z'),
    ];
    const store = storeWithStaleIndex(items, '2026-10-01T10:00:00.000Z');
    const due = await listDueExtensions(store, until);
    expect(due.map(({ scanIds }) => scanIds)).toEqual([['scan_due']]);
  });
});
