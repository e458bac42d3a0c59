import { randomUUID } from 'node:crypto';
import { constants, copyFileSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError } from '../errors.ts';
import { unwritable } from '../outcome/unwritable.ts';
import { wrongUse } from '../wrong-use.ts';

/**
 * Writes a file whole or not at all, and makes its folder.
 * @param over whether it may take the place of a file that is there
 * @throws CliError when it is there and may not, or cannot be written
 */
export function writeNewFile(path: string, text: string, over: boolean): void {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, text, { flag: 'wx' });
    if (over) renameSync(temporary, path);
    else putBeside(temporary, path);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw unwritable(path, error);
  } finally {
    removeQuietly(temporary);
  }
}

/** The refusal to write over a file. */
export function fileExists(path: string): CliError {
  return wrongUse('file-exists', `${path} is there already and is left as it is.`, 'Change it by hand.');
}

/** Unlike a rename, a link never takes the place of what somebody else wrote meanwhile. */
function putBeside(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw fileExists(path);
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].some((code) => isCode(error, code))) throw error;
    // A file system without links.
    try {
      copyFileSync(temporary, path, constants.COPYFILE_EXCL);
    } catch (fault) {
      throw isCode(fault, 'EEXIST') ? fileExists(path) : fault;
    }
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

/** What cannot be removed must not hide why it is there. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}
