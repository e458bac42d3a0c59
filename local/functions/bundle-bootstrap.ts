import { fileURLToPath } from 'node:url';
import { type BuildFailure, buildSync } from 'esbuild';
import { DataFolderError } from '../data-folder.ts';

/**
 * Bundles `bootstrap.ts` into one JavaScript file. Stripping its types at each cold start would take a fifth of the
 * cold start.
 *
 * @param file path of the output file
 * @returns the path of the output file
 * @throws DataFolderError if the file cannot be written
 */
export function bundleBootstrap(file: string): string {
  const bootstrap = fileURLToPath(new URL('./bootstrap.ts', import.meta.url));
  try {
    buildSync({
      entryPoints: [bootstrap],
      outfile: file,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    });
  } catch (error) {
    const [fault] = (error as BuildFailure).errors ?? [];
    throw new DataFolderError(`${file} cannot be written: ${fault?.text ?? error}`, { cause: error });
  }
  return file;
}
