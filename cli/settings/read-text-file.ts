import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { CliError } from '../errors.ts';

/** A file that is read as text. */
interface TextFile {
  path: string;
  /** What messages call it. */
  name: string;
  bytesMax: number;
  /** What such a file is, with its article: `a configuration file`. */
  kind: string;
  /** Makes the error of a sentence about the file. */
  fault(message: string): CliError;
}

/**
 * Returns the text of a regular file in UTF-8; null if the file does not exist.
 * @throws CliError made by `fault`, if it cannot be read, is too large, or is something else
 */
export function readTextFile({ path, name, bytesMax, kind, fault }: TextFile): string | null {
  let file: number | undefined;
  try {
    // Opening a named pipe would otherwise wait for its writer. Windows does not have the flag.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    if (!stats.isFile())
      throw fault(`${name} is ${stats.isDirectory() ? 'a folder' : 'not a regular file'}.`);
    if (stats.size > bytesMax) throw fault(`${name} has ${stats.size} bytes; ${kind} may have ${bytesMax}.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (error instanceof TypeError) throw fault(`${name} is not UTF-8 text.`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw fault(`${name} cannot be read (${code ?? 'unknown error'}).`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
