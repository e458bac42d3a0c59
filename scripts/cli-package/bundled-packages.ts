import type { Metafile } from 'esbuild';
import { findPackageDirectory } from './installed-package.ts';

/** Key of our own code in a `PackageGraph`. */
export const OWN_CODE = '';

/** For our own code and each bundled npm package, by directory: the directories of the packages that it imports. */
export type PackageGraph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the npm packages in a bundle, and which of them import which. A package without any byte in the output is
 * not included.
 */
export function listBundledPackages({ inputs, outputs }: Metafile): PackageGraph {
  const graph = new Map<string, Set<string>>([[OWN_CODE, new Set()]]);
  for (const output of Object.values(outputs)) {
    for (const [source, { bytesInOutput }] of Object.entries(output.inputs)) {
      if (bytesInOutput > 0) graph.set(findPackageDirectory(source) ?? OWN_CODE, new Set());
    }
  }
  for (const [source, { imports }] of Object.entries(inputs)) {
    const importer = findPackageDirectory(source) ?? OWN_CODE;
    for (const { path, external } of imports) {
      const imported = findPackageDirectory(path);
      if (external || imported === undefined || imported === importer) continue;
      if (graph.has(imported)) graph.get(importer)?.add(imported);
    }
  }
  return graph;
}
