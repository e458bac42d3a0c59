import { join } from 'node:path';
import type { FunctionBundles } from '../../../lib/bundle/bundle-functions.ts';
import { listFunctionFolders } from '../../../lib/bundle/function-entry.ts';

/** The names of all functions. */
export const functionNames = listFunctionFolders(join(import.meta.dirname, '../../..'));

/** Bundles that replace code which does not matter to the test. */
export function stubBundles(): FunctionBundles {
  const bundle = { directory: join(import.meta.dirname, 'stub-bundle'), hash: 'stub' };
  return Object.fromEntries(functionNames.map((name) => [name, bundle]));
}
