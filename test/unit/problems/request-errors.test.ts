import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildProblemBody, createInvalidRequest } from '../../../core/problems/problem.ts';
import { listRequestErrors } from '../../../core/problems/request-errors.ts';
import { scanConfigSchema } from '../../../core/scans/scan-config.ts';
import { scheduleBodySchema } from '../../../core/schedules/schedule-body.ts';
import { createSiteSchema } from '../../../core/sites/site-bodies.ts';

const trigger = z.strictObject({ config: scanConfigSchema });

function errorsOf(input: unknown) {
  const parsed = trigger.safeParse(input);
  if (parsed.success) throw new Error('the input was meant to be wrong');
  return listRequestErrors(parsed.error, '', input, trigger);
}

describe('errors of a request', () => {
  it('name the position of an invalid value, the allowed values, and the nearest one', () => {
    const [error, ...others] = errorsOf({ config: { rules: ['wcag-a', 'wcag_AA'] } });
    expect(others).toEqual([]);
    expect(error?.path).toBe('config.rules[1]');
    expect(error?.message).toContain('did you mean wcag-aa?');
    expect(error?.allowed).toEqual(expect.arrayContaining(['wcag-a', 'wcag-aa', 'best-practice']));
  });

  it('list the allowed values if none is near', () => {
    const [error] = errorsOf({ config: { rules: ['wcag-a'], priority: 'whenever' } });
    expect(error).toEqual({
      path: 'config.priority',
      message: 'must be one of high, normal, low',
      allowed: ['high', 'normal', 'low'],
    });
  });

  it('name unknown members one by one', () => {
    const paths = errorsOf({ config: { rules: ['wcag-a'], depth: 3, 'max pages': 1 }, cfg: 1 }).map(
      ({ path }) => path,
    );
    expect(paths).toEqual(['config.depth', 'config["max pages"]', 'cfg']);
  });

  it('suggest the nearest member for an unknown one, at any depth', () => {
    const messages = errorsOf({
      config: {
        rules: ['wcag-a'],
        max_pages: 1,
        Depth: 1,
        waitFor: { selektor: 'a' },
        expect: { Status: 1 },
      },
      konfig: {},
    }).map(({ path, message }) => `${path} ${message}`);
    expect(messages).toEqual([
      'config.waitFor must be {"selector": "…"} or {"milliseconds": 0 to 10000}',
      'config.expect.Status is not known here; did you mean status?',
      'config.expect must have status or login',
      'config.max_pages is not known here; did you mean maxPages?',
      'config.Depth is not known here',
      'konfig is not known here; did you mean config?',
    ]);
    const [error] = errorsOf({
      config: { rules: ['wcag-a'], viewport: { width: 800, height: 600, depth: 1 } },
    });
    expect(error).toEqual({
      path: 'config.viewport.depth',
      message: 'is not known here',
      allowed: ['width', 'height'],
    });
  });

  it('do not suggest a member for itself that another variant has', () => {
    const input = {
      every: 'day',
      on: ['monday'],
      at: '06:00',
      timeZone: 'UTC',
      config: { rules: ['wcag-a'] },
    };
    const parsed = scheduleBodySchema.safeParse(input);
    if (parsed.success) return expect.unreachable();
    const [error] = listRequestErrors(parsed.error, '', input, scheduleBodySchema);
    expect(error).toMatchObject({ path: 'on', message: 'is not known here' });
    expect(error?.allowed).not.toContain('on');
  });

  it('state what is missing, and what has the wrong type', () => {
    expect(errorsOf({})).toEqual([{ path: 'config', message: 'is required' }]);
    expect(errorsOf({ config: { rules: 'wcag-aa' } })).toEqual([
      { path: 'config.rules', message: 'must be an array, not a string' },
    ]);
    expect(errorsOf([])).toEqual([{ path: '', message: 'must be an object, not an array' }]);
    expect(errorsOf({ config: { rules: [] } })).toEqual([
      { path: 'config.rules', message: 'must name at least one rule set' },
    ]);
  });

  it('state one error for a number that is not allowed', () => {
    const ofPages = (maxPages: number) => {
      const input = { name: 'Site', url: 'https://www.example.com/', pages: ['/a'], maxPages };
      const parsed = createSiteSchema.safeParse(input);
      return parsed.success ? [] : listRequestErrors(parsed.error, '', input, createSiteSchema);
    };
    expect(
      [0, -1, 2.5, 1, Number.POSITIVE_INFINITY, 2].map((maxPages) =>
        ofPages(maxPages).map(({ message }) => message),
      ),
    ).toEqual([
      ['must be at least 1'],
      ['must be at least 1'],
      ['must be a whole number; it is 2.5'],
      ['must be at least 2, the number of the start URL and the listed pages; it is 1'],
      ['must be a smaller number'],
      [],
    ]);
  });

  it('show hostile names truncated and escaped', () => {
    const paths = errorsOf({ config: {}, 'a\u001b\u202e\n': 0, ['n'.repeat(200)]: 0 }).map(
      ({ path }) => path,
    );
    expect(paths.slice(1)).toEqual(['["a[U+001B][U+202E] "]', `["${'n'.repeat(99)}…"]`]);
  });

  it('are limited to a readable number; the others are counted', () => {
    const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`m${index}`, 0]));
    const problem = createInvalidRequest(errorsOf({ config: { rules: ['wcag-a'] }, ...members }));
    expect(problem.errors).toHaveLength(50);
    expect(problem.detail).toContain('(and 19999 more, errors has the first 50)');
  });

  it('reject __proto__ as an unknown member', () => {
    expect(errorsOf(JSON.parse('{"config":{"rules":["wcag-a"],"__proto__":{"x":1}}}'))).toEqual([
      { path: 'config.__proto__', message: 'is not known here', allowed: expect.any(Array) },
    ]);
    expect(errorsOf(JSON.parse('{"constructor":{},"config":{"rules":["wcag-a"]}}'))[0]?.path).toBe(
      'constructor',
    );
  });
});

describe('the detail of a wrong request', () => {
  it('ends as a sentence does, with a single full stop', () => {
    const errors = errorsOf({ config: { rules: ['wcag_AA'] } });
    expect(createInvalidRequest(errors).detail).toMatch(/did you mean wcag-aa\?$/);
    const more = errorsOf({ config: { rules: ['wcag_AA'] }, cfg: 1 });
    expect(createInvalidRequest(more).detail).toMatch(/\?.* \(and 1 more, see errors\)\.$/);
  });
});

describe('the body of a problem', () => {
  it('carries code, status, request id and errors', () => {
    const body = buildProblemBody(createInvalidRequest([{ path: 'config.url', message: 'is wrong' }]), 'abc');
    expect(body).toEqual({
      type: 'urn:a11y-scan:problem:invalid-request',
      title: 'Invalid request',
      status: 422,
      detail: 'config.url is wrong.',
      code: 'invalid-request',
      instance: 'urn:uuid:abc',
      errors: [{ path: 'config.url', message: 'is wrong' }],
    });
  });
});
