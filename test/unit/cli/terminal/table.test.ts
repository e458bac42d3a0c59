import { describe, expect, it } from 'vitest';
import { formatTable, formatTableLines } from '../../../../cli/terminal/table.ts';

describe('a table', () => {
  it('aligns columns, also after wide characters', () => {
    const rows = [
      ['ID', 'NAME', 'URL'],
      ['1', '商店', 'https://shop.example/'],
      ['22', 'Shop', 'https://other.example/'],
    ];
    expect(formatTableLines(rows)).toEqual([
      'ID  NAME  URL',
      '1   商店  https://shop.example/',
      '22  Shop  https://other.example/',
    ]);
  });

  it('has no spaces at the end of a line', () => {
    expect(
      formatTableLines([
        ['a', 'long'],
        ['b', 'x'],
      ]),
    ).toEqual(['a  long', 'b  x']);
  });

  it('has headings, and aligns numbers to the right, with any content of cells', () => {
    const rows = [
      { name: 'long name', count: 5 },
      { name: 'x\ny', count: 1000 },
    ];
    const text = formatTable(rows, [
      ['NAME', (row) => row.name],
      ['COUNT', (row) => row.count],
      ['END', () => 'z'],
    ]);
    expect(text).toBe(['NAME       COUNT  END', 'long name      5  z', 'x y         1000  z'].join('\n'));
  });
});
