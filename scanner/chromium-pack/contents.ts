import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { waitForAll } from './publish.ts';

/** How a file is recognized. */
export interface FileContent {
  /** In bytes. */
  size: number;
  isExecutable: boolean;
  /** SHA-256 of each part of `HASHED_BYTES` bytes, in base64. */
  digests: string[];
}

/**
 * All files of a directory by relative path; null: an empty folder. The directory has no other entries than these and
 * the folders above them.
 */
export type Contents = Readonly<Record<string, FileContent | null>>;

/** Size in bytes of the parts of a file that are hashed separately, so that one is hashed while others are read. */
export const HASHED_BYTES = 1024 * 1024;
/** Number of parts that are read at the same time: the number of libuv's threads. */
const AT_ONCE = 4;

/** Permissions of executables and folders, and of other files. Verified entries may have fewer, but not more. */
export const modes = { executable: 0o755, folder: 0o755, file: 0o644 } as const;
const MODE_BITS = 0o7777;

/** Returns how a file with this content is recognized. */
export function describeContent(content: Uint8Array, isExecutable = false): FileContent {
  const parts = listOffsets(content.length).map((offset) => content.subarray(offset, offset + HASHED_BYTES));
  return { size: content.length, isExecutable, digests: parts.map(computeDigest) };
}

/**
 * Returns true if a directory contains exactly the given files: regular files with this content, their folders, and no
 * other entry. Only the owner may have permission to write to any of them. Size and time of a file do not show that its
 * content is unchanged, so every byte is read.
 *
 * The result is valid only while no hostile process can write to the directory. So such processes must be killed first.
 */
export async function hasExactContents(directory: string, contents: Contents): Promise<boolean> {
  try {
    const folders = [...listFolders(contents)];
    const exact = await Promise.all(
      folders.map(([folder, names]) => isExactFolder(join(directory, folder), names)),
    );
    // Nothing is opened before the types of all entries are known: opening a named pipe can take forever.
    return exact.every(Boolean) && (await haveContents(directory, contents));
  } catch {
    return false;
  }
}

/** Returns the names in each folder, by the relative path of the folder. The value is true if the name is a folder. */
export function listFolders(contents: Contents): Map<string, Map<string, boolean>> {
  const folders = new Map<string, Map<string, boolean>>([['.', new Map()]]);
  for (const [path, content] of Object.entries(contents)) {
    if (content === null) folders.set(path, new Map());
    for (let at = path; at !== '.'; at = dirname(at)) {
      const names = folders.get(dirname(at)) ?? new Map<string, boolean>();
      folders.set(dirname(at), names.set(basename(at), at !== path || content === null));
    }
  }
  return folders;
}

async function isExactFolder(folder: string, names: ReadonlyMap<string, boolean>): Promise<boolean> {
  const found = await lstat(folder);
  if (!found.isDirectory() || !hasOnly(found.mode, modes.folder)) return false;
  const entries = await readdir(folder, { withFileTypes: true });
  return (
    entries.length === names.size &&
    entries.every((entry) =>
      names.get(entry.name) ? entry.isDirectory() : names.has(entry.name) && entry.isFile(),
    )
  );
}

async function haveContents(directory: string, contents: Contents): Promise<boolean> {
  const files: FileHandle[] = [];
  try {
    const parts: { file: FileHandle; offset: number; digest: string }[] = [];
    for (const [path, content] of Object.entries(contents)) {
      if (content === null) continue;
      const { size, isExecutable, digests } = content;
      const file = await open(join(directory, path), constants.O_RDONLY | constants.O_NOFOLLOW);
      files.push(file);
      const found = await file.stat();
      const mode = isExecutable ? modes.executable : modes.file;
      if (!found.isFile() || found.size !== size || !hasOnly(found.mode, mode)) return false;
      if (isExecutable && !(found.mode & constants.S_IXUSR)) return false;
      for (const [index, offset] of listOffsets(size).entries())
        parts.push({ file, offset, digest: digests[index] ?? '' });
    }
    let isIntact = true;
    const remaining = parts.values();
    const work = async () => {
      // All workers share this iterator. Each has one buffer, because allocating memory takes longer than reading.
      const buffer = Buffer.allocUnsafeSlow(HASHED_BYTES);
      for (const { file, offset, digest } of remaining) {
        const { bytesRead } = await file.read(buffer, 0, HASHED_BYTES, offset);
        if (computeDigest(buffer.subarray(0, bytesRead)) !== digest) isIntact = false;
        if (!isIntact) return;
      }
    };
    await waitForAll(Array.from({ length: AT_ONCE }, work));
    return isIntact;
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

/** True if an entry has no permission or special bit that `allowed` does not have. */
function hasOnly(mode: number, allowed: number): boolean {
  return (mode & MODE_BITS & ~allowed) === 0;
}

function listOffsets(size: number): number[] {
  return Array.from({ length: Math.ceil(size / HASHED_BYTES) }, (_, index) => index * HASHED_BYTES);
}

/**
 * Hashes in this thread: the asynchronous interface copies each part, which takes more time than its threads save while
 * they also read.
 */
function computeDigest(part: Uint8Array): string {
  return createHash('sha256').update(part).digest('base64');
}
