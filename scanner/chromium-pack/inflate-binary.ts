import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
// No named imports: Node 22.12 has no zstd, and the import of a missing name fails before any code runs.
import zlib from 'node:zlib';
import { ChromiumUnavailableError } from './chromium-unavailable.ts';
import type { PackedBinary } from './manifest.ts';
import { waitForAll } from './publish.ts';

type Packed<Codec> = Extract<PackedBinary, { codec: Codec }>;

/** Number of parts that are inflated at the same time: the number of libuv's threads. */
const AT_ONCE = 4;
/** Chunk size between inflating and writing. The default of 16 KiB results in 13,000 chunks. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Inflates the binary of a pack into a file. The caller must verify the content.
 * @throws ChromiumUnavailableError `pack-damaged` if it cannot be decompressed
 */
export async function inflateBinary(target: string, packDir: string, binary: PackedBinary): Promise<void> {
  try {
    if (binary.codec === 'zstd') await inflateParts(target, packDir, binary);
    else await inflateStream(target, packDir, binary);
  } catch (error) {
    // These codes are errors of the compressed data. Errors of the disk have other codes.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (/^(ERR__|Z_|ZSTD_)/.test(code)) throw buildDamagedError(packDir, 'it cannot be unpacked', error);
    throw error;
  }
}

/** Returns the error of a pack whose unpacked content is not what was packed. */
export function buildDamagedError(packDir: string, fault: string, cause?: unknown): ChromiumUnavailableError {
  return new ChromiumUnavailableError(
    'pack-damaged',
    `The packed Chromium in ${packDir} is damaged: ${fault}.`,
    'Install the package again.',
    cause,
  );
}

async function inflateParts(
  target: string,
  packDir: string,
  { parts, partSize }: Packed<'zstd'>,
): Promise<void> {
  const file = await open(target, 'w');
  const remaining = parts.entries();
  async function work(): Promise<void> {
    // All workers share this iterator. Each takes the next part.
    for (const [index, name] of remaining) {
      const packed = await readFile(join(packDir, name));
      // Decompresses into one buffer. The default is many buffers of 64 KiB, which are then copied into one.
      const part = await promisify(zlib.zstdDecompress)(packed, {
        chunkSize: partSize,
        maxOutputLength: partSize,
      });
      await file.write(part, 0, part.length, index * partSize);
    }
  }
  try {
    await waitForAll(Array.from({ length: AT_ONCE }, work));
  } finally {
    await file.close();
  }
}

function inflateStream(target: string, packDir: string, { file }: Packed<'brotli'>): Promise<void> {
  return pipeline(
    createReadStream(join(packDir, file), { highWaterMark: CHUNK_BYTES }),
    zlib.createBrotliDecompress({ chunkSize: CHUNK_BYTES }),
    createWriteStream(target),
  );
}
