import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseFaults } from '../../../scripts/mutate/choose-faults.ts';
import { applyFault, listFaults } from '../../../scripts/mutate/list-faults.ts';

const root = join(import.meta.dirname, '..', '..', '..');

describe('the faults of a source file', () => {
  it.each([
    ['if (a) b();', 'condition inverted', ['if (!(a)) b();']],
    ['const x = a ? 1 : 2;', 'condition inverted', ['const x = !(a) ? 1 : 2;']],
    ['while (a) b();', 'condition inverted', ['while (!(a)) b();']],
    ['const x = a <= b;', 'bound moved', ['const x = a < b;']],
    ['const x = a > b;', 'bound moved', ['const x = a >= b;']],
    ['const x = a === b;', 'bound moved', []],
    ['a(); const x = b();', 'call omitted', ['; const x = b();']],
    ['await a();', 'call omitted', [';']],
    [
      'const x = [5, true, "text"];',
      'constant changed',
      ['const x = [6, true, "text"];', 'const x = [5, false, "text"];'],
    ],
    ['if (a) b(); else c();', 'branch removed', ['if (a) b(); else {}']],
    ['if (a) return;', 'branch removed', ['{}']],
  ])('%s, %s', (source, kind, expected) => {
    const faults = listFaults('file.ts', source).filter((fault) => fault.kind === kind);
    expect(faults.map((fault) => applyFault(source, fault)).sort()).toEqual(expected.toSorted());
  });

  it('have the line of what changes', () => {
    expect(listFaults('file.ts', '\n\nconst x = a < b;')).toMatchObject([{ line: 3 }]);
  });
});

describe('the faults of a seed', () => {
  const take = (seed: number) => {
    const faults = chooseFaults(root, seed);
    return Array.from({ length: 12 }, () => faults.next().value);
  };

  it('are always the same, and others than those of another seed', () => {
    expect(take(1)).toEqual(take(1));
    expect(take(1)).not.toEqual(take(2));
  });

  it('change production code only', () => {
    for (const fault of take(3))
      expect(fault?.file).toMatch(/^(?!test|scripts|bench|client\/generated)[\w-]+\//);
  });
});
