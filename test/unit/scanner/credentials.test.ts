import { describe, expect, it } from 'vitest';
import type { Credentials } from '../../../core/sites/credentials.ts';
import {
  addCredentialHeaders,
  getCredentialFeatures,
  getUsableCredentials,
} from '../../../scanner/credentials/credentials.ts';
import { publicWebOnly } from '../../../scanner/egress/policy.ts';

const credentials: Credentials = {
  origin: 'https://www.example.com',
  headers: { 'X-Token': 'secret' },
  cookies: [],
  basic: { username: 'me', password: 'pä:ss' },
};
const added = (url: string, headers: Record<string, string> = {}) =>
  addCredentialHeaders(credentials, { url, headers });

describe('the headers of a request', () => {
  it.each([
    'https://www.example.com/',
    'https://www.example.com/a?b#c',
    'https://www.example.com:443/',
    'https://WWW.Example.com/a',
  ])('to %s include the credentials', (url) => {
    expect(added(url, { Accept: '*/*', Cookie: 'a=b' })).toEqual([
      { name: 'Accept', value: '*/*' },
      { name: 'X-Token', value: 'secret' },
      { name: 'Authorization', value: `Basic ${Buffer.from('me:pä:ss').toString('base64')}` },
    ]);
  });

  it.each([
    'http://www.example.com/',
    'https://www.example.com:8443/',
    'https://example.com/',
    'https://a.www.example.com/',
    'https://www.example.com.evil.example/',
    'https://www.example.com@evil.example/',
    'wss://www.example.com/',
    'https://evil.example/https://www.example.com/',
    'blob:https://www.example.com.evil/1',
    'data:text/html,x',
    'nothing',
    '',
  ])('to %s do not include the credentials', (url) => {
    expect(added(url)).toBeNull();
  });

  it('include them if the page itself sends the request, and not if another origin does', () => {
    expect(added('https://www.example.com/', { Origin: 'https://www.example.com' })).not.toBeNull();
    for (const origin of ['https://evil.example', 'http://www.example.com', 'null']) {
      expect(added('https://www.example.com/', { origin }), origin).toBeNull();
    }
  });

  it('keep headers that the page has set itself, in upper or lower case', () => {
    expect(added('https://www.example.com/', { authorization: 'Bearer own', 'x-token': 'own' })).toEqual([
      { name: 'authorization', value: 'Bearer own' },
      { name: 'x-token', value: 'own' },
    ]);
  });
});

describe('credentials', () => {
  it.each<[string, string, boolean]>([
    ['https, in the cloud', 'https://www.example.com', false],
    ['http on loopback if it may be scanned', 'http://127.0.0.1:8080', true],
  ])('are used for %s', (_, origin, loopback) => {
    const given = { ...credentials, origin };
    const egress = { ...publicWebOnly, loopbackPorts: loopback ? ('all' as const) : ('none' as const) };
    expect(getUsableCredentials(given, egress)).toBe(given);
  });

  it('are not used for http if loopback is blocked', () => {
    expect(
      getUsableCredentials({ ...credentials, origin: 'http://127.0.0.1:8080' }, publicWebOnly),
    ).toBeUndefined();
    const elsewhere = { ...credentials, origin: 'http://www.example.com' };
    expect(getUsableCredentials(elsewhere, { ...publicWebOnly, loopbackPorts: 'all' })).toBeUndefined();
    expect(getUsableCredentials(undefined, publicWebOnly)).toBeUndefined();
  });

  it('change the browser only if there are cookies', () => {
    expect(getCredentialFeatures(undefined)).toEqual([]);
    expect(getCredentialFeatures(credentials)).toEqual([]);
    const cookies = [{ name: 'a', value: 'b', path: '/', httpOnly: true }];
    expect(getCredentialFeatures({ ...credentials, cookies })).toHaveLength(2);
  });
});
