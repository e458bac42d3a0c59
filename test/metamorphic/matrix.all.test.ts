import { expect, it } from 'vitest';
import { EXCEPTIONS_SHARE, exceptions } from './exceptions.ts';
import { knownPages } from './known-pages.ts';
import { chooseTwo, listDifferences } from './rule-test.ts';
import { transformations } from './transformations.ts';

/** Each rule is judged in every third transformation, and each transformation with a third of the rules. */
const PART = 3;

it.each(knownPages.map((each, index) => [each.rule, each, index] as const))(
  '%s has the same verdict whatever surrounds its content',
  async (_rule, each, index) => {
    const some = transformations.filter((_, position) => (position + index) % PART === 0);
    expect(await listDifferences(chooseTwo(each), some)).toEqual([]);
  },
);

it('has few exceptions, each for a rule and a transformation that exist', () => {
  expect(exceptions.length).toBeLessThanOrEqual(
    EXCEPTIONS_SHARE * knownPages.length * transformations.length,
  );
  for (const { rule, transformation, page = '' } of exceptions) {
    const pages = knownPages
      .filter((each) => each.rule === rule)
      .flatMap(({ bad, good }) => [...bad, ...good]);
    expect(pages.some(({ name }) => name.endsWith(page))).toBe(true);
    expect(transformations.map(({ name }) => name)).toContain(transformation);
  }
});
