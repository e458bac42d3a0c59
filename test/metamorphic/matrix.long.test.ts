import { expect, it } from 'vitest';
import { knownPages } from './known-pages.ts';
import { listDifferences } from './rule-test.ts';
import { transformations } from './transformations.ts';

it.each(knownPages.flatMap(({ bad, good }) => [...bad, ...good].map((page) => [page.name, page] as const)))(
  'has the same verdict whatever surrounds its content: %s',
  async (_name, page) => {
    expect(await listDifferences([page], transformations)).toEqual([]);
  },
);
