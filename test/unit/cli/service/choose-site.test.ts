import { describe, expect, it } from 'vitest';
import { CliError } from '../../../../cli/errors.ts';
import { chooseSite, type SiteEntry } from '../../../../cli/service/choose-site.ts';

const site = (id: string, url: string, origins: string[] = []): SiteEntry => ({
  id,
  name: `Site ${id}`,
  url,
  origins,
});
const shop = site('shop', 'https://shop.example.com/', ['*.preview.example.com']);
const german = site('german', 'https://www.example.com/de/');
const help = site('help', 'https://help.example.com/start?from=shop');
const sites = [shop, german, help];

function refusal(url: string, among: SiteEntry[]): CliError {
  try {
    chooseSite(url, among);
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error('a site was chosen');
}

describe('the site that matches a URL', () => {
  it.each([
    ['https://shop.example.com/', shop],
    ['https://shop.example.com', shop],
    ['HTTPS://SHOP.example.com:443/#top', shop],
    ['https://www.example.com/de', german],
    ['https://www.example.com/', german],
    ['https://help.example.com/start/?from=shop', help],
  ])('%s', (url, expected) => {
    expect(chooseSite(url, sites)).toBe(expected);
  });

  it('is the one with exactly that page, although others share its origin', () => {
    const root = site('root', 'https://www.example.com/');
    expect(chooseSite('https://www.example.com', [german, root])).toBe(root);
  });

  it('does not exist if only the scheme, the port, the path or the query is the same', () => {
    for (const url of [
      'http://shop.example.com/',
      'https://shop.example.com:8443/',
      'https://www.example.com/fr/',
      'https://help.example.com/start?from=mail',
    ]) {
      expect(refusal(url, sites)).toMatchObject({ exitStatus: 'usage', code: 'site-not-found' });
    }
  });
});

describe('a URL that does not match exactly one site', () => {
  it('is rejected with the sites that match, if several match', () => {
    const duplicate = site('copy', 'https://shop.example.com/');
    const { code, message, hint } = refusal('https://shop.example.com', [shop, duplicate]);
    expect([code, message]).toEqual(['site-ambiguous', '2 sites have the URL https://shop.example.com.']);
    expect(hint).toMatch(/shop \(Site shop.*copy \(Site copy/);
  });

  it('is rejected with how to scan it as a preview, if a site allows its origin', () => {
    const { hint } = refusal('https://pr-7.preview.example.com/cart', sites);
    expect(hint).toContain('--site shop --url https://pr-7.preview.example.com/cart');
  });

  it('is rejected with the nearest site, with any scheme', () => {
    expect(refusal('http://shop.exmaple.com/', sites).hint).toBe('Did you mean https://shop.example.com/?');
  });

  it('is rejected with some of the sites if none is near, and how to list all', () => {
    const many = Array.from({ length: 12 }, (_, at) => site(`s${at}`, `https://s${at}.example.com/`));
    const { hint } = refusal('https://entirely-elsewhere.test/', many);
    expect(hint).toMatch(
      /^The sites are: s0 \(Site s0, https:\/\/s0\.example\.com\/\), .*and 2 more, see `a11y-scan sites`\.$/,
    );
  });

  it('is rejected with the fact that there are no sites', () => {
    expect(refusal('https://shop.example.com/', []).hint).toContain('POST /sites');
  });

  it('skips a site whose URL is invalid, and escapes names', () => {
    const hostile = { ...site('bad', 'https://unlike-any.test/x'), name: '\u001b[31m##[error]' };
    const { hint } = refusal('https://shop.example.com/', [site('broken', 'nowhere'), hostile]);
    expect(hint).toContain('[U+001B]');
    for (const active of ['\u001b', '##[', 'broken']) expect(hint).not.toContain(active);
  });
});
