import { describe, expect, it } from 'vitest';
import { redactQueries } from '../../../core/redaction/redact-queries.ts';
import { isSecretParameter } from '../../../core/redaction/secret-names.ts';

describe('a query parameter', () => {
  it.each([
    'token',
    'access_token',
    'accessToken',
    'id-token',
    'refreshToken',
    'key',
    'api_key',
    'apiKey',
    'APIKEY',
    'x-api-key',
    'secret',
    'client_secret',
    'password',
    'user[password]',
    'user%5Bpassword%5D',
    'pwd',
    'sig',
    'signature',
    'X-Amz-Signature',
    'X-Amz-Credential',
    'X-Amz-Security-Token',
    'X-Goog-Signature',
    'auth',
    'auth_code',
    'authorization',
    'session',
    'session_id',
    'sessionid',
    'PHPSESSID',
    'jsessionid',
    'sid',
    'code',
    'jwt',
    'otp',
    'csrf',
    '_csrf_token',
    'csrfmiddlewaretoken',
    'authenticity_token',
    'nonce',
    'ticket',
    'SAMLResponse',
    'bearer',
    'SAMLart',
    'oauth_verifier',
    'code_verifier',
    'pw',
    'user_pw',
    'pin',
    'pin_code',
    'invite',
    'inviteCode',
    'sharetoken',
    'sharetoken[]',
    'appsecret',
    'reset_hash',
  ])('%s looks secret', (name) => {
    expect(isSecretParameter(name)).toBe(true);
  });

  it.each([
    'q',
    'page',
    'id',
    'lang',
    'countryCode',
    'zip_code',
    'keyword',
    'keyboard',
    'author',
    'design',
    'tokenizer',
    'passage',
    'sort',
    'monkey',
    'product-key-ring',
    'pinned',
    'map-pin-color',
    'invited_by',
    'secretary',
    'hash',
    '%E0%A4%A',
  ])('%s does not', (name) => {
    expect(isSecretParameter(name)).toBe(false);
  });
});

describe('secret-looking values', () => {
  it.each([
    ['https://a.example/x?page=2&token=abc&q=z#top', 'https://a.example/x?page=2&token=[redacted]&q=z#top'],
    ['/cb#access_token=abc&state=ok', '/cb#access_token=[redacted]&state=ok'],
    ['/x;jsessionid=abc?q=1', '/x;jsessionid=[redacted]?q=1'],
    ['<a href="/x?a=1&amp;sig=abc&amp;b=2">', '<a href="/x?a=1&amp;sig=[redacted]&amp;b=2">'],
    ["<a href='/x?sig=abc'>", "<a href='/x?sig=[redacted]'>"],
    ['{"next":"/x?a=1\\u0026token=abc"}', '{"next":"/x?a=1\\u0026token=[redacted]"}'],
    ['/login?next=%2Fa%3Ftoken%3Dabc%26b%3D1&c=2', '/login?next=%2Fa%3Ftoken%3D[redacted]%26b%3D1&c=2'],
    ['/x?token=a?b/c%26d', '/x?token=[redacted]'],
    ['/x?a&token=t1&token=t2', '/x?a&token=[redacted]&token=[redacted]'],
    ['/x?user%5Bpassword%5D=abc', '/x?user%5Bpassword%5D=[redacted]'],
    ['https://user:pass@a.example/', 'https://[redacted]@a.example/'],
    ['https://user@a.example/', 'https://[redacted]@a.example/'],
    ['url(/x?token=abc)', 'url(/x?token=[redacted])'],
    ['/x?token=abc...', '/x?token=[redacted]'],
    ['/x?token=&a=1', '/x?token=&a=1'],
    ['mail me@a.example about https://b.example/@c', 'mail me@a.example about https://b.example/@c'],
    ['a token=abc in prose', 'a token=abc in prose'],
  ])('of %s are redacted', (text, redacted) => {
    expect(redactQueries(text)).toBe(redacted);
  });

  it('are found in time proportional to the length of the text', () => {
    for (const text of ['?token=', '&a', '?', 'http://', '%3F', '?token=a&']) {
      const long = text.repeat(100_000);
      expect(redactQueries(long).length).toBeLessThan(long.length * 3);
    }
  });
});
