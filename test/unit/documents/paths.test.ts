import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

it.each(['docs/changing.md', 'docs/architecture.md'])(
  '%s names only files and folders that exist',
  async (document) => {
    const text = await readFile(join(root, document), 'utf8');
    const inExample = text.replaceAll('<operation-id>', 'get-usage');
    const paths = [...inExample.matchAll(/`((?:[a-z-]+\/)+[\w./-]*)`/g)].map(([, path = '']) => path);
    const named = paths.filter((path) => existsSync(join(root, path.split('/')[0] ?? '')));

    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);
