import { afterAll, beforeAll, it } from 'vitest';
import type { Site } from './harness.ts';
import { expectSameResults, serveRestless } from './restless-pages.ts';

let site: Site;
beforeAll(async () => {
  site = await serveRestless();
});
afterAll(() => site.close());

it('a page has the same findings and links, byte by byte, after pages that leave state or work behind', () =>
  expectSameResults(site, [['/rich', '/stores', '/works', '/rich']], 2));
