import { expect, it } from 'vitest';
import { page, scan, serve } from './harness.ts';

it('a scan reports that the awaited element could not be searched for when a page does not become stable', async () => {
  const site = await serve({
    '/': page(
      `<img src="a.png"><b id="ready"></b><script>setTimeout(() => { while (true) {} }, 500);</script>`,
    ),
  });
  const { results } = await scan([site.url('/')], {
    settings: { waitFor: { selector: '#ready' } },
    pageTimeoutMs: 40_000,
  });
  await site.close();
  expect(results[0]?.outcome).toBe('partially-scanned');
  expect(results[0]?.detail).toBe(
    'An endless script of the page was stopped. ' +
      'The page did not become stable, so waitFor (#ready) could not be checked.',
  );
});
