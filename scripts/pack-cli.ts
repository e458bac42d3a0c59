import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packCli } from './cli-package/pack-cli.ts';

/** Writes `a11y-scan-<version>.tgz` and its SBOM into the working directory, or into the directory of `--into`. */
const { values } = parseArgs({ options: { into: { type: 'string', default: '.' } } });
const into = resolve(values.into);
await mkdir(into, { recursive: true });
const { tarball, sbom, size, unpackedSize } = await packCli(into);
console.log(`${tarball}: ${formatMegabytes(size)}, ${formatMegabytes(unpackedSize)} unpacked`);
console.log(`${sbom}: its SBOM (CycloneDX 1.6)`);

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
