import { describe, expect, it } from 'vitest';
import { getScanScope, isSiteResult } from '../../../core/scans/is-site-result.ts';
import type { ScanConfig } from '../../../core/scans/scan-config.ts';

const SITE_URL = 'https://shop.example/';
const config: ScanConfig = { rules: ['wcag-aa'], priority: 'normal' };
const check = (changes: Partial<ScanConfig>, mainBranch: string | null = null) =>
  isSiteResult(getScanScope({ siteUrl: SITE_URL, config: { ...config, ...changes } }), mainBranch);

describe('the results of a site', () => {
  it.each([
    ['without metadata', {}],
    ['of a branch', { metadata: { branch: 'main', commit: '1234567' } }],
    ['of a branch that is its own target', { metadata: { branch: 'main', targetBranch: 'main' } }],
    ['of the address of the site, written in another way', { url: 'https://SHOP.example' }],
  ])('are those of a scan %s', (_, changes) => {
    expect(check(changes)).toBe(true);
  });

  it.each([
    ['of a pull request', { metadata: { branch: 'main', pullRequest: '7' } }],
    ['of a branch that will be merged', { metadata: { branch: 'fix', targetBranch: 'main' } }],
    ['of an unnamed branch that will be merged', { metadata: { targetBranch: 'main' } }],
    ['of another origin', { url: 'https://preview.shop.example/' }],
    ['of another path', { url: 'https://shop.example/one-page' }],
  ])('are not those of a scan %s', (_, changes) => {
    expect(check(changes)).toBe(false);
  });

  it('are not those of a scan with a smaller crawl than that of the site', () => {
    const scan = { siteUrl: SITE_URL, config };
    expect(isSiteResult(getScanScope(scan), null)).toBe(true);
    expect(isSiteResult(getScanScope({ ...scan, smallerCrawl: true }), null)).toBe(false);
  });
});

describe('the results of a site with a main branch', () => {
  it.each([
    ['of the main branch', { metadata: { branch: 'main' } }, true],
    [
      'of the main branch that will be released',
      { metadata: { branch: 'main', targetBranch: 'live' } },
      true,
    ],
    ['without metadata, as it is started by hand', {}, true],
    ['of another branch', { metadata: { branch: 'next' } }, false],
    ['of a branch that differs in case', { metadata: { branch: 'Main' } }, false],
    ['of an unnamed branch that will be merged into it', { metadata: { targetBranch: 'main' } }, false],
    ['of a pull request from it', { metadata: { branch: 'main', pullRequest: '7' } }, false],
    [
      'of the main branch at another address',
      { url: 'https://x.example/', metadata: { branch: 'main' } },
      false,
    ],
  ])('follow from a scan %s: %j gives %s', (_, changes, expected) => {
    expect(check(changes, 'main')).toBe(expected);
  });
});
