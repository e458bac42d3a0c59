import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { CliError } from '../errors.ts';

/** A text file to read. */
interface TextFile {
  path: string;
  /** Its name in messages. */
  name: string;
  bytesMax: number;
  /** Description of such a file, with an article: `a configuration file`. */
  kind: string;
  /** Creates the error for a sentence about the file. */
  fault(message: string): CliError;
}

/**
 * Returns the text of a regular UTF-8 file; null if the file does not exist.
 * @throws CliError created by `fault`, if it cannot be read, is too large, or is no regular UTF-8 file
 */
export function readTextFile({ path, name, bytesMax, kind, fault }: TextFile): string | null {
  let file: number | undefined;
  try {
    // Without this flag, opening a named pipe would wait for a writer. Windows does not have the flag.
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
