import { describe, expect, it } from 'vitest';
import { type Listing, listMatching } from '../../../core/listing/listing.ts';

const all = Array.from({ length: 50 }, (_, n) => String(n).padStart(2, '0'));
const idOf = (id: string) => id;

/** Reads a list in parts of a size, counting the reads. */
function reader(list: readonly string[], size: number) {
  const reads: (string | undefined)[] = [];
  const read = async (after: string | undefined): Promise<Listing<string>> => {
    reads.push(after);
    const rest = list.filter((id) => after === undefined || id > after);
    const items = rest.slice(0, size);
    const next = items.at(-1);
    return rest.length > size && next !== undefined ? { items, next } : { items };
  };
  return { read, reads };
}

/** Returns all result pages of a filtered list, as a caller reads them. */
async function pagesOf(matches: (id: string) => boolean, size: number, limit: number) {
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const { items, next } = await listMatching(reader(all, size).read, matches, {
      limit,
      idOf,
      ...(after === undefined ? {} : { after }),
    });
    pages.push(items);
    after = next;
  } while (after !== undefined && pages.length < 200);
  return pages;
}

describe('a filtered list', () => {
  it.each([
    [1, 1],
    [2, 3],
    [7, 2],
    [50, 4],
    [100, 100],
  ])('read %i at a time returns every match once, at most %i a page', async (size, limit) => {
    for (const every of [1, 3, 50]) {
      const matches = (id: string) => Number(id) % every === 0;
      const pages = await pagesOf(matches, size, limit);
      expect(pages.flat()).toEqual(all.filter(matches));
      expect(pages.every((page) => page.length <= limit)).toBe(true);
    }
  });

  it('ends without another page if there are no more matches', async () => {
    const { read } = reader(all, 100);
    expect(await listMatching(read, (id) => id < '02', { limit: 2, idOf })).toEqual({ items: ['00', '01'] });
  });

  it('reads a limited part at a time, and returns a cursor even if nothing matched', async () => {
    const { read, reads } = reader(all, 1);
    const { items, next } = await listMatching(read, () => false, { limit: 5, idOf });
    expect([items, next, reads.length]).toEqual([[], '09', 10]);
  });
});
