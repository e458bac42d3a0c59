import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
// Not by name: Node 22.12 has no zstd, and an import of a name that is missing fails before anything runs.
import zlib from 'node:zlib';
import { ChromiumUnavailableError } from './chromium-unavailable.ts';
import type { PackedBinary, PackManifest } from './manifest.ts';
import { waitForAll } from './publish.ts';

type Packed<Codec> = Extract<PackedBinary, { codec: Codec }>;

/** Parts that are inflated at once: as many as libuv has threads. */
const AT_ONCE = 4;
/** Between inflating and writing; the default of 16 KiB makes thirteen thousand steps of them. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Inflates the binary of a pack into a file that can be executed.
 * @throws ChromiumUnavailableError `pack-damaged` when something else comes out than was packed
 */
export async function inflateBinary(target: string, packDir: string, manifest: PackManifest): Promise<void> {
  const { binary, size } = manifest;
  const found =
    binary.codec === 'zstd'
      ? await inflateParts(target, packDir, binary)
      : await inflateStream(target, packDir, binary);
  if (found.size === size && found.isIntact) return;
  const fault = found.size === size ? 'other bytes than were packed' : `${found.size} bytes, not ${size}`;
  throw buildDamagedError(packDir, fault);
}

function buildDamagedError(packDir: string, fault: string, cause?: unknown): ChromiumUnavailableError {
  return new ChromiumUnavailableError(
    'pack-damaged',
    `The packed Chromium in ${packDir} is damaged: ${fault}.`,
    'Install the package again.',
    cause,
  );
}

async function inflateParts(target: string, packDir: string, { parts, partSize }: Packed<'zstd'>) {
  const file = await open(target, 'w', 0o755);
  const remaining = parts.entries();
  let size = 0;
  async function work(): Promise<void> {
    // All take from the same parts, each the next one that nobody has.
    for (const [index, name] of remaining) {
      const packed = await readFile(join(packDir, name));
      // In one step, into one buffer: by default it would be one of 64 KiB after the other, and a copy of them all.
      const part = await promisify(zlib.zstdDecompress)(packed, {
        chunkSize: partSize,
        maxOutputLength: partSize,
      });
      await file.write(part, 0, part.length, index * partSize);
      size += part.length;
    }
  }
  try {
    await waitForAll(Array.from({ length: AT_ONCE }, work));
  } finally {
    await file.close();
  }
  return { size, isIntact: true };
}

async function inflateStream(target: string, packDir: string, { file, digest }: Packed<'brotli'>) {
  const hash = createHash('sha256');
  let size = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(
      createReadStream(join(packDir, file), { highWaterMark: CHUNK_BYTES }),
      zlib.createBrotliDecompress({ chunkSize: CHUNK_BYTES }),
      measured,
      createWriteStream(target, { mode: 0o755 }),
    );
  } catch (error) {
    // Its own errors are those of the compressed data; those of the disk have other codes.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (/^(ERR__|Z_)/.test(code)) {
      throw buildDamagedError(packDir, 'it cannot be unpacked', error);
    }
    throw error;
  }
  return { size, isIntact: hash.digest('hex') === digest };
}
