import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packCli } from './cli-package/pack-cli.ts';

/** Makes `a11y-scan-<version>.tgz` in the working directory, or in the one that `--into` names. */
const { values } = parseArgs({ options: { into: { type: 'string', default: '.' } } });
const into = resolve(values.into);
await mkdir(into, { recursive: true });
const { tarball, size, unpackedSize } = await packCli(into);
console.log(`${tarball}: ${megabytes(size)}, ${megabytes(unpackedSize)} unpacked`);

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
