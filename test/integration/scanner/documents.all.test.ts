import { expect, it } from 'vitest';
import { isActingNeed } from '../../../core/checks/check-definition.ts';
import { checks } from '../../../core/checks/checks.ts';
import { getCheckNeed } from '../../../core/rule-sets/rules.ts';
import { scan, serve } from './harness.ts';

const ruleIds = checks.map(({ id }) => id).filter((id) => isActingNeed(getCheckNeed(id)));

it('checks that act on a page have nothing to test in an image, and no result on an empty page', async () => {
  const site = await serve({
    '/image': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/svg+xml' });
      response.end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>A</text><circle r="5"/></svg>',
      );
    },
    '/xhtml': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/xhtml+xml' });
      response.end(
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A</title></head><body><p>A</p></body></html>',
      );
    },
    '/empty': '<!doctype html><html lang="en"><title>A</title><body><main><div></div></main></body></html>',
  });
  const { results } = await scan(['/image', '/xhtml', '/empty'].map(site.url), { ruleIds });
  await site.close();
  expect(ruleIds.length).toBeGreaterThan(3);
  expect(results.map(({ outcome }) => outcome)).toEqual(['scanned', 'scanned', 'empty']);
  const endings = results.map(({ rules }) => new Set(rules.map(({ result }) => result)));
  expect(endings[0]).toEqual(new Set(['inapplicable']));
  expect(endings[1]).not.toContain('not-run');
  expect(endings[2]).toEqual(new Set(['not-run']));
});
