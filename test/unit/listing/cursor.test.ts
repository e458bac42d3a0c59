import { describe, expect, it } from 'vitest';
import { type CursorScope, decodeCursor, encodeCursor } from '../../../core/listing/cursor.ts';

const secret = Buffer.alloc(32, 7).toString('base64url');
const scope: CursorScope = {
  accountId: 'acct_1',
  secret,
  call: 'list-scans',
  filters: { siteId: 's', status: undefined },
};

const refusal = expect.objectContaining({ code: 'cursor-invalid' });

function outcome(read: () => string): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

describe('a cursor', () => {
  it('is decoded to the position that it was built from', () => {
    expect(decodeCursor(scope, encodeCursor(scope, 'scan_5'))).toBe('scan_5');
  });

  it.each([
    ['another account', { accountId: 'acct_2' }],
    ['another secret', { secret: Buffer.alloc(32, 8).toString('base64url') }],
    ['another call', { call: 'list-sites' }],
    ['another filter', { filters: { siteId: 's', status: 'queued' } }],
    ['another site', { filters: { siteId: 't' } }],
  ])('is rejected for %s', (_, other) => {
    const cursor = encodeCursor(scope, 'scan_5');
    expect(outcome(() => decodeCursor({ ...scope, ...other }, cursor))).toEqual(refusal);
  });

  it('is rejected if any single character is changed, missing or doubled', () => {
    const cursor = encodeCursor(scope, 'scan_5');
    for (let at = 0; at < cursor.length; at++) {
      const [before, char, after] = [cursor.slice(0, at), cursor[at]!, cursor.slice(at + 1)];
      for (const other of ['', char + char, char === 'A' ? 'B' : 'A', '.', '=', ' ', '\u{1f600}']) {
        if (other === char) continue;
        expect(
          outcome(() => decodeCursor(scope, before + other + after)),
          `${at} ${other}`,
        ).toEqual(refusal);
      }
    }
  });

  it('is rejected, without an internal error, for arbitrary texts', () => {
    for (const text of [
      '.',
      '..',
      'a.b',
      'e30.',
      '.e30',
      '\u0000',
      'é.é',
      'x'.repeat(1000),
      `${'A'.repeat(40)}.${'A'.repeat(43)}`,
    ]) {
      expect(
        outcome(() => decodeCursor(scope, text)),
        text,
      ).toEqual(refusal);
    }
  });
});
