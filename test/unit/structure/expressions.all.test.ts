import { expect, it } from 'vitest';
import { listLiteralExpressions } from './expressions.ts';
import { findSuperlinear } from './superlinear.ts';

it('regular expressions take linear time for hostile texts of two repeated pieces', () => {
  const found = listLiteralExpressions().flatMap((each) => findSuperlinear(each, { withPairs: true }));
  expect(found).toEqual([]);
});
