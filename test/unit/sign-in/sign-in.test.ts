import { describe, expect, it } from 'vitest';
import {
  type Attempt,
  encodeAttempt,
  findAttempt,
  getAttemptCookieName,
  listOutdatedAttempts,
} from '../../../core/sign-in/attempt.ts';
import { describeBrowser } from '../../../core/sign-in/describe-browser.ts';
import { parseReturnPath } from '../../../core/sign-in/return-path.ts';
import { parseDashboardOrigin, parseSignInSettings } from '../../../core/sign-in/settings.ts';

const now = new Date('2026-11-23T10:00:00.000Z');
const attempt = (id: string, minutes = 0): Attempt => ({
  state: id.repeat(43),
  nonce: 'n'.repeat(43),
  verifier: 'v'.repeat(43),
  return: '/',
  startedAt: now.getTime() - minutes * 60_000,
  again: false,
});
const cookie = (of: Attempt) => ({ name: getAttemptCookieName(of.state), value: encodeAttempt(of) });

describe('an attempt', () => {
  it('is found by its state for less than ten minutes, and not from the future', () => {
    for (const [minutes, isFound] of [
      [0, true],
      [9.99, true],
      [10, false],
      [-1, false],
    ] as const) {
      const one = attempt('a', minutes);
      expect(findAttempt([cookie(one)], one.state, now) !== undefined, String(minutes)).toBe(isFound);
    }
  });

  it('is not found if two cookies have its name, or another one has', () => {
    const one = attempt('a');
    expect(findAttempt([cookie(one), cookie(one)], one.state, now)).toBeUndefined();
    expect(findAttempt([cookie(attempt('b'))], one.state, now)).toBeUndefined();
  });

  it('is kept with one other when another one starts, and none that is over or malformed', () => {
    const [oldest, middle, newest, over] = [
      attempt('a', 3),
      attempt('b', 2),
      attempt('c', 1),
      attempt('d', 11),
    ];
    const cookies = [oldest, newest, over, middle].map(cookie);
    const bad = { name: '__Host-sign-in-x', value: 'x' };
    const hostile = { name: '__Host-sign-in-\r\nX: y', value: 'x' };
    expect(listOutdatedAttempts([...cookies, bad, hostile], now)).toEqual([
      getAttemptCookieName(oldest.state),
      getAttemptCookieName(over.state),
      bad.name,
    ]);
  });
});

describe('the path to return to', () => {
  it.each([
    '/',
    '/settings/api-keys?role=viewer#list',
    '/a%20b',
    '/apis',
    '/settings/api',
    `/${'x'.repeat(511)}`,
  ])('is kept: %s', (path) => expect(parseReturnPath(path)).toBe(path));

  it.each([
    undefined,
    '',
    'x',
    '//x',
    '/\\x',
    '/a\tb',
    '/a b',
    '/x/..//y',
    '/api',
    '/api/v1/me',
    '/Api/x',
    '/%41pi/x',
    '/x/../api/x',
    '/%zz',
    'https://x/',
    'data:text/html,x',
    `/${'é'.repeat(256)}`,
  ])('is the first page instead of %j', (path) => expect(parseReturnPath(path)).toBe('/'));
});

describe('the settings of the sign-in', () => {
  const text = (issuer: string) =>
    JSON.stringify({ origin: 'https://d.example/', issuer, clientId: 'c', signOut: { kind: 'oidc' } });

  it('allow an issuer without https only on this machine, and only if that is allowed', () => {
    expect(parseSignInSettings(text('https://id.example'), false)?.origin).toBe('https://d.example');
    expect(parseSignInSettings(text('http://127.0.0.1:1'), true)?.issuer).toBe('http://127.0.0.1:1');
    for (const [issuer, allows] of [
      ['http://127.0.0.1:1', false],
      ['http://id.example', true],
      ['http://127.0.0.1.example', true],
      ['file:///x', true],
    ] as const)
      expect(() => parseSignInSettings(text(issuer), allows)).toThrow();
  });

  it('do not exist without the dashboard, whose origin is that of the API then', () => {
    const alone = JSON.stringify({ origin: 'https://api.example/api/v1' });
    expect(parseSignInSettings(alone, false)).toBeNull();
    expect(parseDashboardOrigin(alone)).toBe('https://api.example');
    expect(parseDashboardOrigin(text('https://id.example'))).toBe('https://d.example');
    const incomplete = JSON.stringify({ origin: 'https://d.example', clientId: 'c' });
    expect(() => parseSignInSettings(incomplete, false)).toThrow();
  });
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) Version/20.0 Safari/604.1', 'Safari on iPhone'],
  ['<script>', 'Unknown browser'],
  [undefined, 'Unknown browser'],
])('names the browser of %s', (header, name) => {
  expect(describeBrowser(header)).toBe(name);
});
