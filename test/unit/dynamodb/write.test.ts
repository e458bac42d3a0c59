import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../adapters/dynamodb/store.ts';
import { write, writeIf } from '../../../adapters/dynamodb/write.ts';

const about = { message: 'thrown by a test', $metadata: {} };
const command = new UpdateCommand({ TableName: 'main', Key: { pk: 'a', sk: 'b' } });

/** A store whose next calls end in these errors, and then succeed. */
function storeThatThrows(errors: Error[]): { store: Store; calls: () => number } {
  let calls = 0;
  const send = async () => {
    const error = errors[calls++];
    if (error) throw error;
    return { Attributes: { done: true } };
  };
  return { store: { db: { send } as unknown as Store['db'], table: 'main' }, calls: () => calls };
}

describe('a single write', () => {
  it('is retried if its item is in a transaction at the time', async () => {
    const conflicts = [new TransactionConflictException(about), new TransactionConflictException(about)];
    const { store, calls } = storeThatThrows(conflicts);
    expect((await write(store, command)).Attributes).toEqual({ done: true });
    expect(calls()).toBe(3);
  });

  it('gives up after ten conflicts', async () => {
    const { store, calls } = storeThatThrows(Array(20).fill(new TransactionConflictException(about)));
    await expect(write(store, command)).rejects.toBeInstanceOf(TransactionConflictException);
    expect(calls()).toBe(10);
  });

  it('is not retried if its condition fails', async () => {
    const { store, calls } = storeThatThrows([new ConditionalCheckFailedException(about)]);
    expect(await writeIf(store, command)).toBe(false);
    expect(calls()).toBe(1);
  });

  it('throws other errors', async () => {
    const { store } = storeThatThrows([new Error('no network')]);
    await expect(writeIf(store, command)).rejects.toThrow('no network');
  });
});
