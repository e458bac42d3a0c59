import { describe, expect, it } from 'vitest';
import { tableLines } from '../../../../cli/terminal/table.ts';

describe('a table', () => {
  it('has columns that begin below each other, also below wide characters', () => {
    const rows = [
      ['ID', 'NAME', 'URL'],
      ['1', '商店', 'https://shop.example/'],
      ['22', 'Shop', 'https://other.example/'],
    ];
    expect(tableLines(rows)).toEqual([
      'ID  NAME  URL',
      '1   商店  https://shop.example/',
      '22  Shop  https://other.example/',
    ]);
  });

  it('has no spaces at the end of a line', () => {
    expect(
      tableLines([
        ['a', 'long'],
        ['b', 'x'],
      ]),
    ).toEqual(['a  long', 'b  x']);
  });
});
