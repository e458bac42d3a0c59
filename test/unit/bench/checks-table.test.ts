import { expect, it } from 'vitest';
import { joinRounds, type PageCost } from '../../../bench/checks/table.ts';

const cost = (real: number) => ({ real, cpu: real * 2 });
const page = (url: string, all: number, dom: number): PageCost => ({
  url,
  all: cost(all),
  axe: cost(all / 2),
  phases: new Map([['dom', cost(dom)]]),
});

it('takes the median of each page and phase, so that one disturbed round does not count', () => {
  const rounds = [
    [page('/one', 100, 10), page('/two', 300, 35)],
    [page('/one', 900, 90), page('/two', 310, 31)],
    [page('/one', 120, 11), page('/two', 320, 33)],
  ];
  expect(joinRounds(rounds)).toEqual([page('/one', 120, 11), page('/two', 310, 33)]);
});
