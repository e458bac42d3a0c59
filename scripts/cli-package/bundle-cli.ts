import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { englishOnly } from '../../lib/bundle/english-only.ts';
import { listBundledPackages, type PackageGraph } from './bundled-packages.ts';

/** Result of bundling the CLI. */
export interface CliBundle {
  /** Bundled sources, relative to the root, with `/`. */
  inputs: string[];
  /** The bundled npm packages. */
  packages: PackageGraph;
  /** Comments that must be kept with the bundled code, mostly licenses. */
  legalComments: string;
}

/** CommonJS packages in an ES module call `require` when they load a module of Node. */
const REQUIRE_FOR_COMMON_JS =
  "import { createRequire as createRequireForBundle } from 'node:module';" +
  'const require = createRequireForBundle(import.meta.url);';

/**
 * Bundles the CLI (`main.js`) and the client library (`client.js`) into one folder. Shared and lazily loaded code is
 * in chunks in the same folder, so that all code finds the browser and package.json at the same relative path.
 * @param root directory with `cli/`
 * @param into directory of the JavaScript
 */
export async function bundleCli(root: string, into: string): Promise<CliBundle> {
  const { metafile, outputFiles } = await build({
    entryPoints: { main: join(root, 'cli', 'main.ts'), client: join(root, 'client', 'index.ts') },
    absWorkingDir: root,
    outdir: into,
    write: false,
    bundle: true,
    splitting: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.12',
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE_FOR_COMMON_JS },
    // Names are not kept: the helper that would keep them does not exist in a page, where the scanner runs functions.
    minify: true,
    legalComments: 'external',
    logLevel: 'silent',
    plugins: [englishOnly],
  });
  await mkdir(into, { recursive: true });
  const legal = new Set<string>();
  for (const { path, text } of outputFiles) {
    if (path.endsWith('.LEGAL.txt')) legal.add(text.trim());
    else await writeFile(path, text);
  }
  return {
    inputs: Object.keys(metafile.inputs),
    packages: listBundledPackages(metafile),
    legalComments: [...legal].sort().join('\n\n'),
  };
}
