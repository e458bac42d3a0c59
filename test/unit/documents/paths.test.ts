import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
// A decision keeps the paths of its time.
const patterns = ['*.md', 'bench/*.md', 'docs/*.md', 'docs/ci/*.md'];
const documents = globSync(patterns, { cwd: root }).filter((path) => path !== 'CHANGELOG.md');
const sourceNames = new Set(
  globSync('**/*.ts', { cwd: root, exclude: ['**/node_modules'] }).map((path) => basename(path)),
);

/** Files that the recipes of CONTRIBUTING.md add as examples. */
const EXAMPLE = /(get-rule-set\/handler|tap|buildkite)(\.test)?\.(ts|md)$/;

/** Returns the paths in a document that begin with a folder of the repository. */
async function readPaths(document: string): Promise<string[]> {
  const text = await readFile(join(root, document), 'utf8');
  const inExample = text.replaceAll('<operation-id>', 'get-usage');
  const paths = [...inExample.matchAll(/`((?:[a-z-]+\/)+[\w./-]*)`/g)].map(([, path = '']) => path);
  return paths.filter(
    (path) =>
      existsSync(join(root, path.split('/')[0] ?? '')) &&
      !(document === 'CONTRIBUTING.md' && EXAMPLE.test(path)),
  );
}

/** Returns the names of source files in a document that have no folder. */
async function readSourceNames(document: string): Promise<string[]> {
  const text = await readFile(join(root, document), 'utf8');
  return [...text.matchAll(/`([\w.-]+\.ts)`/g)].map(([, name = '']) => name);
}

it.each(documents)('%s names only files and folders that exist', async (document) => {
  expect((await readPaths(document)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect((await readSourceNames(document)).filter((name) => !sourceNames.has(name))).toEqual([]);
});

it.each(['docs/changing.md', 'docs/architecture.md', 'docs/runbook.md'])(
  'finds paths in %s',
  async (document) => {
    expect((await readPaths(document)).length).toBeGreaterThan(4);
  },
);

it('finds names of source files without their folder', async () => {
  expect(await readSourceNames('docs/changing.md')).toContain('rule-groups.ts');
});
