import { describe, expect, it } from 'vitest';
import { LINKS_LENGTH_MAX, LINKS_PER_PAGE_MAX } from '../../../core/crawl/found-links.ts';
import { selectSiteLinks } from '../../../scanner/page/links.ts';

const SITE = 'https://www.example.com';
const raw = (path: string, words = '', method = '') => ({ url: new URL(path, SITE).href, words, method });
const from = (links: ReturnType<typeof raw>[], hashRoutes = false) =>
  selectSiteLinks({ links, omitted: 0 }, `${SITE}/start`, { hashRoutes });
const shuffled = <T>(list: T[]): T[] =>
  list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? 1 : -1));

describe('the links of a page', () => {
  it('are listed once for each page, in the order of their URLs, without the page itself', () => {
    const links = [
      raw('/b/c'),
      raw('/b/?utm_source=x'),
      raw('/b'),
      raw('/a#top'),
      raw('/start/#x'),
      raw('/'),
    ];
    const expected = { urls: [`${SITE}/`, `${SITE}/a`, `${SITE}/b`, `${SITE}/b/c`], risky: [], cut: 0 };
    expect(from(links)).toEqual(expected);
    expect(from(shuffled(links))).toEqual(expected);
  });

  it('are limited to the site: the host without www, and the port', () => {
    const links = [
      raw('http://example.com/http'),
      raw('https://example.com:8443/port'),
      raw('https://sub.example.com/sub'),
    ];
    expect(from(links).urls).toEqual(['http://example.com/http']);
  });

  it('include routes behind the hash separately if they are pages', () => {
    const links = [raw('/app#/a'), raw('/app#!/b'), raw('/app#c')];
    expect(from(links).urls).toEqual([`${SITE}/app`]);
    expect(from(links, true).urls).toEqual([`${SITE}/app`, `${SITE}/app#!/b`, `${SITE}/app#/a`]);
  });

  it('are risky for a page if any link to it is risky', () => {
    const links = [raw('/x/1', 'Show'), raw('/x/1', 'Delete'), raw('/y', 'Show')];
    expect(from(links).risky).toEqual([`${SITE}/x/1`]);
    expect(from(shuffled(links)).risky).toEqual([`${SITE}/x/1`]);
  });

  it('are limited to the first ones if there are too many, and the others are counted', () => {
    const links = Array.from({ length: LINKS_PER_PAGE_MAX + 30 }, (_, index) =>
      raw(`/deep/${1_000 + index}`),
    );
    const { urls, cut } = from(shuffled([...links, raw('/zzz')]));
    expect(urls).toHaveLength(LINKS_PER_PAGE_MAX);
    expect(urls[0]).toBe(`${SITE}/zzz`);
    expect(urls.at(-1)).toBe(`${SITE}/deep/${1_000 + LINKS_PER_PAGE_MAX - 2}`);
    expect(cut).toBe(31);
  });

  it('are omitted and counted if they are too long once they are normalized', () => {
    // The browser may leave characters that the URL standard encodes.
    const url = `${SITE}/${'^'.repeat(1_000)}`;
    expect(url.length).toBeLessThan(2_000);
    expect(from([{ url, words: '', method: '' }])).toEqual({ urls: [], risky: [], cut: 1 });
  });

  it('are limited in total length', () => {
    const links = Array.from({ length: 100 }, (_, index) => raw(`/${index}${'x'.repeat(1_900)}`));
    const { urls, cut } = from(links);
    expect(urls.join('').length).toBeLessThanOrEqual(LINKS_LENGTH_MAX);
    expect(urls.length + cut).toBe(100);
  });
});
