import { lstat, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../errors.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** Of nothing else: `a11y-scan-…` alone may be the folder of an unpacked browser, or somebody's reports. */
const PREFIX = 'a11y-scan-work-';
/** Bytes that must be free: with less than a browser and its pages need, pages fail as if the site were at fault. */
const ROOM = 32 * 1024 * 1024;
/** A scan writes into its folder with every page, so that one of which nothing came for so long is over. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Of a file system, in blocks; `bavail` are free, `bsize` is the bytes of one. */
interface Size {
  blocks: number;
  bavail: number;
  bsize: number;
}

/**
 * Does something with an empty folder of its own, and removes the folder whatever comes of it. Folders that were left
 * by scans that were killed are removed as well.
 * @param parent where folders are made; that of the system's temporary files unless given
 * @param sizeOf of the file system that a folder is in; what the system says unless given
 * @throws CliError service `no-temporary-folder`; what the work throws
 */
export async function inWorkFolder<Result>(
  work: (folder: string) => Promise<Result>,
  parent: string = tmpdir(),
  sizeOf: (folder: string) => Promise<Size> = statfs,
): Promise<Result> {
  await removeAbandoned(parent, Date.now());
  const free = await sizeOf(parent).then(
    // Some have no bound, and tell no size.
    ({ blocks, bavail, bsize }) => (blocks === 0 ? ROOM : bavail * bsize),
    () => ROOM,
  );
  if (free < ROOM) throw tooLittleRoom(parent, free);
  const folder = await mkdtemp(join(parent, PREFIX)).catch((cause) => {
    throw noRoom(parent, cause);
  });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function removeAbandoned(parent: string, now: number): Promise<void> {
  const user = process.getuid?.();
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(parent, name);
    try {
      const found = await lstat(path);
      if (!found.isDirectory() || (user !== undefined && found.uid !== user)) continue;
      if (now - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
    } catch {
      // Gone by now, or not to be removed: either way it is not needed.
    }
  }
}

/** That no temporary file can be written. @param cause what the system said */
export function noRoom(parent: string, cause: unknown): CliError {
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
  return noFolder(`Temporary files cannot be written in ${escapeLogLine(parent, 300)} (${code}).`, cause);
}

/** @param free bytes */
function tooLittleRoom(parent: string, free: number): CliError {
  const [has, needs] = [free, ROOM].map((bytes) => `${Math.floor(bytes / 1024 / 1024)} MB`);
  return noFolder(
    `There is too little room for temporary files in ${escapeLogLine(parent, 300)}: ${has} free, ${needs} needed.`,
  );
}

function noFolder(message: string, cause?: unknown): CliError {
  return new CliError('service', 'no-temporary-folder', message, {
    hint: 'Make room there, or have TMPDIR name a folder that can be written.',
    cause,
  });
}
