import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/**
 * Reads the full version, e.g. `153.0.8010.0`, of the Chromium in a file of @sparticuz/chromium. The npm package states
 * only the major version. The binary is searched, not started, so that it can be packed on any system.
 * @param file the binary, compressed with brotli
 * @param packageVersion version of the npm package
 * @throws Error if the binary contains no version of this major, or more than one
 */
export async function readChromiumVersion(file: string, packageVersion: string): Promise<string> {
  const binary = await promisify(brotliDecompress)(await readFile(file));
  const [major = ''] = packageVersion.split('.');
  const found = binary
    .toString('latin1')
    .matchAll(new RegExp(`(?<![\\d.])${major}\\.\\d+\\.\\d+\\.\\d+(?![\\d.])`, 'g'));
  const versions = [...new Set(Array.from(found, ([version]) => version))];
  const [version] = versions;
  if (version === undefined || versions.length > 1) {
    throw new Error(
      `${file} contains ${versions.length} versions of Chromium ${major}: ${versions.join(', ')}`,
    );
  }
  return version;
}
