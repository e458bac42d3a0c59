import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

const NAMESPACE = 'function-entry';

/** Returns the entry point of a function's bundle, a module that `createFunctionEntryPlugin` provides. */
export function getEntryName(name: string): string {
  return `${NAMESPACE}:${name}`;
}

/**
 * Returns the plugin that provides the entry point of each function. The entry point creates the handler from the
 * environment of the process. So the modules of a function do not read the environment when they are imported.
 * @param root directory that contains `functions/`
 */
export function createFunctionEntryPlugin(root: string): Plugin {
  return {
    name: NAMESPACE,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${NAMESPACE}:`) }, ({ path }) => ({
        path: path.slice(NAMESPACE.length + 1),
        namespace: NAMESPACE,
      }));
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path: name }) => ({
        contents:
          `import { createHandler } from './${name}/handler.ts';` +
          'export const handler = createHandler(process.env);',
        resolveDir: join(root, 'functions'),
      }));
    },
  };
}

/**
 * Returns the sorted names of all functions: the folders in `functions/` that have a `handler.ts`.
 * @param root directory that contains `functions/`
 */
export function listFunctionFolders(root: string): string[] {
  return globSync('*/handler.ts', { cwd: join(root, 'functions') })
    .map(dirname)
    .sort();
}
