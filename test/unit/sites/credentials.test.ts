import { describe, expect, it } from 'vitest';
import { listRequestErrors } from '../../../core/problems/request-errors.ts';
import {
  canHoldCredentials,
  getSealedCredentials,
  type StoredCredentials,
  toCredentialsView,
} from '../../../core/sites/credentials.ts';
import { getHeaderRefusal } from '../../../core/sites/header-names.ts';
import { applySiteChange, buildSite, type Site, toSiteView } from '../../../core/sites/site.ts';
import { createSiteSchema, updateSiteSchema } from '../../../core/sites/site-bodies.ts';

const URL = 'https://www.example.com/';
const SECRET = 's3cr3t-value';

/** Returns the errors of a body with these credentials. */
function faults(credentials: unknown, siteUrl = URL): { path: string; message: string }[] {
  const body = { name: 'Shop', url: siteUrl, credentials };
  const parsed = createSiteSchema.safeParse(body);
  return parsed.success ? [] : listRequestErrors(parsed.error, '', body, createSiteSchema);
}

const cookie = (given: object) => ({ cookies: [{ name: 'sid', value: SECRET, ...given }] });

describe('the credentials in a request', () => {
  it.each<[string, object]>([
    ['a header', { headers: { 'X-Token': SECRET, Authorization: `Bearer ${SECRET}` } }],
    ['a value with inner spaces', { headers: { 'X-Token': 'a  b ~!' } }],
    ['a cookie', cookie({})],
    ['a cookie of a path that scripts read', cookie({ path: '/app', httpOnly: false })],
    ['a quoted cookie', cookie({ value: '"a"' })],
    ['an empty cookie', cookie({ value: '' })],
    ['a cookie with a prefix', cookie({ name: '__Host-sid' })],
    [
      'two cookies of one name and different paths',
      {
        cookies: [
          { name: 'a', value: '1' },
          { name: 'a', value: '1', path: '/b' },
        ],
      },
    ],
    ['a user name and password', { basic: { username: 'üser', password: 'pä:ss wörd' } }],
    [
      'basic in addition to another header',
      { basic: { username: 'u', password: '' }, headers: { 'X-A': 'b' } },
    ],
  ])('may be %s', (_, given) => {
    expect(faults(given)).toEqual([]);
  });

  it.each<[string, unknown, string, RegExp]>([
    ['nothing', {}, 'credentials', /at least one of headers, cookies, basic/],
    ['a text instead of an object', SECRET, 'credentials', /must be an object, not a string/],
    ['an unknown member', { [SECRET]: 1 }, 'credentials', /has a member that is not known/],
    ['an unknown member of a cookie', cookie({ [SECRET]: 1 }), 'credentials.cookies[0]', /not known/],
    ['a number as value', { headers: { 'X-A': 5 } }, 'credentials.headers.X-A', /must be a string/],
    [
      'a line break',
      { headers: { 'X-A': `${SECRET}\r\nHost: a` } },
      'credentials.headers.X-A',
      /visible ASCII/,
    ],
    ['a lone line feed', { headers: { 'X-A': `${SECRET}\n` } }, 'credentials.headers.X-A', /visible ASCII/],
    ['a NUL', { headers: { 'X-A': `${SECRET}\0` } }, 'credentials.headers.X-A', /visible ASCII/],
    [
      'surrounding whitespace',
      { headers: { 'X-A': ` ${SECRET}` } },
      'credentials.headers.X-A',
      /visible ASCII/,
    ],
    [
      'non-ASCII characters',
      { headers: { 'X-A': `ä${SECRET}` } },
      'credentials.headers.X-A',
      /visible ASCII/,
    ],
    ['an empty value', { headers: { 'X-A': '' } }, 'credentials.headers.X-A', /visible ASCII/],
    [
      'a whole header as a name',
      { headers: { [`X-A: ${SECRET}`]: 'x' } },
      'credentials.headers',
      /is not a token/,
    ],
    [
      'a name with a line break',
      { headers: { [`X-A\r\n${SECRET}`]: 'x' } },
      'credentials.headers',
      /is not a token/,
    ],
    ['an empty name', { headers: { '': SECRET } }, 'credentials.headers', /is not a token/],
    ['the same name twice', { headers: { 'X-A': '1', 'x-a': '2' } }, 'credentials.headers.x-a', /twice/],
    [
      'Authorization in addition to basic',
      {
        headers: { authorization: SECRET },
        basic: { username: 'u', password: SECRET },
      },
      'credentials.headers.authorization',
      /together with basic/,
    ],
    [
      'too many headers',
      {
        headers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, SECRET])),
      },
      'credentials.headers',
      /at most 20/,
    ],
    [
      'too many cookies',
      {
        cookies: Array.from({ length: 51 }, (_, n) => ({ name: `c${n}`, value: 'v' })),
      },
      'credentials.cookies',
      /at most 50/,
    ],
    ['too many bytes', { headers: { 'X-A': SECRET.repeat(1_500) } }, 'credentials', /at most 16384 bytes/],
    ['a cookie name with =', cookie({ name: `a=${SECRET}` }), 'credentials.cookies[0].name', /token/],
    [
      'a cookie value with ;',
      cookie({ value: `${SECRET}; Domain=a` }),
      'credentials.cookies[0].value',
      /RFC 6265/,
    ],
    [
      'a cookie value with a space',
      cookie({ value: `${SECRET} a` }),
      'credentials.cookies[0].value',
      /RFC 6265/,
    ],
    ['a long cookie', cookie({ value: SECRET.repeat(400) }), 'credentials.cookies[0].value', /at most 4096/],
    ['a path without /', cookie({ path: SECRET }), 'credentials.cookies[0].path', /begins with \//],
    ['a path with ;', cookie({ path: '/;a' }), 'credentials.cookies[0].path', /begins with \//],
    [
      'the same cookie twice',
      { cookies: [cookie({}).cookies[0], cookie({}).cookies[0]] },
      'credentials.cookies[1]',
      /earlier/,
    ],
    [
      '__Host- below a path',
      cookie({ name: '__Host-a', path: '/b' }),
      'credentials.cookies[0].path',
      /__Host-/,
    ],
    [
      'a colon in the user name',
      {
        basic: { username: `a:${SECRET}`, password: 'p' },
      },
      'credentials.basic.username',
      /colon/,
    ],
    [
      'a line break in the password',
      {
        basic: { username: 'a', password: `${SECRET}\r\n` },
      },
      'credentials.basic.password',
      /control/,
    ],
    ['no password', { basic: { username: SECRET } }, 'credentials.basic.password', /is required/],
  ])('may not be %s, and the problem never repeats them', (_, given, path, message) => {
    const found = faults(given);
    expect(found.map((fault) => fault.path)).toContain(path);
    expect(found.find((fault) => fault.path === path)?.message).toMatch(message);
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });

  it.each([
    'Host',
    'HOST',
    'Connection',
    'Keep-Alive',
    'Proxy-Authorization',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'Content-Length',
    'Content-Type',
    'Cookie',
    'Set-Cookie',
    'Sec-Fetch-Site',
    'Sec-CH-UA',
    'Origin',
    'Referer',
    'User-Agent',
    'Accept-Encoding',
    'Accept-Language',
    'Expect',
    'Via',
    'If-None-Match',
    'Range',
    'Access-Control-Request-Headers',
  ])('may not set the header %s, and the error says why', (name) => {
    const [fault] = faults({ headers: { [name]: SECRET } });
    expect(fault?.path).toBe(`credentials.headers.${name}`);
    expect(fault?.message).toBe(getHeaderRefusal(name));
    expect(fault?.message).toMatch(/^(is|names|belongs|describes|states|cannot) .{20,}/);
  });

  it.each(['Cookie', 'cookie', 'Set-Cookie'])('must have %s as cookies', (name) => {
    expect(getHeaderRefusal(name)).toContain('use cookies');
  });
});

describe('a site with credentials', () => {
  it.each<[string, boolean]>([
    ['https://www.example.com/', true],
    ['http://localhost:8080/', true],
    ['http://127.0.0.1/', true],
    ['http://127.1.2.3:81/a', true],
    ['http://[::1]:80/', true],
    ['http://www.example.com/', false],
    ['http://localhost.example.com/', false],
    ['http://127.0.0.1.example.com/', false],
    ['http://10.0.0.1/', false],
    ['http://[::ffff:127.0.0.1]/', false],
    ['ftp://localhost/', false],
    ['nothing', false],
  ])('%s is valid: %s', (siteUrl, allowed) => {
    expect(canHoldCredentials(siteUrl)).toBe(allowed);
  });

  it('is reported as invalid if it may not have credentials', () => {
    const found = faults({ headers: { 'X-A': SECRET } }, 'http://www.example.com/');
    expect(found).toEqual([
      { path: 'credentials', message: expect.stringMatching(/https, or http on loopback/) },
    ]);
  });

  it('has no cookies that only https can set if it uses http', () => {
    const found = faults(cookie({ name: '__Secure-sid' }), 'http://localhost/');
    expect(found.map(({ path }) => path)).toEqual(['credentials.cookies[0].name']);
    expect(faults(cookie({ name: '__Secure-sid' }), 'https://localhost/')).toEqual([]);
  });
});

describe('the credentials of a site', () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const kept: StoredCredentials = {
    origin: 'https://www.example.com',
    sealed: { key: 'k', nonce: 'n', text: SECRET, tag: 't' },
    headers: 1,
    cookies: 2,
    basic: true,
    setAt: now.toISOString(),
  };
  const body = { name: 'Shop', url: URL, pages: [], origins: [] };
  const site: Site = { ...buildSite('acct_1', createSiteSchema.parse(body), now), credentials: kept };
  const change = (given: object) => applySiteChange(site, updateSiteSchema.parse(given), now).credentials;

  it('are returned as counts, never sealed', () => {
    const { sealed: _, ...shown } = kept;
    expect(toSiteView(site).credentials).toEqual(shown);
    expect(toSiteView({ ...site, credentials: undefined } as unknown as Site).credentials).toBeNull();
    expect(JSON.stringify(toSiteView(site))).not.toContain(SECRET);
    expect(toCredentialsView({ ...kept, extra: SECRET } as StoredCredentials)).not.toHaveProperty('extra');
  });

  it('are never stored in plain text for a new site', () => {
    const parsed = createSiteSchema.parse({ ...body, credentials: { headers: { 'X-A': SECRET } } });
    expect(JSON.stringify(buildSite('acct_1', parsed, now))).not.toContain(SECRET);
  });

  it.each<[string, object, boolean]>([
    ['its name', { name: 'Other' }, true],
    ['its URL within the origin', { url: 'https://www.example.com/shop' }, true],
    ['its URL to the default port by number', { url: 'https://www.example.com:443/' }, true],
    ['its URL to another host', { url: 'https://example.com/' }, false],
    ['its URL to another port', { url: 'https://www.example.com:8443/' }, false],
    ['its URL to http', { url: 'http://www.example.com/' }, false],
    ['its credentials to null', { credentials: null }, false],
  ])('after a change of %s: kept is %3$s', (_, given, stays) => {
    expect(change(given)).toEqual(stays ? kept : undefined);
  });

  it('are sent with a chunk, bound to site and origin', () => {
    const { siteId } = site;
    expect(getSealedCredentials(site)).toEqual({
      siteId,
      origin: 'https://www.example.com',
      sealed: kept.sealed,
    });
    expect(getSealedCredentials({ siteId, url: URL })).toBeUndefined();
    expect(
      getSealedCredentials({ siteId, url: 'https://other.example/', credentials: kept }),
    ).toBeUndefined();
  });
});
