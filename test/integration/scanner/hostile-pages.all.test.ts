import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGE_TIMEOUT_MS } from '../../../core/scans/pacing.ts';
import { listNodes, page, type Site, scan, serve } from './harness.ts';

let site: Site;

beforeAll(async () => {
  site = await serve({
    '/good': page('<img src="a.png">'),
    '/endless-later': page('<img src="a.png"><script>setTimeout(() => { while (true) {} }, 500)</script>'),
    '/wander': page(`<p>x</p><script>location.href = '/wander?' + Math.random()</script>`),
    '/stacked': page(
      `<style>p { position: absolute; top: 9px; background: rgb(255 255 255 / .1) }</style><img src="a.png">
       ${'<p>text</p>'.repeat(10_000)}`,
    ),
    '/deep': page(`${'<div>'.repeat(3_000)}<img src="a.png">`),
    '/elements': page(`<script>document.write('<p>x</p>'.repeat(25_000))</script><img src="a.png">`),
  });
});
afterAll(() => site.close());

it('pages are given up if they navigate endlessly, and scanned within the time limit if they are deep or have very many elements', async () => {
  const { results } = await scan(['/wander', '/good', '/deep', '/elements'].map(site.url), {
    ruleIds: ['image-alt', 'html-has-lang'],
    pageTimeoutMs: PAGE_TIMEOUT_MS,
  });
  expect(results.map((result) => [result.outcome, listNodes(result)])).toEqual([
    ['too-many-redirects', []],
    ['scanned', ['image-alt ["img"]']],
    ['scanned', ['image-alt ["img"]']],
    ['scanned', ['image-alt ["img"]']],
  ]);
});

it('a scan skips and names the rule that takes too long, and keeps the findings of the other rules', async () => {
  const { results } = await scan([site.url('/stacked'), site.url('/good')], { pageTimeoutMs: 25_000 });
  expect(results.map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['partially-scanned', 'Rules that did not test all of the page: color-contrast.'],
    ['scanned', 'The page was scanned.'],
  ]);
  expect(results.map((result) => listNodes(result))).toEqual([['image-alt ["img"]'], ['image-alt ["img"]']]);
  expect(results[0]?.rules.find(({ ruleId }) => ruleId === 'color-contrast')).toEqual({
    ruleId: 'color-contrast',
    result: 'not-run',
    reason: 'The rule took too long on this page.',
  });
});

it('a page whose script becomes endless after its load is scanned in part, and the next page is scanned', async () => {
  const { results, started } = await scan(['/endless-later', '/good'].map(site.url), {
    pageTimeoutMs: 15_000,
  });
  expect(results.map(({ outcome, incomplete }) => [outcome, incomplete])).toEqual([
    ['partially-scanned', true],
    ['scanned', false],
  ]);
  for (const result of results) expect(listNodes(result)).toEqual(['image-alt ["img"]']);
  expect(results[0]?.detail).toBe('An endless script of the page was stopped.');
  expect(started.map(({ attempt }) => attempt)).toEqual([1, 1]);
});
