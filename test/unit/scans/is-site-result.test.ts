import { describe, expect, it } from 'vitest';
import { isSiteResult } from '../../../core/scans/is-site-result.ts';
import type { ScanConfig } from '../../../core/scans/scan-config.ts';

const SITE_URL = 'https://shop.example/';
const config: ScanConfig = { rules: ['wcag-aa'], priority: 'normal' };
const check = (changes: Partial<ScanConfig>) =>
  isSiteResult({ siteUrl: SITE_URL, config: { ...config, ...changes } });

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
});
