import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the name of every function, sorted: the folders below `functions/` that have a `handler.ts`.
 * @param root directory with `functions/`
 */
export function functionFolders(root: string): string[] {
  return globSync('*/handler.ts', { cwd: join(root, 'functions') })
    .map(dirname)
    .sort();
}
