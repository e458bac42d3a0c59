import { describe, expect, it } from 'vitest';
import { exampleSite } from '../../../core/api/examples.ts';
import { updateSiteSchema } from '../../../core/sites/site-bodies.ts';
import { findSettingsChange, toSettingsValues } from '../../../dashboard/screens/site/settings-values.ts';

const values = toSettingsValues(exampleSite);

describe('the settings of a site', () => {
  it('send nothing if nothing was changed', () => {
    expect(findSettingsChange(values, { ...values })).toEqual({});
    expect(findSettingsChange(values, { ...values, pages: '\n /checkout \n\n/contact\n' })).toEqual({});
  });

  it.each([
    ['name', 'Other', { name: 'Other' }],
    ['maxPages', '', { maxPages: null }],
    ['maxPages', '7', { maxPages: 7 }],
    ['maxDepth', '0', { maxDepth: 0 }],
    ['pages', '/a\n/b', { pages: ['/a', '/b'] }],
    ['pages', '', { pages: [] }],
    ['mainBranch', 'release', { mainBranch: 'release' }],
    ['mainBranch', ' ', { mainBranch: null }],
    ['labels', 'Web team\nshop 2', { labels: ['Web team', 'shop 2'] }],
    ['hashRoutes', true, { hashRoutes: true }],
    [
      'sourcePaths',
      '/blog/** src/my blog.html\n/ index.html',
      {
        sourcePaths: [
          { url: '/blog/**', path: 'src/my blog.html' },
          { url: '/', path: 'index.html' },
        ],
      },
    ],
  ])('send only what was changed: %s %j', (name, value, change) => {
    const found = findSettingsChange(values, { ...values, [name]: value });
    expect(found).toEqual(change);
    expect(updateSiteSchema.safeParse(found).success).toBe(true);
  });

  it('have a field for each member that the API accepts, except credentials, which are sent alone', () => {
    const members = Object.keys(updateSiteSchema.shape).filter((name) => name !== 'credentials');
    expect(Object.keys(values).sort()).toEqual(members.sort());
  });

  it('leave it to the service to refuse a source file without a path', () => {
    const found = findSettingsChange(values, { ...values, sourcePaths: '/blog/**' });
    expect(found).toEqual({ sourcePaths: [{ url: '/blog/**', path: '' }] });
    expect(updateSiteSchema.safeParse(found).error?.issues[0]?.path).toEqual(['sourcePaths', 0, 'path']);
  });
});
