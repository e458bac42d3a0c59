import { describe, expect, it } from 'vitest';
import { findNextPath, formatQuery } from '../../../dashboard/api/call.ts';
import { CallError, parseRetryAfter, readCallError } from '../../../dashboard/api/call-error.ts';
import { describeError } from '../../../dashboard/parts/describe-error.ts';
import { parseWholeNumber } from '../../../dashboard/parts/parse-number.ts';
import { readFieldErrors } from '../../../dashboard/parts/read-field-errors.ts';
import { listDays, sumByDay, sumByOwner } from '../../../dashboard/parts/usage-days.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

describe('a call that fails', () => {
  it.each([
    ['7', 7],
    ['0', 1],
    ['Sat, 21 Nov 2026 08:01:30 GMT', 90],
    ['soon', undefined],
    [null, undefined],
  ])('waits as Retry-After says: %s', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds);
  });

  it('has the words of the problem', async () => {
    const body = JSON.stringify({
      code: 'rate-limited',
      title: 'Too many requests',
      detail: 'The limit is 120. Wait 1 s, then try again.',
      status: 429,
    });
    const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '1' };
    const error = await readCallError(new Response(body, { status: 429, headers }), now);
    expect(error.code).toBe('rate-limited');
    expect(describeError(error)).toEqual({
      title: 'Too many requests',
      text: 'The limit is 120. Wait 1 s, then try again.',
    });
  });

  it('has the seconds to wait if the problem has no words', async () => {
    const body = JSON.stringify({ code: 'service-unavailable', title: 'Not available', status: 503 });
    const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '1' };
    const error = await readCallError(new Response(body, { status: 503, headers }), now);
    expect(describeError(error).text).toBe('Wait for 1 second, then try again.');
  });

  it.each(['offline', 'timeout'] as const)(
    'is not known to have changed nothing if it had to change something: %s',
    (fault) => {
      const describe = (isChange: boolean) =>
        describeError(new CallError(fault, undefined, undefined, isChange)).text;
      expect(describe(false)).toMatch(/[Tt]ry again\.$/);
      expect(describe(true)).toContain('It is not known whether the change was made.');
    },
  );

  it.each([
    ['text/html', '<h1>Bad gateway</h1>'],
    ['application/json', '<h1>Bad gateway</h1>'],
  ])('does not show an answer that is not of the service: %s', async (type, body) => {
    const error = await readCallError(
      new Response(body, { status: 502, headers: { 'Content-Type': type } }),
      now,
    );
    expect(error.fault).toBe('unexpected');
    expect(describeError(error).text).toContain('502');
    expect(describeError(error).text).not.toContain('Bad gateway');
  });

  it('links each error to its field', () => {
    const errors = [
      { path: 'name', message: 'must not be empty' },
      { path: 'siteIds[0]', message: 'must be an id' },
      { path: 'header.Idempotency-Key', message: 'must not be sent' },
      { path: '', message: 'must be an object' },
    ];
    const error = new CallError('problem', { code: 'invalid-request', errors });
    expect(readFieldErrors(error, { name: 'Name', siteIds: 'Sites' })).toEqual([
      { field: 'name', message: 'Name must not be empty' },
      { field: 'siteIds', message: 'Sites, entry 1, must be an id' },
      { field: null, message: 'header.Idempotency-Key must not be sent' },
      { field: null, message: 'must be an object' },
    ]);
  });
});

describe('the pages of an export', () => {
  it.each([
    ['</api/v1/audit-entries/export?cursor=2>; rel="next"', '/audit-entries/export?cursor=2'],
    // The host behind the distribution is another origin.
    ['<https://x.execute-api.eu-west-1.amazonaws.com/api/v1/a?cursor=2>; rel="next"', '/a?cursor=2'],
    ['<https://evil.example/>; rel="next"', null],
    ['</api/v1/a>; rel="prev"', null],
    [null, null],
  ])('follow only paths of the API: %s', (link, path) => {
    expect(findNextPath(link)).toBe(path);
  });
});

describe('a query', () => {
  it('has no empty members', () => {
    expect(formatQuery({ limit: 10, cursor: undefined, action: '' })).toBe('?limit=10');
    expect(formatQuery({})).toBe('');
  });
});

describe('a number', () => {
  it.each([
    ['90', 90],
    [' 1.5 ', 1.5],
    ['', null],
    ['ten', null],
  ])('is sent as it was entered: %j', (text, value) => {
    expect(parseWholeNumber(text)).toBe(value);
  });
});

describe('the days of a chart', () => {
  it('include days without usage', () => {
    const range = { from: '2026-02-27', to: '2026-03-01' };
    const usage = [
      { day: '2026-02-28', requests: 3, scans: 0, pages: 0, lastUsedAt: null },
      { day: '2026-02-28', requests: 4, scans: 0, pages: 0, lastUsedAt: null },
    ];
    expect(sumByDay(usage, range, 'requests').map(({ value }) => value)).toEqual([0, 7, 0]);
    expect(listDays({ from: 'x', to: 'y' })).toEqual([]);
  });

  it('are summed up for each owner, with the last use', () => {
    const entry = (owner: string, requests: number, lastUsedAt: string | null) => ({
      owner,
      day: '2026-02-28',
      requests,
      scans: 1,
      pages: 2,
      lastUsedAt,
    });
    const usage = [
      entry('a', 1, '2026-02-27T00:00:00Z'),
      entry('b', 5, null),
      entry('a', 2, '2026-02-28T00:00:00Z'),
      entry('a', 1, null),
    ];
    expect(sumByOwner(usage, ({ owner }) => owner)).toEqual([
      entry('b', 5, null),
      { ...entry('a', 4, '2026-02-28T00:00:00Z'), scans: 3, pages: 6 },
    ]);
  });
});
