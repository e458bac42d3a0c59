import { describe, expect, it } from 'vitest';
import { httpUrlSchema } from '../../../core/sites/url.ts';

/** Notations in which a URL may differ from its appearance. */
const refused = [
  'http://user@example.com/',
  'http://user:password@example.com/',
  'http://:password@example.com/',
  'http://www.example.com@127.0.0.1/',
  'http://www.example.com:80@127.0.0.1/',
  'file:///etc/passwd',
  'view-source:https://example.com/',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://example.com/0',
  'ftp://example.com/',
  'ws://example.com/',
  '//example.com/',
  'example.com',
  'http://',
  'http://[fe80::1%25eth0]/',
  'http://[::1%lo]/',
  'http://127.0.0.0.1.2.3/',
  'http://256.256.256.256/',
  'http://exa mple.com/',
  'http://example.com:99999/',
  'http://example.com/\u0000',
  'http://example.com/\r\nX-Injected: 1',
  'http://example.com/\u202e',
];

/** Valid notations, and the host that a browser derives from them. */
const understood: [string, string][] = [
  ['https://www.example.com/', 'www.example.com'],
  ['HTTPS://WWW.EXAMPLE.COM/', 'www.example.com'],
  ['http:\\\\example.com\\a', 'example.com'],
  ['http:/example.com/', 'example.com'],
  ['http://example.com\\@evil.example/', 'example.com'],
  ['http://www.example.com\\@127.0.0.1@evil.example/', 'www.example.com'],
  ['http://bücher.example/', 'xn--bcher-kva.example'],
  ['http://ｅｘａｍｐｌｅ.com/', 'example.com'],
  ['http://example。com/', 'example.com'],
  ['http://①②⑦.0.0.1/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
];

describe('a URL that a user stores', () => {
  it.each(refused)('may not be %j', (url) => {
    expect(httpUrlSchema.safeParse(url).success).toBe(false);
  });

  it.each(understood)('may be %j, which is on %s', (url, host) => {
    expect(httpUrlSchema.parse(url)).toBe(url);
    expect(new URL(url).hostname).toBe(host);
  });
});
