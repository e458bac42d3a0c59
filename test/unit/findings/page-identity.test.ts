import { describe, expect, it } from 'vitest';
import { buildPageIdentity, getHomeOrigins } from '../../../core/findings/page-identity.ts';

const at = (url: string, startUrl: string, hashRoutes = false) =>
  buildPageIdentity(url, getHomeOrigins([startUrl], null), hashRoutes);

describe('a page', () => {
  it.each([
    ['http://localhost:3000/a', 'http://localhost:3000/'],
    ['http://127.0.0.1:8080/a', 'http://127.0.0.1:4000/'],
    ['https://www.shop.example/a/', 'http://shop.example'],
    ['https://preview-123.host.example/a?utm_source=x', 'https://preview-123.host.example/'],
    ['https://shop.example/a#top', 'https://shop.example/'],
    ['https://shop.example/%61', 'https://shop.example/'],
  ])('is the same wherever its site is served: %s', (url, startUrl) => {
    expect(at(url, startUrl)).toBe('/a');
  });

  it('has its query, in whatever order, but parameters of one name in theirs', () => {
    const home = 'https://shop.example/';
    expect(at('https://shop.example/a?y=2&x=1', home)).toBe('/a?x=1&y=2');
    expect(at('https://shop.example/a?x=2&x=1', home)).not.toBe(at('https://shop.example/a?x=1&x=2', home));
    expect(at('https://shop.example/a?x=1', home)).not.toBe(at('https://shop.example/a', home));
  });

  it('of another host has its host', () => {
    expect(at('https://blog.shop.example/a', 'https://shop.example/')).toBe('blog.shop.example/a');
  });

  it('is at home also where the start URL moved to', () => {
    const home = getHomeOrigins(['http://shop.example/'], 'https://store.example');
    expect(buildPageIdentity('https://store.example/a', home, false)).toBe('/a');
    expect(buildPageIdentity('http://shop.example/a', home, false)).toBe('/a');
  });

  it('has the route in its fragment where fragments are routes', () => {
    expect(at('https://shop.example/#/cart/', 'https://shop.example/', true)).toBe('/#/cart');
    expect(at('https://shop.example/#/cart', 'https://shop.example/')).toBe('/');
  });

  it('that is no URL is called what it is', () => {
    expect(at('nonsense', 'https://shop.example/')).toBe('nonsense');
    expect(getHomeOrigins([], null)).toEqual([]);
  });
});
