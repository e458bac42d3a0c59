import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { runInWorkFolder, WorkFolderError } from '../../scanner/work-folder.ts';
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
 * Runs work with an empty folder of its own, and removes the folder afterwards.
 * @param parent where the folder is made; the system's folder of temporary files unless given
 * @param sizeOf returns the size of the file system of a folder
 * @throws CliError service `no-temporary-folder`; and what the work throws
 */
export async function withWorkFolder<Result>(
  work: (folder: string) => Promise<Result>,
  parent: string = tmpdir(),
  sizeOf: (folder: string) => Promise<Size> = statfs,
): Promise<Result> {
  const folders = { prefix: PREFIX, abandonedAfterMs: ABANDONED_AFTER_MS, parent };
  return runInWorkFolder(folders, async (folder) => {
    const free = await sizeOf(parent).then(
      // A file system without a limit reports no blocks.
      ({ blocks, bavail, bsize }) => (blocks === 0 ? ROOM : bavail * bsize),
      () => ROOM,
    );
    if (free < ROOM) throw tooLittleRoom(parent, free);
    return work(folder);
  }).catch((error) => {
    throw error instanceof WorkFolderError ? createWorkFolderError(parent, error.cause) : error;
  });
}

/** That no temporary file can be written. @param cause what the system said */
export function createWorkFolderError(parent: string, cause: unknown): CliError {
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
