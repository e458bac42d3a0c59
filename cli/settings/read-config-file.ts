import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { requestErrors } from '../../core/problems/request-errors.ts';
import { CliError } from '../errors.ts';
import { wrongUse } from '../wrong-use.ts';
import { type ConfigFile, configFileSchema } from './config-file-schema.ts';
import { jsonFault } from './json-fault.ts';
import { keyWithin } from './key-within.ts';
import { sentence } from './sentence.ts';

/** What the file is called that is read without being named. */
export const CONFIG_FILE = 'a11y-scan.config.json';
const BYTES_MAX = 100_000;

/** A configuration file that was read. */
export interface ReadConfigFile {
  /** As people are told of it: relative to the working directory, where it is in it. */
  path: string;
  content: ConfigFile;
}

/**
 * Reads the configuration file.
 * @param named the path that was given; false for no file; undefined for the default one, which need not exist
 * @throws CliError when it cannot be read, or holds anything but a valid configuration; what may be a key is not repeated
 */
export function readConfigFile(named: string | false | undefined, cwd: string): ReadConfigFile | null {
  if (named === false) return null;
  const absolute = resolve(cwd, named ?? CONFIG_FILE);
  const path = named ?? CONFIG_FILE;
  const text = readText(absolute, path, named === undefined);
  return text === null ? null : { path: shownPath(absolute, cwd), content: parsed(text, path) };
}

function shownPath(absolute: string, cwd: string): string {
  const within = relative(cwd, absolute);
  return within.startsWith('..') ? absolute : within;
}

function readText(absolute: string, path: string, mayBeMissing: boolean): string | null {
  let file: number | undefined;
  try {
    file = openSync(absolute, 'r');
    const stats = fstatSync(file);
    if (!stats.isFile()) throw refusal(`${path} is ${stats.isDirectory() ? 'a folder' : 'no regular file'}.`);
    if (stats.size > BYTES_MAX) {
      throw refusal(`${path} has ${stats.size} bytes; a configuration file may have ${BYTES_MAX}.`);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (error instanceof TypeError) throw refusal(`${path} is no text in UTF-8.`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && mayBeMissing) return null;
    throw refusal(`${path} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}.`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function refusal(message: string): CliError {
  return wrongUse(
    'config-file',
    message,
    `--config names the file; without it ${CONFIG_FILE} in the working directory is read, with --no-config none.`,
  );
}

function parsed(text: string, path: string): ConfigFile {
  const fault = jsonFault(text);
  if (fault !== null) {
    throw wrongUse(
      'config-file',
      `${path}, line ${fault.line}, column ${fault.column}: not JSON, for ${fault.message}.`,
    );
  }
  const content: unknown = JSON.parse(text);
  const keyAt = keyWithin(content);
  if (keyAt !== null) {
    throw wrongUse(
      'key-in-config-file',
      `${path} has a key or another secret at ${keyAt}: a file that others can read is no place for it.`,
      'Take it out, have the key rotated if others may have seen it, and set A11Y_SCAN_API_KEY in the environment.',
    );
  }
  const { success, error } = configFileSchema.safeParse(content);
  if (success) return content as ConfigFile;
  const faults = requestErrors(error, '', content, configFileSchema);
  throw wrongUse(
    'invalid-settings',
    faults.map(({ path: at, message }) => sentence(`${path}: ${at || 'the file'} ${message}`)).join('\n'),
  );
}
