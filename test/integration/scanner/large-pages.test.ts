import { expect, it } from 'vitest';
import { scan, serve } from './harness.ts';
import { expectSameFindings, largePages } from './large-pages.ts';

/** The rules that the faults of the pages violate, and rules about whole pages. */
const ruleIds = [
  'bypass',
  'button-name',
  'color-contrast',
  'document-title',
  'frame-title',
  'heading-order',
  'image-alt',
  'label',
  'link-name',
  'list',
  'page-has-heading-one',
  'region',
];

it('a large page has the same findings as a small one with the same faults', async () => {
  const site = await serve(largePages);
  const { results } = await scan(Object.keys(largePages).map(site.url), { ruleIds, identity: () => '/' });
  await site.close();
  expect(results).toHaveLength(4);
  expectSameFindings(results);
});
