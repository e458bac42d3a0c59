import { afterAll, beforeAll, it } from 'vitest';
import type { Site } from './harness.ts';
import { expectSameResults, nasty, serveRestless } from './restless-pages.ts';

let site: Site;
beforeAll(async () => {
  site = await serveRestless();
});
afterAll(() => site.close());

it('ten scans of a page have the same findings and links, byte by byte, after any other pages', async () => {
  const between = Object.keys(nasty);
  const chunks = [0, 1].map((chunk) => {
    const before = [0, 2, 4].map((index) => between[(chunk + index) % between.length] ?? '');
    if (chunk % 2 === 1) before.reverse();
    return ['/rich', ...before.flatMap((path) => [path, '/rich']), '/rich'];
  });
  await expectSameResults(site, chunks, 10);
});
