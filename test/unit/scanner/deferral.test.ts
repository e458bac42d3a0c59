import { describe, expect, it } from 'vitest';
import { getRetryAfterSeconds } from '../../../scanner/page/deferral.ts';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

describe('the pause that a server requests', () => {
  it.each<[string, number | null, string | undefined, number | null, number | null]>([
    ['429 without a header', 429, undefined, null, 30],
    ['429 with seconds', 429, '7', null, 7],
    ['429 with a date', 429, 'Thu, 01 Jan 2026 12:01:30 GMT', null, 90],
    ['a date that is past', 429, 'Thu, 01 Jan 2026 11:00:00 GMT', null, 1],
    ['no time at all', 429, '0', null, 1],
    ['longer than the maximum', 429, '99999999999999999999', null, 3_600],
    ['nonsense', 429, '-5; DROP', null, 30],
    ['a number that is not an integer', 429, '1e9', null, 30],
    ['503 with seconds', 503, ' 120 ', null, 120],
    ['503 without a header', 503, undefined, null, null],
    ['503 with an invalid header', 503, 'soon', null, null],
    ['503 that is expected', 503, '120', 503, null],
    ['429 that is expected', 429, '5', 429, null],
    ['a redirect with the header', 301, '120', null, null],
    ['a successful page with the header', 200, '120', null, null],
    ['no response', null, undefined, null, null],
  ])('%s', (_name, httpStatus, value, expectStatus, seconds) => {
    const headers: Record<string, string> = value === undefined ? {} : { 'retry-after': value };
    expect(getRetryAfterSeconds({ httpStatus, expectStatus, headers }, now)).toBe(seconds);
  });
});
