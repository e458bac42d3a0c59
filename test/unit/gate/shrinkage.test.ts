import { expect, it } from 'vitest';
import { type EarlierPage, listShrinkageReasons } from '../../../core/gate/shrinkage.ts';

const found = (outcome: EarlierPage['outcome'], revisited = false) => ({ outcome, revisited });
const sound = found('scanned');

it.each([
  ['nothing', [sound, sound, sound, sound]],
  ['one page removed of two', [sound, found('gone', true)]],
  ['a section removed', [sound, sound, sound, found('gone', true), found('gone', true)]],
  [
    'pages that failed, which lower the coverage',
    [found('timeout'), found('http-error'), found('http-error')],
  ],
  ['no page was judged before', []],
])('a site did not shrink: %s', (_, pages) => {
  expect(listShrinkageReasons(pages.map((page, at) => ({ ...page, url: `/${at}` })))).toEqual([]);
});

it.each([
  [
    'half of its pages are gone',
    [sound, sound, found('gone', true), found('broken-link')],
    '2 no longer exist (404 or 410): /2, /3.',
  ],
  [
    'nothing leads to its pages any more',
    [sound, found('scanned', true), found('timeout', true)],
    'nothing leads to 2 any more: /1, /2.',
  ],
  [
    'its pages redirect',
    [sound, found('duplicate-redirect'), found('duplicate-redirect', true)],
    '2 redirect to another page of the scan, nothing leads to 1 any more: /1, /2.',
  ],
])('a site shrank: %s', (_, pages, message) => {
  const [reason, ...others] = listShrinkageReasons(pages.map((page, at) => ({ ...page, url: `/${at}` })));
  expect(others).toEqual([]);
  expect(reason).toMatchObject({ code: 'site-shrank', result: 'inconclusive' });
  expect(reason?.message).toBe(`Of ${pages.length} pages that the compared scan judged, ${message}`);
});
