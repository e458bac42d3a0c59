import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsSchema } from '../../../bench/engines/faults.ts';
import type { Report } from '../../../bench/engines/reports.ts';
import { formatTable } from '../../../bench/engines/table.ts';

const folder = join(import.meta.dirname, '../../../bench/planted-faults');
const fault = (id: string) => ({ id, page: 'a', criterion: '1.1.1', selector: `#${id}`, description: id });
const report = (isViolation: boolean, ...faults: string[]): Report => ({
  isViolation,
  rule: 'a-rule',
  faults,
  html: '<p>',
});

describe('the comparison of engines', () => {
  it('counts what each engine finds, asks about, misses and invents', () => {
    const one = new Map([
      ['a', [report(true, 'x'), report(false, 'x'), report(false, 'y'), report(true), report(false)]],
    ]);
    const lines = formatTable(
      [fault('x'), fault('y'), fault('z')],
      new Map([
        ['One', one],
        ['Two', new Map()],
      ]),
    );
    expect(lines.slice(2)).toEqual([
      '| x | 1.1.1 | found | missed |',
      '| y | 1.1.1 | review | missed |',
      '| z | 1.1.1 | missed | missed |',
      '| **found** |  | 1 | 0 |',
      '| **review** |  | 1 | 0 |',
      '| **missed** |  | 1 | 3 |',
      '| **invented violations** |  | 1 | 0 |',
      '| **reviews of other elements** |  | 1 | 0 |',
      'One invents a-rule: <p>',
    ]);
  });

  it('has a page for each planted fault, and no fault twice', () => {
    const faults = faultsSchema.parse(JSON.parse(readFileSync(join(folder, 'faults.json'), 'utf8')));
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    const pages = readdirSync(folder).filter((name) => name.endsWith('.html'));
    expect([...new Set(faults.map(({ page }) => `${page}.html`))].sort()).toEqual(pages.sort());
    for (const { id, page, selector } of faults) {
      const html = readFileSync(join(folder, `${page}.html`), 'utf8');
      if (selector === `#${id}`) expect(html).toContain(`id="${id}"`);
    }
  });
});
