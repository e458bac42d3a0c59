import { describe, expect, it } from 'vitest';
import { OwnResources } from '../../../scanner/interaction/own-resources.ts';

const ORIGIN = 'https://example.com';
const own = new OwnResources();
own.add({ method: 'GET', url: `${ORIGIN}/app.js?v=1`, type: 'Script' });
own.add({ method: 'GET', url: `${ORIGIN}/logo.png#x`, type: 'Image' });
own.add({ method: 'GET', url: `${ORIGIN}/data`, type: 'Fetch' });
own.add({ method: 'POST', url: `${ORIGIN}/post.js`, type: 'Script' });
own.add({ method: 'GET', url: 'https://cdn.example/a.png', type: 'Image' });

describe('the own files of a page', () => {
  it.each([
    ['what it loaded', 'GET', '/app.js?v=1', 'Script'],
    ['what it loaded, with another fragment', 'GET', '/logo.png', 'Image'],
    ['a further script file', 'GET', '/chunk-2.mjs', 'Script'],
    ['a further style file', 'GET', '/dialog.css', 'Stylesheet'],
  ] as const)('include %s', (_what, method, path, type) => {
    expect(own.isOwn({ method, url: ORIGIN + path, type })).toBe(true);
  });

  it.each([
    ['another method', 'POST', `${ORIGIN}/app.js?v=1`, 'Script'],
    ['a script with parameters', 'GET', `${ORIGIN}/logout.js?now`, 'Script'],
    ['a script without a name of a file', 'GET', `${ORIGIN}/logout`, 'Script'],
    ['another image', 'GET', `${ORIGIN}/count.png`, 'Image'],
    ['data, also those that it loaded', 'GET', `${ORIGIN}/data`, 'Fetch'],
    ['a document', 'GET', `${ORIGIN}/app.js?v=1`, 'Document'],
    ['a script of an origin that gave it images only', 'GET', 'https://cdn.example/b.js', 'Script'],
    ['an address that cannot be parsed', 'GET', 'https://', 'Script'],
  ] as const)('do not include %s', (_what, method, url, type) => {
    expect(own.isOwn({ method, url, type })).toBe(false);
  });
});
