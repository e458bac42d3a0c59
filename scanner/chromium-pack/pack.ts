import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
// No named imports: Node 22.12 has no zstd, and the import of a missing name fails before any code runs.
import zlib from 'node:zlib';
import { type Contents, describeContent, type FileContent, HASHED_BYTES } from './contents.ts';
import {
  AXE_NAME,
  BINARY_NAME,
  FILES_NAME,
  MANIFEST_NAME,
  type PackedBinary,
  type PackManifest,
  type PackUse,
} from './manifest.ts';
import { publishDirectory, waitForAll } from './publish.ts';
import { readTar } from './tar.ts';

/**
 * Unpacking takes the same time at every level. Level 3 packs in 1.1 s to 88 MB, level 10 in 6.4 s to 78 MB. The first
 * start waits for the packing, and both sizes are far below Lambda's limit of 250 MiB.
 */
const ZSTD_LEVEL = 3;
/**
 * Size of the parts before packing, in bytes. libuv's threads inflate several parts at once, each into a buffer of this
 * size. Parts of 32 MiB do not compress better, and their buffers are newly allocated each time: twice the system
 * time, and three times the peak memory.
 */
const PART_SIZE = 4 * 1024 * 1024;
const fileArchives = ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'];

/** Folder of packed and unpacked browsers in a checkout. */
export const cacheDirectory = join(import.meta.dirname, '..', '..', '.cache', 'chromium');

/** The versions that a pack depends on. They are part of its name, so that a new version results in a new pack. */
type Versions = { chromium: string; axe: string };

/**
 * Repacks the Chromium of the npm package @sparticuz/chromium and adds axe-core's script. Runs once per version and
 * needs no network.
 *
 * For a function, the binary is repacked from brotli to zstd, which unpacks several times faster. For the command it
 * stays brotli, which is a fifth smaller: it is unpacked only once per machine, and Node 22.12 has no zstd.
 * @param into parent folder of the packs
 * @returns the folder of the packed files, to be copied next to the bundled code as `chromium/`
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
  const name = `${versions.chromium}-${use}-${packed}-sha256-${HASHED_BYTES}-axe-${versions.axe}`;
  return publishDirectory(join(into, name), async (directory) => {
    const [packedBinary, ...unpackedFiles] = await waitForAll([
      packBinary(join(source, 'bin', 'chromium.br'), directory, use),
      ...fileArchives.map((name) => unpackTar(join(source, 'bin', name), join(directory, FILES_NAME))),
      copyFile(axeScript, join(directory, AXE_NAME)),
    ]);
    const { binary, content } = packedBinary;
    const manifest: PackManifest = {
      use,
      version: versions.chromium,
      axe: versions.axe,
      binary,
      contents: Object.assign({ [BINARY_NAME]: content }, ...unpackedFiles),
    };
    await writeFile(join(directory, MANIFEST_NAME), JSON.stringify(manifest));
  });
}

async function readVersion(packageDirectory: string): Promise<string> {
  const text = await readFile(join(packageDirectory, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function packBinary(
  source: string,
  directory: string,
  use: PackUse,
): Promise<{ binary: PackedBinary; content: FileContent }> {
  const unpacked = await readBrotli(source);
  const binary =
    use === 'function' ? await packAsZstd(unpacked, directory) : await copyBrotli(source, directory);
  return { binary, content: describeContent(unpacked, true) };
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

async function copyBrotli(source: string, directory: string): Promise<PackedBinary> {
  const file = 'chromium.br';
  await copyFile(source, join(directory, file));
  return { codec: 'brotli', file };
}

/** Returns the decompressed content of a brotli file. */
async function readBrotli(file: string): Promise<Buffer> {
  return promisify(zlib.brotliDecompress)(await readFile(file));
}

async function unpackTar(source: string, into: string): Promise<Contents> {
  const contents: Record<string, FileContent> = Object.create(null);
  for (const { path, content } of readTar(await readBrotli(source))) {
    const target = join(into, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
    contents[normalize(path)] = describeContent(content);
  }
  return contents;
}
