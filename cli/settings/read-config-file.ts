import { relative, resolve } from 'node:path';
import { listRequestErrors } from '../../core/problems/request-errors.ts';
import { toSentence } from '../../core/text/sentence.ts';
import { type CliError, createUsageError } from '../errors.ts';
import { type ConfigFile, configFileSchema } from './config-file-schema.ts';
import { findKeyPath } from './find-key-path.ts';
import { parseJson } from './parse-json.ts';
import { readTextFile } from './read-text-file.ts';

/** Default name of the configuration file. */
export const CONFIG_FILE = 'a11y-scan.config.json';
const BYTES_MAX = 100_000;

/** A configuration file with its content. */
export interface LoadedConfigFile {
  /** The path in messages: relative to the working directory if the file is in it. */
  path: string;
  content: ConfigFile;
}

/**
 * Reads the configuration file.
 * @param givenPath the given path; false for no file; undefined for the default file, which is optional
 * @throws CliError if it cannot be read or is invalid; the message contains no possible key
 */
export function readConfigFile(givenPath: string | false | undefined, cwd: string): LoadedConfigFile | null {
  if (givenPath === false) return null;
  const absolute = resolve(cwd, givenPath ?? CONFIG_FILE);
  const path = givenPath ?? CONFIG_FILE;
  const text = readTextFile({
    path: absolute,
    name: path,
    bytesMax: BYTES_MAX,
    kind: 'a configuration file',
    fault: createFileError,
  });
  if (text !== null) return { path: shortenPath(absolute, cwd), content: parseConfigFile(text, path) };
  if (givenPath === undefined) return null;
  throw createFileError(`${path} does not exist.`);
}

function shortenPath(absolute: string, cwd: string): string {
  const within = relative(cwd, absolute);
  return within.startsWith('..') ? absolute : within;
}

function createFileError(message: string): CliError {
  return createUsageError(
    'config-file',
    message,
    `--config sets its path. Without it, ${CONFIG_FILE} in the working directory is read. --no-config reads no file.`,
  );
}

function parseConfigFile(text: string, path: string): ConfigFile {
  const content = parseJson(text, path, (message) => createUsageError('config-file', message));
  const keyAt = findKeyPath(content);
  if (keyAt !== null) {
    throw createUsageError(
      'key-in-config-file',
      `${path} contains a key or another secret at ${keyAt}. Others can read this file.`,
      'Remove it, and set A11Y_SCAN_API_KEY in the environment. If others may have seen it, have the key rotated.',
    );
  }
  const { success, error } = configFileSchema.safeParse(content);
  if (success) return content as ConfigFile;
  const faults = listRequestErrors(error, '', content, configFileSchema);
  throw createUsageError(
    'invalid-settings',
    faults.map(({ path: at, message }) => toSentence(`${path}: ${at || 'the file'} ${message}`)).join('\n'),
  );
}
