import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGE_TIMEOUT_MS } from '../../../core/scans/pacing.ts';
import { listNodes, page, type Site, scan, serve } from './harness.ts';

let site: Site;

beforeAll(async () => {
  site = await serve({
    '/good': page('<img src="a.png">'),
    '/wander': page(`<p>x</p><script>location.href = '/wander?' + Math.random()</script>`),
    '/elements': page(`<script>document.write('<p>x</p>'.repeat(25_000))</script><img src="a.png">`),
  });
});
afterAll(() => site.close());

it('pages are given up if they navigate endlessly, and scanned within the time limit if they have very many elements', async () => {
  const { results } = await scan([site.url('/wander'), site.url('/good'), site.url('/elements')], {
    ruleIds: ['image-alt', 'html-has-lang'],
    pageTimeoutMs: PAGE_TIMEOUT_MS,
  });
  expect(results.map((result) => [result.outcome, listNodes(result)])).toEqual([
    ['too-many-redirects', []],
    ['scanned', ['image-alt ["img"]']],
    ['scanned', ['image-alt ["img"]']],
  ]);
});
