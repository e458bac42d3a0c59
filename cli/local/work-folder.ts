import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { runInWorkFolder, WorkFolderError } from '../../scanner/work-folder.ts';
import { CliError } from '../errors.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** Used for nothing else: other folders named `a11y-scan-…` may contain an unpacked browser or reports. */
const PREFIX = 'a11y-scan-work-';
/** Required free space, in bytes. With less, pages fail as if the site were the cause. */
const FREE_BYTES_MIN = 32 * 1024 * 1024;
/** A scan writes into its folder with every page, so a folder without changes for this time is abandoned. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Size of a file system: total and free number of blocks, and the bytes of one block. */
interface Size {
  blocks: number;
  bavail: number;
  bsize: number;
}

/**
 * Runs work with a new empty folder, and removes the folder afterwards.
 * @param parent where the folder is created; default: the system's temporary folder
 * @param sizeOf returns the size of the file system of a folder
 * @throws CliError service `no-temporary-folder`; errors of the work
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
      ({ blocks, bavail, bsize }) => (blocks === 0 ? FREE_BYTES_MIN : bavail * bsize),
      () => FREE_BYTES_MIN,
    );
    if (free < FREE_BYTES_MIN) throw createNoSpaceError(parent, free);
    return work(folder);
  }).catch((error) => {
    throw error instanceof WorkFolderError ? createWorkFolderError(parent, error.cause) : error;
  });
}

/** Returns the error for a folder that cannot be written. @param cause the system error */
export function createWorkFolderError(parent: string, cause: unknown): CliError {
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
  return createFolderError(
    `Temporary files cannot be written in ${escapeLogLine(parent, 300)} (${code}).`,
    cause,
  );
}

/** @param free bytes */
function createNoSpaceError(parent: string, free: number): CliError {
  const [has, needs] = [free, FREE_BYTES_MIN].map((bytes) => `${Math.floor(bytes / 1024 / 1024)} MB`);
  return createFolderError(
    `There is too little free space for temporary files in ${escapeLogLine(parent, 300)}: ${has} free, ${needs} needed.`,
  );
}

function createFolderError(message: string, cause?: unknown): CliError {
  return new CliError('service', 'no-temporary-folder', message, {
    hint: 'Free some space there, or set TMPDIR to a writable folder.',
    cause,
  });
}
