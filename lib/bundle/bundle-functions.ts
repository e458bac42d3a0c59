import { constants } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BuildResult, build, type OutputFile } from 'esbuild';
import { englishOnly } from './english-only.ts';
import { createFunctionEntryPlugin, getEntryName, listFunctionFolders } from './function-entry.ts';
import { hashDirectory } from './hash-directory.ts';

export interface BundleOptions {
  /** Directory with `functions/`. */
  readonly root: string;
  /** Empty directory for the bundles, one directory each. */
  readonly into: string;
  /**
   * Directories that go with a function's code: by function, the name beside `index.mjs` → the directory. Awaited
   * only when the code is compiled, so that they can be made meanwhile.
   */
  readonly companions?: Readonly<Record<string, Companions>>;
}

type Companions = Readonly<Record<string, string | Promise<string>>>;

/** CommonJS packages inside an ES module ask for `require` when they load a module of Node. */
const REQUIRE_FOR_COMMON_JS =
  "import { createRequire as createRequireForBundle } from 'node:module';" +
  'const require = createRequireForBundle(import.meta.url);';

/**
 * Bundles all functions in one run of esbuild, which parses what they share only once.
 * @returns directory and hash of each function's code; the hash depends on nothing but the contents
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
    // Paths in source maps are relative to this; nothing is written there.
    outdir: join(root, 'dist'),
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    outExtension: { '.js': '.mjs' },
    banner: { js: REQUIRE_FOR_COMMON_JS },
    // Names are not kept: the helper that does so is unknown in a page, where the scanner runs functions.
    minify: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [createFunctionEntryPlugin(root), englishOnly],
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

/** The code of one function as it is deployed. */
export interface FunctionBundle {
  /** Directory with `index.mjs` and whatever lies beside it. */
  readonly directory: string;
  /** Changes when anything in the directory does. */
  readonly hash: string;
}

/** The code of all functions by their names. */
export type FunctionBundles = Readonly<Record<string, FunctionBundle>>;
