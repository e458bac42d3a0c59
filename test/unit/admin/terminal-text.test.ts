import { describe, expect, test } from 'vitest';
import { jsonText, oneLine, table } from '../../../admin/terminal-text.ts';

const hostile = 'a\u001b]0;x\u0007\u009b31m\u202eb\r\n\tc\u{e0041}';

describe('text for the terminal', () => {
  test('has no character that a terminal obeys and no line break', () => {
    expect(oneLine(hostile)).toBe('a[U+001B]]0;x[U+0007][U+009B]31m[U+202E]b c[U+E0041]');
  });

  test('stays the same value as JSON, without such a character in it', () => {
    const text = jsonText({ hostile });
    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
    expect(JSON.parse(text)).toEqual({ hostile });
  });

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
