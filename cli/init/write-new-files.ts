import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CliError, createUsageError } from '../errors.ts';
import { toOutputError } from '../outcome/output-error.ts';

/** A file to write. */
export interface NewFile {
  path: string;
  text: string;
  /** Whether it may take the place of a file that is there; true of one file at most. */
  over: boolean;
}

/** The opposites of what was done, in the order in which it was done. */
type Undoings = (() => void)[];

/**
 * Writes files, each of them whole, and all of them or none. Folders that they need are made.
 * @throws CliError when one is there and may not be written over, or cannot be written
 */
export function writeNewFiles(files: readonly NewFile[]): void {
  const undoings: Undoings = [];
  try {
    const staged = files.map((file) => ({ file, temporary: stage(file, undoings) }));
    // What was written over cannot be brought back, so it comes when nothing after it can fail.
    staged.sort((one, other) => Number(one.file.over) - Number(other.file.over));
    for (const { file, temporary } of staged) put(temporary, file, undoings);
  } catch (error) {
    for (const undo of undoings.reverse()) quietly(undo);
    throw error;
  }
}

/** The refusal to write over a file. */
export function createFileExistsError(path: string): CliError {
  return createUsageError(
    'file-exists',
    `${path} is there already and is left as it is.`,
    'Change it by hand.',
  );
}

/** Writes the text beside its place, which shows that the folder and the disk take it. */
function stage({ path, text }: NewFile, undoings: Undoings): string {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const firstMade = mkdirSync(dirname(path), { recursive: true });
    if (firstMade !== undefined) undoings.push(() => removeFolders(dirname(path), firstMade));
    undoings.push(() => rmSync(temporary, { force: true }));
    writeFileSync(temporary, text, { flag: 'wx' });
    return temporary;
  } catch (error) {
    throw toOutputError(path, error);
  }
}

function put(temporary: string, { path, over }: NewFile, undoings: Undoings): void {
  try {
    if (over) renameSync(temporary, path);
    else {
      putBeside(temporary, path);
      undoings.push(() => rmSync(path));
      quietly(() => rmSync(temporary));
    }
  } catch (error) {
    throw error instanceof CliError ? error : toOutputError(path, error);
  }
}

/** Unlike a rename, a link never takes the place of what somebody else wrote meanwhile. */
function putBeside(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw createFileExistsError(path);
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].some((code) => isCode(error, code))) throw error;
    // A file system without links.
    try {
      copyFileSync(temporary, path, constants.COPYFILE_EXCL);
    } catch (fault) {
      throw isCode(fault, 'EEXIST') ? createFileExistsError(path) : fault;
    }
  }
}

/** Removes a folder and those around it up to the first that was made; one that is no longer empty stays. */
function removeFolders(folder: string, firstMade: string): void {
  rmdirSync(folder);
  if (folder !== firstMade) removeFolders(dirname(folder), firstMade);
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

/** What cannot be removed must not hide why it is there. */
function quietly(remove: () => void): void {
  try {
    remove();
  } catch {}
}
