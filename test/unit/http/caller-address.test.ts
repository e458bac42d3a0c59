import { describe, expect, it } from 'vitest';
import { getCallerAddress } from '../../../adapters/http/caller-address.ts';

const secretOfOrigin = 'a'.repeat(32);
const of = (headers: Record<string, string[]>, secret = secretOfOrigin) =>
  getCallerAddress(
    { multiValueHeaders: headers, requestContext: { identity: { sourceIp: '192.0.2.1' } } },
    secret,
  );
const viewer = { 'X-Viewer-Address': ['198.51.100.7'], 'X-Origin-Secret': [secretOfOrigin] };

describe('the address of a caller', () => {
  it('is the one of the viewer if the request came through the distribution', () => {
    expect(of(viewer)).toBe('198.51.100.7');
    expect(of({ ...viewer, 'X-Viewer-Address': ['2001:db8::1'] })).toBe('2001:db8::1');
  });

  it.each<[string, Record<string, string[]>, string?]>([
    ['without the secret', { 'X-Viewer-Address': ['198.51.100.7'] }],
    ['with a wrong secret', { ...viewer, 'X-Origin-Secret': ['b'.repeat(32)] }],
    ['with a part of the secret', { ...viewer, 'X-Origin-Secret': [secretOfOrigin.slice(1)] }],
    ['with two secrets', { ...viewer, 'X-Origin-Secret': [secretOfOrigin, secretOfOrigin] }],
    ['with two addresses', { ...viewer, 'X-Viewer-Address': ['198.51.100.7', '203.0.113.9'] }],
    ['with text that is not an address', { ...viewer, 'X-Viewer-Address': ['localhost'] }],
    ['if no secret is set', { ...viewer, 'X-Origin-Secret': [''] }, ''],
  ])('is the one that the gateway saw %s', (_, headers, secret = secretOfOrigin) => {
    expect(of(headers, secret)).toBe('192.0.2.1');
  });
});
