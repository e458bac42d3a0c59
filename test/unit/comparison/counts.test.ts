import { describe, expect, it } from 'vitest';
import { runsOf } from '../../support/hold.ts';
import {
  compare,
  countsOf,
  type Element,
  numbers,
  type PageOptions,
  pageOf,
  stateOf,
  stateWith,
} from './fixtures.ts';

function elements(next: (below: number) => number): Element[] {
  return Array.from({ length: next(12) }, () => {
    const is = `e${next(5)}`;
    return {
      is,
      ...(next(4) === 0 ? { was: `old ${is}` } : {}),
      at: `p${next(6)}`,
      markup: `m${next(3)}`,
      kind: next(3) === 0 ? 'review' : 'violation',
      rule: next(3) === 0 ? 'label' : 'image-alt',
      ...(next(4) === 0 ? { frame: [`#f${next(2)}`] } : {}),
    } satisfies Element;
  });
}

function options(next: (below: number) => number): PageOptions {
  return {
    notRun: next(5) === 0 ? ['label'] : [],
    beyond: next(5) === 0 ? { 'image-alt': next(4) } : {},
    framesNotScanned: next(4) === 0 ? [[`#f${next(2)}`]] : [],
  };
}

describe('comparing any page with any other', () => {
  it('counts every finding of both exactly once', async () => {
    for (let seed = 1; seed <= runsOf(100); seed += 1) {
      const next = numbers(seed);
      const first = stateWith(elements(next), options(next));
      const baseline = stateOf(
        { '/a': [next(6) === 0 ? null : pageOf(elements(next), options(next))] },
        { scanId: 'scan_2', carried: first },
      );
      const page = pageOf(elements(next), options(next));
      const compared = await compare(baseline, [page]);
      const listed = page.result.findings.reduce((sum, { nodes }) => sum + nodes.length, 0);
      const beyond = page.result.findings.reduce(
        (sum, { nodes, nodeCount }) => sum + nodeCount - nodes.length,
        0,
      );
      const known = Object.values(baseline.pages['/a']?.rules ?? {}).reduce(
        (sum, { findings }) => sum + findings.length,
        0,
      );
      const { unchanged = 0, reclassified = 0 } = countsOf(compared);
      expect(compared.judgements.size, `seed ${seed}`).toBe(listed);
      expect(
        compared.unlisted.reduce((sum, { count }) => sum + count, 0),
        `seed ${seed}`,
      ).toBe(beyond);
      expect(
        unchanged + reclassified + compared.fixed.length + compared.notSeenAgain.length,
        `seed ${seed}`,
      ).toBe(known);
    }
  });

  it('finds everything unchanged when nothing changed', async () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const next = numbers(seed);
      const addresses = Array.from({ length: 1 + (seed % 3) }, () => pageOf(elements(next)));
      const compared = await compare(stateOf({ '/a': addresses }), addresses);
      expect(Object.keys(countsOf(compared)).filter((state) => state !== 'unchanged')).toEqual([]);
      expect([...compared.fixed, ...compared.notSeenAgain, ...compared.unlisted]).toEqual([]);
    }
  });
});
