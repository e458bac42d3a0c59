import { expect, it } from 'vitest';
import { page, scan, serve } from './harness.ts';

it('a deeply nested page without any visible selected element is detected with bounded work', async () => {
  const site = await serve({
    '/': page(`<p>Text</p>${'<div>'.repeat(400)}${'<div></div>'.repeat(15_000)}${'</div>'.repeat(400)}`),
  });
  const { results } = await scan([site.url('/')], {
    ruleIds: ['image-alt'],
    settings: { includeSelectors: ['div'], excludeSelectors: ['.nothere'] },
  });
  await site.close();
  expect(results.map(({ outcome }) => outcome)).toEqual(['nothing-selected']);
});
