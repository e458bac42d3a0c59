import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
// A decision keeps the paths of its time.
const documents = ['README.md', ...globSync(['docs/*.md', 'docs/ci/*.md'], { cwd: root })];

/** Returns the paths in a document that begin with a folder of the repository. */
async function readPaths(document: string): Promise<string[]> {
  const text = await readFile(join(root, document), 'utf8');
  const inExample = text.replaceAll('<operation-id>', 'get-usage');
  const paths = [...inExample.matchAll(/`((?:[a-z-]+\/)+[\w./-]*)`/g)].map(([, path = '']) => path);
  return paths.filter((path) => existsSync(join(root, path.split('/')[0] ?? '')));
}

it.each(documents)('%s names only files and folders that exist', async (document) => {
  expect((await readPaths(document)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it.each(['docs/changing.md', 'docs/architecture.md', 'docs/runbook.md'])(
  'finds paths in %s',
  async (document) => {
    expect((await readPaths(document)).length).toBeGreaterThan(4);
  },
);
