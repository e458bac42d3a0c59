import { describe, expect, it } from 'vitest';
import { LinkingPages } from '../../../core/reports/linking-pages.ts';
import { page } from './fixtures.ts';

const ORIGIN = 'https://shop.example';
const url = (path: string) => `${ORIGIN}${path}`;
const pages = [
  page('start', { url: url('/') }),
  page('about', { url: url('/about'), depth: 1 }),
  page('team', { url: url('/team'), depth: 1, position: 1 }),
  page('gone', { url: url('/gone'), depth: 2 }),
];
const links = (pageId: string, ...urls: string[]) => ({ pageId, urls, risky: [], cut: 0 });

function firstOf(...added: ReturnType<typeof links>[]) {
  const linking = new LinkingPages(pages, ORIGIN, { hashRoutes: false });
  for (const each of added) linking.add(each);
  return Object.fromEntries(linking.result());
}

describe('the page that links to another', () => {
  const ofTeam = links('team', url('/gone'), url('/'));
  const ofAbout = links('about', url('/gone'));

  it('is the first one in the order of the report, in any order of the links', () => {
    expect(firstOf(ofTeam, ofAbout)).toEqual({ gone: 'about', start: 'team' });
    expect(firstOf(ofAbout, ofTeam)).toEqual({ gone: 'about', start: 'team' });
  });

  it('is found by any spelling of the URL', () => {
    expect(firstOf(links('about', 'http://www.shop.example/gone/?utm_source=mail#end'))).toEqual({
      gone: 'about',
    });
  });

  it('is never the page itself, nor a page outside of the scan', () => {
    expect(firstOf(links('gone', url('/gone')), links('elsewhere', url('/gone')))).toEqual({});
  });

  it('ignores links to other sites and to pages that are not part of the scan', () => {
    expect(firstOf(links('about', 'https://other.example/gone', url('/more'), 'mailto:a@b.example'))).toEqual(
      {},
    );
  });

  it('remembers a limited number of URLs and still finds all links', () => {
    const many = Array.from({ length: 20_001 }, (_, index) => url(`/${index}`));
    expect(firstOf(links('team', ...many, url('/gone')), ofAbout)).toEqual({ gone: 'about' });
  });
});
