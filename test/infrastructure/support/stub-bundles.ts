import { join } from 'node:path';
import type { FunctionBundles } from '../../../lib/bundle/function-bundles.ts';
import { functionNames } from '../../../lib/function-names.ts';

/** Bundles that stand for code which does not matter to the test. */
export function stubBundles(): FunctionBundles {
  const bundle = { directory: join(import.meta.dirname, 'stub-bundle'), hash: 'stub' };
  return Object.fromEntries(functionNames.map((name) => [name, bundle])) as FunctionBundles;
}
