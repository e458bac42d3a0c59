import { describe, expect, it } from 'vitest';
import { buildPageIdentity, getHomeOrigins } from '../../../core/findings/page-identity.ts';

const at = (url: string, startUrl: string, hashRoutes = false) =>
  buildPageIdentity(url, getHomeOrigins([startUrl], null), hashRoutes);

describe('the identity of a page', () => {
  it.each([
    ['http://localhost:3000/a', 'http://localhost:3000/'],
    ['http://127.0.0.1:8080/a', 'http://127.0.0.1:4000/'],
    ['https://www.shop.example/a/', 'http://shop.example'],
    ['https://preview-123.host.example/a?utm_source=x', 'https://preview-123.host.example/'],
    ['https://shop.example/a#top', 'https://shop.example/'],
    ['https://shop.example/%61', 'https://shop.example/'],
  ])('is the same for every host of its site: %s', (url, startUrl) => {
    expect(at(url, startUrl)).toBe('/a');
  });

  it('includes its query, in any order, but keeps the order of parameters with the same name', () => {
    const home = 'https://shop.example/';
    expect(at('https://shop.example/a?y=2&x=1', home)).toBe('/a?x=1&y=2');
    expect(at('https://shop.example/a?x=2&x=1', home)).not.toBe(at('https://shop.example/a?x=1&x=2', home));
    expect(at('https://shop.example/a?x=1', home)).not.toBe(at('https://shop.example/a', home));
  });

  it('includes the host for another host', () => {
    expect(at('https://blog.shop.example/a', 'https://shop.example/')).toBe('blog.shop.example/a');
  });

  it('excludes the host that the start URL redirected to', () => {
    const home = getHomeOrigins(['http://shop.example/'], 'https://store.example');
    expect(buildPageIdentity('https://store.example/a', home, false)).toBe('/a');
    expect(buildPageIdentity('http://shop.example/a', home, false)).toBe('/a');
  });

  it('includes the route in its fragment if fragments are routes', () => {
    expect(at('https://shop.example/#/cart/', 'https://shop.example/', true)).toBe('/#/cart');
    expect(at('https://shop.example/#/cart', 'https://shop.example/')).toBe('/');
  });

  it('is the unchanged text if that is not a URL', () => {
    expect(at('nonsense', 'https://shop.example/')).toBe('nonsense');
    expect(getHomeOrigins([], null)).toEqual([]);
  });
});
