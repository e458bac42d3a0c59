import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
// Not by name: Node 22.12 has no zstd, and an import of a name that is missing fails before anything runs.
import zlib from 'node:zlib';
import {
  AXE_NAME,
  FILES_NAME,
  MANIFEST_NAME,
  type PackedBinary,
  type PackManifest,
  type PackUse,
} from './manifest.ts';
import { publishDirectory, waitForAll } from './publish.ts';
import { readTar } from './tar.ts';

/**
 * Unpacking takes the same at every level. Level 3 packs in 1.1 s to 88 MB, level 10 in 6.4 s to 78 MB; the first
 * start waits for the packing, and Lambda's limit of 250 MiB is far from either.
 */
const ZSTD_LEVEL = 3;
/**
 * Parts are inflated on several of libuv's threads at once, each into a buffer of its own length. Of 32 MiB they pack
 * no better, and those buffers are new memory each time: twice the system time, and three times the peak.
 */
const PART_SIZE = 4 * 1024 * 1024;
const fileArchives = ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'];

/** Where a checkout keeps packed and unpacked browsers. */
export const cacheDirectory = join(import.meta.dirname, '..', '..', '.cache', 'chromium');

/** One name for everything that a pack depends on, so that a changed version makes a new pack. */
type Versions = { chromium: string; axe: string };

/**
 * Repacks the Chromium of the npm package @sparticuz/chromium and puts axe-core's script beside it. Done once per
 * version; needs no network.
 *
 * For a function from brotli to zstd, which unpacks several times faster. For the command it stays brotli: that is a
 * fifth smaller, it is unpacked once per machine, and Node 22.12 has nothing else.
 * @param into parent directory of the packs
 * @returns the directory with the packed files, to be copied beside the bundled code as `chromium/`
 */
export async function packChromium(
  into: string = cacheDirectory,
  use: PackUse = 'function',
): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const source = dirname(dirname(resolve('@sparticuz/chromium')));
  const axeScript = resolve('axe-core/axe.min.js');
  const versions: Versions = {
    chromium: await readVersion(source),
    axe: await readVersion(dirname(axeScript)),
  };
  const packed = use === 'function' ? `zstd-${ZSTD_LEVEL}-${PART_SIZE}` : 'brotli';
  const name = `${versions.chromium}-${use}-${packed}-axe-${versions.axe}`;
  return publishDirectory(join(into, name), async (directory) => {
    await waitForAll([
      packBinary(join(source, 'bin', 'chromium.br'), directory, versions, use),
      copyFile(axeScript, join(directory, AXE_NAME)),
      ...fileArchives.map((name) => unpackTar(join(source, 'bin', name), join(directory, FILES_NAME))),
    ]);
  });
}

async function readVersion(packageDirectory: string): Promise<string> {
  const text = await readFile(join(packageDirectory, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function packBinary(
  source: string,
  directory: string,
  versions: Versions,
  use: PackUse,
): Promise<void> {
  const content = await readBrotli(source);
  const manifest: PackManifest = {
    use,
    version: versions.chromium,
    axe: versions.axe,
    size: content.length,
    binary:
      use === 'function'
        ? await packAsZstd(content, directory)
        : await copyBrotli(content, source, directory),
  };
  await writeFile(join(directory, MANIFEST_NAME), JSON.stringify(manifest));
}

async function packAsZstd(content: Buffer, directory: string): Promise<PackedBinary> {
  const offsets = Array.from(
    { length: Math.ceil(content.length / PART_SIZE) },
    (_, index) => index * PART_SIZE,
  );
  const parts = await Promise.all(
    offsets.map(async (offset, index) => {
      const name = `chromium.${index}.zst`;
      const part = content.subarray(offset, offset + PART_SIZE);
      const params = { [zlib.constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL };
      await writeFile(join(directory, name), await promisify(zlib.zstdCompress)(part, { params }));
      return name;
    }),
  );
  return { codec: 'zstd', parts, partSize: PART_SIZE };
}

async function copyBrotli(content: Buffer, source: string, directory: string): Promise<PackedBinary> {
  const file = 'chromium.br';
  await copyFile(source, join(directory, file));
  return { codec: 'brotli', file, digest: createHash('sha256').update(content).digest('hex') };
}

/** The content of a file that is packed as brotli. */
async function readBrotli(file: string): Promise<Buffer> {
  return promisify(zlib.brotliDecompress)(await readFile(file));
}

async function unpackTar(source: string, into: string): Promise<void> {
  for (const file of readTar(await readBrotli(source))) {
    const target = join(into, file.path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, file.content, { mode: file.mode & 0o755 });
  }
}
