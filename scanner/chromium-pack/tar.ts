/** One regular file of a tar archive. */
export interface TarFile {
  path: string;
  mode: number;
  content: Buffer;
}

const BLOCK_SIZE = 512;
const regularFile = ['0', '\0'];
const DIRECTORY = '5';

/**
 * Yields the regular files of an uncompressed ustar archive.
 * @throws Error on an entry that is neither a file nor a directory, or whose path leaves the archive
 */
export function* readTar(archive: Buffer): Generator<TarFile> {
  let offset = 0;
  while (offset + BLOCK_SIZE <= archive.length) {
    const header = archive.subarray(offset, offset + BLOCK_SIZE);
    const path = text(header, 0, 100);
    if (path === '') return;
    const size = Number.parseInt(text(header, 124, 12), 8);
    const kind = String.fromCharCode(header[156] ?? 0);
    offset += BLOCK_SIZE;
    if (regularFile.includes(kind)) {
      if (path.startsWith('/') || path.split('/').includes('..')) {
        throw new Error(`tar: the path ${JSON.stringify(path)} leaves the archive`);
      }
      const mode = Number.parseInt(text(header, 100, 8), 8);
      yield { path, mode, content: archive.subarray(offset, offset + size) };
    } else if (kind !== DIRECTORY) {
      throw new Error(
        `tar: ${JSON.stringify(path)} is of type ${JSON.stringify(kind)}; only files and directories are supported`,
      );
    }
    offset += Math.ceil(size / BLOCK_SIZE) * BLOCK_SIZE;
  }
}

function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end).trim();
}
