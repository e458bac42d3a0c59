import { constants } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BuildResult, build, type OutputFile } from 'esbuild';
import { englishOnly } from './english-only.ts';
import { createFunctionEntryPlugin, getEntryName, listFunctionFolders } from './function-entry.ts';
import { hashDirectory } from './hash-directory.ts';
import { requireHttp } from './require-http.ts';

export interface BundleOptions {
  /** Directory that contains `functions/`. */
  readonly root: string;
  /** Empty directory for the bundles, one directory each. */
  readonly into: string;
  /**
   * Directories that are deployed with a function's code. The outer key is the name of the function, the inner key the
   * name beside `index.mjs`. They are awaited only after the code is compiled, so that they can be built meanwhile.
   */
  readonly companions?: Readonly<Record<string, Companions>>;
}

type Companions = Readonly<Record<string, string | Promise<string>>>;

/** CommonJS packages in an ES module call `require` to load modules of Node. */
const REQUIRE_FOR_COMMON_JS =
  "import { createRequire as createRequireForBundle } from 'node:module';" +
  'const require = createRequireForBundle(import.meta.url);';

/**
 * Bundles all functions in one run of esbuild, which parses shared modules only once.
 * @returns directory and hash of each function's code; the hash depends only on the contents
 * @throws Error if a handler does not build
 */
export async function bundleFunctions(options: BundleOptions): Promise<FunctionBundles> {
  const { root, into, companions = {} } = options;
  const result = await compile(root);
  const files = Map.groupBy(result.outputFiles, (file) => basename(dirname(file.path)));
  const bundles = await Promise.all(
    [...files].map(async ([name, outputs]) => {
      return [name, await writeBundle(join(into, name), outputs, companions[name] ?? {})] as const;
    }),
  );
  return Object.fromEntries(bundles);
}

function compile(root: string): Promise<BuildResult<{ write: false }>> {
  const names = listFunctionFolders(root);
  return build({
    entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, getEntryName(name)])),
    absWorkingDir: root,
    // Paths in source maps are relative to this directory; nothing is written there.
    outdir: join(root, 'dist'),
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    outExtension: { '.js': '.mjs' },
    banner: { js: REQUIRE_FOR_COMMON_JS },
    // Function names are not kept, because the helper of esbuild's `keepNames` does not exist in pages, where the
    // scanner runs functions.
    minify: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [createFunctionEntryPlugin(root), englishOnly, requireHttp],
  });
}

async function writeBundle(
  directory: string,
  outputs: readonly OutputFile[],
  companions: Companions,
): Promise<FunctionBundle> {
  await mkdir(directory, { recursive: true });
  await Promise.all([
    ...outputs.map((file) => writeFile(join(directory, basename(file.path)), file.contents)),
    ...Object.entries(companions).map(async ([name, source]) =>
      cp(await source, join(directory, name), { recursive: true, mode: constants.COPYFILE_FICLONE }),
    ),
  ]);
  return { directory, hash: await hashDirectory(directory) };
}

/** The deployed code of one function. */
export interface FunctionBundle {
  /** Directory with `index.mjs` and its companions. */
  readonly directory: string;
  /** Changes if anything in the directory changes. */
  readonly hash: string;
}

/** The deployed code of all functions by name. */
export type FunctionBundles = Readonly<Record<string, FunctionBundle>>;
