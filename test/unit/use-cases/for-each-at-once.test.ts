import { expect, it } from 'vitest';
import { forEachAtOnce } from '../../../use-cases/for-each-at-once.ts';

it('handles each item once, also one that is undefined, and as many at once as it may', async () => {
  const items = [1, undefined, 3, 4, 5];
  const handled: unknown[] = [];
  let running = 0;
  let most = 0;
  await forEachAtOnce(items, 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    handled.push(item);
    running -= 1;
  });
  expect(handled).toEqual(items);
  expect(most).toBe(2);
});

it('rejects with the error of an item, and the others go on', async () => {
  const handled: number[] = [];
  const all = forEachAtOnce([1, 2, 3, 4], 2, async (item) => {
    if (item === 1) throw new Error('first');
    handled.push(item);
  });
  await expect(all).rejects.toThrow('first');
  await expect.poll(() => handled).toEqual([2, 3, 4]);
});
