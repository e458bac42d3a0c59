import { CliError } from '../errors.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** Why a file cannot be written, and what to do, by the code of the system error. */
const reasons: Readonly<Record<string, readonly [reason: string, hint?: string]>> = {
  ENOENT: ['the folder does not exist and cannot be created'],
  EACCES: ['permission denied', 'Use a path that you may write, or change the permissions.'],
  EPERM: ['operation not permitted', 'Use a path that you may write.'],
  EROFS: ['the file system is read-only', 'Use a path on a writable file system.'],
  ENOSPC: ['no space left on the device', 'Free some space, or use a path on another file system.'],
  EDQUOT: ['the disk quota is used up', 'Free some space, or use a path on another file system.'],
  EFBIG: ['the file is larger than the system allows', 'Raise the limit (ulimit -f), or write elsewhere.'],
  EISDIR: ['it is a folder', 'Use the path of a file in it.'],
  ENOTDIR: ['a part of the path is a file, not a folder'],
  EEXIST: ['a part of the path is a file, not a folder'],
  ELOOP: ['its symbolic links are circular'],
  ENAMETOOLONG: ['the path is too long'],
  EMFILE: ['too many files are open', 'Raise the limit of open files (ulimit -n).'],
  ENXIO: ['the pipe has no reader', 'Start to read from the pipe before the scan ends.'],
  EPIPE: ['the reader of the pipe closed it'],
  EBUSY: ['it is in use, perhaps as a mount', 'Mount the folder instead of the file.'],
  ETXTBSY: ['it is a program that is running'],
  EIO: ['the device failed'],
};

/**
 * Returns the error for an output that cannot be written.
 * @param path as given
 * @param error the system error, or a reason in words
 */
export function toOutputError(path: string, error: unknown): CliError {
  const code = getCode(error);
  const [reason, hint] = reasons[code] ?? [typeof error === 'string' ? error : formatMessage(error)];
  return new CliError('usage', 'output-unwritable', `Cannot write ${escapeLogLine(path)}: ${reason}.`, {
    hint,
    cause: error,
  });
}

function getCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function formatMessage(error: unknown): string {
  return escapeLogLine(error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
