import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * Makes one file of JavaScript of `bootstrap.ts`: to strip its types anew would be a fifth of every cold start.
 *
 * @param file where to write it
 * @returns the file
 */
export function bundleBootstrap(file: string): string {
  const bootstrap = fileURLToPath(new URL('./bootstrap.ts', import.meta.url));
  buildSync({
    entryPoints: [bootstrap],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  return file;
}
