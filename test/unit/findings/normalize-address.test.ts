import { describe, expect, it } from 'vitest';
import { normalizeAddress } from '../../../core/findings/normalize-address.ts';

const BASE = 'https://shop.example/docs/page?x=1';
const link = (url: string) => normalizeAddress(url, BASE, false);
const file = (url: string) => normalizeAddress(url, BASE, true);

describe('two links', () => {
  it.each([
    ['/about', 'https://shop.example/about'],
    ['/about', 'http://localhost:3000/about/'],
    ['next', '/docs/next'],
    ['/a?x=1&y=2', '/a?y=2&x=1'],
    ['/a', '/a?utm_source=mail&gclid=1'],
    ['/a', '/a;jsessionid=0A1B2C'],
    ['/a', '/a?PHPSESSID=abcdef'],
    ['/caf%C3%A9', '/café'],
    [' /a ', '/a'],
  ])('have the same target: %j and %j', (one, other) => {
    expect(link(other)).toBe(link(one));
  });

  it.each([
    ['/a', '/b'],
    ['/a', '/a?x=1'],
    ['/a?v=1', '/a?v=2'],
    ['/a', '/a#part'],
    ['mailto:a@shop.example', 'mailto:b@shop.example'],
    ['tel:1', 'tel:2'],
    ['/report-3f9a8c2b.html', '/report-77aa8c2b.html'],
    ['http://[', 'http://]'],
  ])('have different targets: %j and %j', (one, other) => {
    expect(link(other)).not.toBe(link(one));
  });
});

describe('a link to a part of its own page', () => {
  it.each(['#', '#main', ' #icon-star ', ''])('is the same on every page: %j', (text) => {
    const here = normalizeAddress(text, 'https://shop.example/a?x=1', false);
    expect(normalizeAddress(text, 'https://shop.example/b', false)).toBe(here);
    expect(here).toBe(text.trim());
  });
});

describe('two files', () => {
  it.each([
    ['/img/logo.png', '/img/logo.3f9a8c2b.png'],
    ['/img/logo-5d41402a.png', '/img/logo-77aa8c2b.png'],
    ['/assets/logo-DiwrgTda.svg', '/assets/logo-BkH3xq9w.svg'],
    ['/img/logo.png?v=12', '/img/logo.png?v=13'],
    ['/img/logo.png', '/img/logo.png?t=1700000000'],
    ['/img/logo.10293847.png', '/img/logo.77aa8c2b.png'],
    ['/img/logo-1700000000.png', '/img/logo-1800000000000.png'],
    ['/static/version1700000000/logo.png', '/static/version1800000000/logo.png'],
    ['/_next/static/3f9a8c2b1d/a.png', '/_next/static/00aa8c2b1d/a.png'],
  ])('are different builds of the same file: %j and %j', (one, other) => {
    expect(file(other)).toBe(file(one));
  });

  it.each([
    ['/img/team.png', '/img/office.png'],
    [
      '/uploads/550e8400-e29b-41d4-a716-446655440000.jpg',
      '/uploads/660e8400-e29b-41d4-a716-446655440000.jpg',
    ],
    ['/img/photo-1.jpg', '/img/photo-2.jpg'],
    ['/img/product-10023456.jpg', '/img/product-10023457.jpg'],
    ['/img/logo.png', '/img/logo.svg'],
    // Long enough that anything slower than linear time takes minutes.
    [`/${'ab-'.repeat(20_000)}!.png`, `/${'ab-'.repeat(20_000)}!!.png`],
    ['/image?url=%2Fa.png', '/image?url=%2Fb.png'],
    ['data:image/png;base64,AAAA', 'data:image/png;base64,BBBB'],
  ])('are different files: %j and %j', (one, other) => {
    expect(file(other)).not.toBe(file(one));
  });
});
