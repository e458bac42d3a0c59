import { describe, expect, it } from 'vitest';
import { buildPageKey, normalizePageUrl } from '../../../core/crawl/page-address.ts';
import { compareAddresses } from '../../../core/crawl/page-order.ts';
import { isSameSite } from '../../../core/crawl/same-site.ts';
import { computePageId } from '../../../core/scans/page-id.ts';

const plain = { hashRoutes: false };
const routed = { hashRoutes: true };

describe('two URLs of the same page', () => {
  it.each([
    ['https://shop.example/a', 'https://shop.example/a#top'],
    ['https://shop.example/a', 'https://shop.example:443/a'],
    ['https://shop.example/a', 'https://shop.example/a/'],
    ['https://shop.example', 'https://shop.example/'],
    ['https://shop.example/a', 'http://shop.example/a'],
    ['https://shop.example/a', 'https://www.shop.example/a'],
    ['https://shop.example/a', 'https://SHOP.example/a'],
    ['https://shop.example/a', 'https://shop.example./a'],
    ['https://shop.example/a', 'https://shop.example/b/../a'],
    ['https://shop.example/a', 'https://shop.example/a?utm_source=x&utm_medium=y'],
    ['https://shop.example/a?p=1', 'https://shop.example/a?p=1&gclid=z'],
    ['https://shop.example/a?p=1', 'https://shop.example/a?fbclid=z&p=1'],
    ['https://shop.example/a', 'https://shop.example/a#/route'],
    ['https://shop.example/about', 'https://shop.example/%61bout'],
    ['https://shop.example/~user', 'https://shop.example/%7Euser/'],
    ['https://shop.example/A-b_c.9', 'https://shop.example/%41%2Db%5fc%2e%39'],
    ['https://shop.example/stra%C3%9Fe', 'https://shop.example/stra%c3%9fe'],
    ['https://shop.example/a%2Fb', 'https://shop.example/a%2fb'],
    ['https://shop.example/a?p=%C3%9F', 'https://shop.example/a?%70=%c3%9f'],
    ["https://shop.example/it's|{x}", 'https://shop.example/it%27s%7c%7Bx%7D'],
    ['https://shop.example/a', 'https://shop.example/a?utm%5Fsource=x'],
  ])('%s and %s', async (one, other) => {
    expect(buildPageKey(other, plain)).toBe(buildPageKey(one, plain));
    expect(await computePageId(other, plain)).toBe(await computePageId(one, plain));
  });

  it.each([
    ['https://app.example/#/a', 'https://app.example/#/a/'],
    ['https://app.example/#!/a', 'https://www.app.example#!/a'],
    ['https://app.example/', 'https://app.example/#top'],
    ['https://app.example/', 'https://app.example/#/'],
    ['https://app.example/#/about', 'https://app.example/#/%61bout'],
    ['https://app.example/a[1]?id[]=2', 'https://app.example/a%5B1%5D?id%5b%5d=2'],
  ])('%s and %s, if fragments may be routes', (one, other) => {
    expect(buildPageKey(other, routed)).toBe(buildPageKey(one, routed));
  });
});

describe('URLs of two pages', () => {
  it.each([
    ['https://shop.example/a', 'https://shop.example/b'],
    ['https://shop.example/a', 'https://shop.example/A'],
    ['https://shop.example/a', 'https://shop.example/a?p=1'],
    ['https://shop.example/a?p=1', 'https://shop.example/a?p=2'],
    ['https://shop.example/a?p=1&q=2', 'https://shop.example/a?q=2&p=1'],
    ['https://shop.example/a', 'https://shop.example:8443/a'],
    ['https://shop.example/a', 'https://blog.shop.example/a'],
    ['https://shop.example/a?ref=1', 'https://shop.example/a?ref=2'],
    ['https://shop.example/a/b', 'https://shop.example/a%2Fb'],
    ['https://shop.example/a?b', 'https://shop.example/a%3Fb'],
    ['https://shop.example/a', 'https://shop.example/%2561'],
    ['https://shop.example/?a=1&b', 'https://shop.example/?a=1%26b'],
  ])('%s and %s', async (one, other) => {
    expect(await computePageId(other, plain)).not.toBe(await computePageId(one, plain));
  });

  it('differ in their routes, if fragments may be routes', () => {
    expect(buildPageKey('https://app.example/#/a', routed)).not.toBe(
      buildPageKey('https://app.example/#/b', routed),
    );
    expect(buildPageKey('https://app.example/#/a', routed)).not.toBe(
      buildPageKey('https://app.example/', routed),
    );
  });
});

describe('the URL under which a page is opened', () => {
  it.each([
    ['https://shop.example/a/?p=1#x', 'https://shop.example/a/?p=1'],
    ['https://shop.example/a?p=%20x+y&utm_id=3', 'https://shop.example/a?p=%20x+y'],
    ['https://shop.example/a?p=%20x', 'https://shop.example/a?p=%20x'],
    ['https://shop.example/%61bout/%c3%9f', 'https://shop.example/%61bout/%c3%9f'],
  ])('of %s is %s', (given, url) => {
    expect(normalizePageUrl(given, plain)).toBe(url);
  });

  it('has a route if fragments may be routes', () => {
    expect(normalizePageUrl('https://app.example/#/a', routed)).toBe('https://app.example/#/a');
    expect(normalizePageUrl('https://app.example/#top', routed)).toBe('https://app.example/');
  });
});

describe('the order in which pages are chosen', () => {
  it('puts fewer path segments first, then compares the URL', () => {
    const urls = ['/b/c', '/', '/z', '/a', '/a/b/c', '/a?x=/1/2/3', '/a/'].map(
      (path) => `https://s.example${path}`,
    );
    expect(urls.toSorted(compareAddresses).map((url) => url.slice('https://s.example'.length))).toEqual([
      '/',
      '/a',
      '/a/',
      '/a?x=/1/2/3',
      '/z',
      '/b/c',
      '/a/b/c',
    ]);
    expect(urls.toReversed().toSorted(compareAddresses)).toEqual(urls.toSorted(compareAddresses));
  });
});

describe('the scope of a site', () => {
  it.each([
    ['https://shop.example/', 'http://www.shop.example/x', true],
    ['https://www.shop.example/', 'https://shop.example./', true],
    ['https://shop.example/', 'https://shop.example:444/', false],
    ['https://shop.example/', 'https://m.shop.example/', false],
    ['https://shop.example/', 'https://shop.example.evil.test/', false],
    ['https://shop.example/', 'https://evil.test/?https://shop.example/', false],
    ['https://shop.example/', 'no address', false],
  ])('of %s includes %s: %s', (one, other, same) => {
    expect(isSameSite(one, other)).toBe(same);
  });
});
