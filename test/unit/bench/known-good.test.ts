import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getHalf, listPages } from '../../../bench/known-good/pages.ts';

const pages = Array.from({ length: 12 }, (_, index) => `docs/page-${index}.html`);
const others = ['docs/style.css', 'docs/old/page.html', 'test/page.html', 'docs/node_modules/a/page.html'];
const documentation = {
  name: 'manual',
  version: '1.0.0',
  folders: ['docs'],
  without: ['/old/'],
  limit: 20,
  source: '',
};
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'known-good-'));
  for (const path of [...pages, ...others]) {
    await mkdir(dirname(join(root, 'manual', path)), { recursive: true });
    await writeFile(join(root, 'manual', path), '');
  }
});
afterAll(() => rm(root, { recursive: true }));

describe('the known-good pages', () => {
  it('are those in the folders of the documentation, each in one half', async () => {
    const [tune, final] = await Promise.all([
      listPages(root, [documentation], 'tune'),
      listPages(root, [documentation], 'final'),
    ]);
    expect([...tune, ...final].toSorted()).toEqual(pages.map((path) => `manual/${path}`).toSorted());
    expect(tune.length).toBeGreaterThan(0);
    expect(final.length).toBeGreaterThan(0);
  });

  it('are in the same half if fewer of them are used', async () => {
    const all = await listPages(root, [documentation], 'tune');
    const some = await listPages(root, [{ ...documentation, limit: 6 }], 'tune');
    expect(some.length).toBeLessThan(all.length);
    expect(all).toEqual(expect.arrayContaining(some));
  });

  it('stay in the half that their path had when the corpus was divided', () => {
    expect(
      ['npm/docs/output/commands/npm-access.html', 'npm/docs/output/commands/npm-bin.html'].map(getHalf),
    ).toEqual(['tune', 'final']);
  });
});
