import { describe, expect, it } from 'vitest';
import { readItems } from '../../../adapters/dynamodb/read-items.ts';
import type { Store } from '../../../adapters/dynamodb/store.ts';
import { toProblem } from '../../../adapters/http/answer-problems.ts';

type Key = { pk: string; sk: string };
type Request = { input: { RequestItems: { main: { Keys: Key[]; ConsistentRead: boolean } } } };

const keys = (count: number): Key[] => Array.from({ length: count }, (_, at) => ({ pk: 'a', sk: `${at}` }));

/** A store that returns a number of keys of each call, the last ones first, and leaves the others unprocessed. */
function storeThatAnswers(perCall: number, exists: (key: Key) => boolean = () => true) {
  const asked: number[] = [];
  const send = async ({ input }: Request) => {
    const { Keys } = input.RequestItems.main;
    asked.push(Keys.length);
    const left = Keys.slice(0, Math.max(0, Keys.length - perCall));
    const items = Keys.slice(left.length).filter(exists).toReversed();
    return {
      Responses: { main: items.map((key) => ({ ...key, value: key.sk })) },
      UnprocessedKeys: left.length > 0 ? { main: { Keys: left } } : {},
    };
  };
  return { store: { db: { send } as unknown as Store['db'], table: 'main' }, asked };
}

describe('reading items by their keys', () => {
  it('requests at most 100 keys in one call', async () => {
    const { store, asked } = storeThatAnswers(100);
    expect(await readItems(store, keys(205))).toHaveLength(205);
    expect(asked).toEqual([100, 100, 5]);
  });

  it('retries keys that were not processed, and returns the items in the order of the keys', async () => {
    const { store, asked } = storeThatAnswers(40, ({ sk }) => sk !== '7');
    const items = await readItems(store, keys(90));
    expect(items.map(({ sk }) => sk)).toEqual(keys(90).flatMap(({ sk }) => (sk === '7' ? [] : [sk])));
    expect(asked).toEqual([90, 50, 10]);
  });

  it('gives up after ten attempts, so that the API responds with 503', async () => {
    const { store, asked } = storeThatAnswers(0);
    const error = await readItems(store, keys(3)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: '3 items were not read in 10 attempts' });
    expect(toProblem(error).code).toBe('service-unavailable');
    expect(asked).toHaveLength(10);
  });
});
