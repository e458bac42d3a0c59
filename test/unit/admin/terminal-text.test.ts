import { describe, expect, test } from 'vitest';
import { table } from '../../../admin/terminal-text.ts';

describe('text for the terminal', () => {
  test('is aligned as a table, numbers to the right, whatever the cells hold', () => {
    const rows = [
      { name: 'long name', count: 5 },
      { name: 'x\ny', count: 1000 },
    ];
    const text = table(rows, [
      ['NAME', (row) => row.name],
      ['COUNT', (row) => row.count],
      ['END', () => 'z'],
    ]);
    expect(text).toBe(['NAME       COUNT  END', 'long name      5  z', 'x y         1000  z'].join('\n'));
  });
});
