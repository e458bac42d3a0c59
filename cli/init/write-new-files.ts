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
  /** Whether it may replace an existing file; true for at most one file. */
  mayReplace: boolean;
}

/** Functions that undo the completed steps, in the order of these steps. */
type UndoSteps = (() => void)[];

/**
 * Writes all files completely, or nothing. Creates missing folders.
 * @throws CliError if a file exists and may not be replaced, or cannot be written
 */
export function writeNewFiles(files: readonly NewFile[]): void {
  const undoSteps: UndoSteps = [];
  try {
    const staged = files.map((file) => ({ file, temporary: stage(file, undoSteps) }));
    // A replaced file cannot be restored, so it is written last.
    staged.sort((one, other) => Number(one.file.mayReplace) - Number(other.file.mayReplace));
    for (const { file, temporary } of staged) put(temporary, file, undoSteps);
  } catch (error) {
    for (const undo of undoSteps.reverse()) ignoreErrors(undo);
    throw error;
  }
}

/** Returns the error for an existing file that may not be replaced. */
export function createFileExistsError(path: string): CliError {
  return createUsageError('file-exists', `${path} already exists and was not changed.`, 'Change it by hand.');
}

/**
 * Writes the text to a temporary file beside its target. This proves that the folder is writable and the disk has
 * space.
 */
function stage({ path, text }: NewFile, undoSteps: UndoSteps): string {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const firstCreated = mkdirSync(dirname(path), { recursive: true });
    if (firstCreated !== undefined) undoSteps.push(() => removeFolders(dirname(path), firstCreated));
    undoSteps.push(() => rmSync(temporary, { force: true }));
    writeFileSync(temporary, text, { flag: 'wx' });
    return temporary;
  } catch (error) {
    throw toOutputError(path, error);
  }
}

function put(temporary: string, { path, mayReplace: over }: NewFile, undoSteps: UndoSteps): void {
  try {
    if (over) renameSync(temporary, path);
    else {
      putNew(temporary, path);
      undoSteps.push(() => rmSync(path));
      ignoreErrors(() => rmSync(temporary));
    }
  } catch (error) {
    throw error instanceof CliError ? error : toOutputError(path, error);
  }
}

/** Uses a link, because a rename could replace a file that another process created in the meantime. */
function putNew(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw createFileExistsError(path);
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].some((code) => hasCode(error, code))) throw error;
    // The file system has no links.
    try {
      copyFileSync(temporary, path, constants.COPYFILE_EXCL);
    } catch (fault) {
      throw hasCode(fault, 'EEXIST') ? createFileExistsError(path) : fault;
    }
  }
}

/** Removes a folder and its parents up to the first created one. Stops at a folder that is not empty. */
function removeFolders(folder: string, firstCreated: string): void {
  rmdirSync(folder);
  if (folder !== firstCreated) removeFolders(dirname(folder), firstCreated);
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

/** Ignores errors of the cleanup, so that they do not hide the error that caused it. */
function ignoreErrors(remove: () => void): void {
  try {
    remove();
  } catch {}
}
