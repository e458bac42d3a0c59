import { fileURLToPath } from 'node:url';
import { type BuildFailure, buildSync } from 'esbuild';
import { DataFolderError } from '../data-folder.ts';

/**
 * Makes one file of JavaScript of `bootstrap.ts`: to strip its types anew would be a fifth of every cold start.
 *
 * @param file where to write it
 * @returns the file
 * @throws DataFolderError when it cannot be written
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
    throw new DataFolderError(`${file} cannot be made: ${fault?.text ?? error}`, { cause: error });
  }
  return file;
}
