import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileToPut } from '../../adapters/report-bucket/put-file.ts';

/**
 * Pieces are combined to this length in UTF-16 code units, because a system call for each piece would cost more than
 * the piece itself.
 */
const WRITE_LENGTH = 256 * 1024;

/**
 * Writes a text to a new file in pieces, so that only the piece that is written is in memory.
 * @returns the file with its size in bytes and its SHA-256
 */
export async function writeTextFile(
  path: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<FileToPut> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx');
  try {
    for await (const text of combine(pieces)) {
      const chunk = Buffer.from(text);
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return { path, bytes, sha256: hash.digest('base64') };
}

async function* combine(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let waiting: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < WRITE_LENGTH) continue;
    yield waiting.join('');
    waiting = [];
    length = 0;
  }
  if (length > 0) yield waiting.join('');
}
