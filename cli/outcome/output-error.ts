import { CliError } from '../errors.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** Why a file cannot be written, by the code of the system's error, and what helps. */
const reasons: Readonly<Record<string, readonly [reason: string, hint?: string]>> = {
  ENOENT: ['there is no such folder, and none can be made'],
  EACCES: ['permission denied', 'Give a path that you may write, or change the permissions.'],
  EPERM: ['operation not permitted', 'Give a path that you may write.'],
  EROFS: ['the file system is read-only', 'Give a path on a file system that can be written.'],
  ENOSPC: ['no space left on the device', 'Make room, or give a path on another file system.'],
  EDQUOT: ['the disk quota is used up', 'Make room, or give a path on another file system.'],
  EFBIG: ['the file is larger than the system allows', 'Raise the limit (ulimit -f), or write elsewhere.'],
  EISDIR: ['it is a folder', 'Give the path of a file in it.'],
  ENOTDIR: ['a part of the path is a file, not a folder'],
  EEXIST: ['a part of the path is a file, not a folder'],
  ELOOP: ['its symbolic links go round in a circle'],
  ENAMETOOLONG: ['the path is too long'],
  EMFILE: ['too many files are open', 'Raise the limit of open files (ulimit -n).'],
  ENXIO: ['nobody reads from it', 'Begin to read from the pipe before the scan ends.'],
  EPIPE: ['whoever read from it has gone'],
  EBUSY: ['it is in use, perhaps as a mount', 'Mount the folder and not the file.'],
  ETXTBSY: ['it is a program that is running'],
  EIO: ['the device failed'],
};

/**
 * What to say of an output that cannot be written.
 * @param path as it was given
 * @param error what the system said, or a reason in words
 */
export function toOutputError(path: string, error: unknown): CliError {
  const code = codeOf(error);
  const [reason, hint] = reasons[code] ?? [typeof error === 'string' ? error : messageOf(error)];
  return new CliError('usage', 'output-unwritable', `Cannot write ${escapeLogLine(path)}: ${reason}.`, {
    hint,
    cause: error,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function messageOf(error: unknown): string {
  return escapeLogLine(error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
