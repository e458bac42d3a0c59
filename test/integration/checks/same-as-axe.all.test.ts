import { expect, it } from 'vitest';
import { notRunInFight, scanRepeatedly } from './interactive-pages.ts';

it.each([
  ['/changing', []],
  ['/controls', []],
  ['/frames', []],
  ['/fight', notRunInFight],
] as const)('the interaction with a page gives the same results each time: %s', async (path, expected) => {
  const { texts, notRun } = await scanRepeatedly(path, 4);
  expect(notRun).toEqual(expected);
  expect(texts.size).toBe(1);
});
